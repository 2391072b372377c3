/** The parts of OpenAPI 3.1 that the document is made of, as types. */
import type * as z from 'zod/mini'

export type JsonSchema = z.core.JSONSchema.BaseSchema

interface Extensions {
  [name: `x-${string}`]: unknown
}

export interface ParameterObject extends Extensions {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
}

export type Content = Record<string, { schema: JsonSchema }>

export interface ResponseObject extends Extensions {
  description: string
  content?: Content
}

export interface OperationObject extends Extensions {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: true
  security: Record<string, string[]>[]
  parameters: ParameterObject[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, ResponseObject>
}

interface ServerObject extends Extensions {
  url: string
  description: string
  variables?: Record<string, { default: string; description: string }>
}

export type PathItem = { servers: ServerObject[] } & Partial<Record<'get' | 'post' | 'delete', OperationObject>>

export interface OpenApi extends Extensions {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, PathItem>
  components: {
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>
    schemas: Record<string, JsonSchema>
  }
}
