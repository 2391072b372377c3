/** The console's own addresses as an OpenAPI 3.1 document, from their one table. */
import * as z from 'zod/mini'
import { consoleApi } from '../console/api'
import type { ConsoleEndpoint } from '../console/endpoint'
import type { JsonSchema, OpenApi, OperationObject, ParameterObject, PathItem, ResponseObject } from './document'
import { methodKeys } from './openapi'
import * as texts from './openapi-texts'
import { jsonSchemas, refTo, typeName } from './schemas'

interface Operation {
  /** `views.save` */
  id: string
  group: string
  endpoint: ConsoleEndpoint
}

const operations: readonly Operation[] = Object.entries(consoleApi).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]: [string, ConsoleEndpoint]) => ({
    id: `${group}.${name}`,
    group,
    endpoint,
  })),
)

const ConsoleError = z.object({
  errors: z.array(
    z.object({
      id: z.optional(z.string()),
      status: z.string(),
      type: z.literal('GATEWAY'),
      code: z.string(),
      title: z.string(),
      detail: z.string(),
    }),
  ),
})
const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

/**
 * @param version of this program
 * @param basePath of this server
 */
export function consoleOpenApi(version: string, basePath = ''): OpenApi {
  const servers = [{ url: basePath || '/', description: texts.consoleTitle }]
  // Several endpoints may respond with one schema, which has the name of the first.
  const names = new Map<z.ZodMiniType, string>([[ConsoleError, 'ConsoleError']])
  for (const { id, endpoint } of operations) {
    const { response, body } = endpoint
    if (response && !names.has(response)) names.set(response, `${typeName(id)}Response`)
    if (body && !names.has(body)) names.set(body, `${typeName(id)}Request`)
  }
  const paths: Record<string, PathItem> = {}
  for (const operation of operations) {
    const { path, method } = operation.endpoint
    paths[path] = { servers, ...paths[path], [methodKeys[method]]: operationOf(operation, names) }
  }
  return {
    openapi: '3.1.0',
    info: { title: texts.consoleTitle, version, description: texts.consoleAbout },
    tags: Object.keys(consoleApi).map((name) => ({ name })),
    paths,
    components: { securitySchemes: {}, schemas: jsonSchemas([...names].map(([schema, name]) => [name, schema])) },
  }
}

function operationOf({ id, group, endpoint }: Operation, names: ReadonlyMap<z.ZodMiniType, string>): OperationObject {
  const { role, use, isChange, body, otherStatus } = endpoint
  const bodyName = body && names.get(body)
  return {
    operationId: id,
    tags: [group],
    summary: use,
    'x-role': role,
    ...(isChange && { 'x-read-only': 'refused' }),
    security: [],
    parameters: parametersOf(endpoint),
    ...(bodyName && {
      requestBody: { required: !body.safeParse(undefined).success, content: json(refTo(bodyName)) },
    }),
    responses: {
      200: successOf(endpoint, names),
      ...(otherStatus && { [otherStatus]: { ...successOf(endpoint, names), description: texts.otherStatus } }),
      default: { description: texts.consoleError, content: json(refTo('ConsoleError')) },
    },
  }
}

function successOf({ response, sends }: ConsoleEndpoint, names: ReadonlyMap<z.ZodMiniType, string>): ResponseObject {
  const name = response && names.get(response)
  if (name) return { description: texts.success, content: json(refTo(name)) }
  if (sends === 'stream')
    return { description: texts.stream, content: { 'text/event-stream': { schema: { type: 'string' } } } }
  return { description: sends === 'file' ? texts.file : texts.page, content: { '*/*': { schema: { type: 'string' } } } }
}

function parametersOf({ path, query }: ConsoleEndpoint): ParameterObject[] {
  const ofPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): ParameterObject => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    }),
  )
  if (!query) return ofPath
  const schema = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  // A query of several forms has each of their parameters, none of which all of them require.
  const forms = schema.anyOf ?? [schema]
  const ofQuery = forms.flatMap(({ properties = {}, required = [] }: JsonSchema) =>
    Object.entries(properties).map(
      ([name, property]): ParameterObject => ({
        name,
        in: 'query',
        ...(forms.length === 1 && required.includes(name) && { required: true }),
        schema: property as JsonSchema, // never a boolean: the queries name no such
      }),
    ),
  )
  return [...ofPath, ...ofQuery]
}
