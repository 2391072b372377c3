/** The contract's schemas as JSON Schema: each with its name, and with those that it is made of by reference. */
import * as z from 'zod/mini'
import { Connection } from '../connections'
import { ErrorBody, id, nothing, olderNumber, olderPrevious, timestamp, Vehicle } from '../json-api'
import type { NamedOperation } from '../operations'
import { Subscription } from '../subscriptions'
import { Webhook } from '../webhooks'
import type { JsonSchema } from './document'
import { GatewayError, Version2Error } from './error-bodies'

const shared = {
  Vehicle: Vehicle(),
  Connection: Connection(),
  Webhook: Webhook(),
  Subscription: Subscription(),
  Version3Error: ErrorBody(),
  Version2Error,
  GatewayError,
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
/** `connections.list` → `ConnectionsList` */
export const typeName = (operationId: string) => operationId.split('.').map(capital).join('')
export const responseName = ({ id }: Pick<NamedOperation, 'id'>): string => `${typeName(id)}Response`
export const bodyName = ({ id }: Pick<NamedOperation, 'id'>): string => `${typeName(id)}Request`

const place = (name: string) => `#/components/schemas/${name}`
export const refTo = (name: string): JsonSchema => ({ $ref: place(name) })

/** What the interface does not show, and services are known to send. */
const notShown: readonly object[] = [olderNumber(), olderPrevious(), Version2Error]

/** Whole numbers need no bounds of the language that they are read with. */
const isOfLanguage = (bound: unknown) => Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER

/** What a schema of zod says in code, in JSON Schema's own words. */
function finish({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: JsonSchema }): void {
  if (zodSchema === timestamp) jsonSchema.format = 'date-time'
  if (zodSchema === id) jsonSchema.not = { enum: ['.', '..'] }
  if (notShown.includes(zodSchema)) jsonSchema['x-assumed'] = true
  if (isOfLanguage(jsonSchema.minimum)) delete jsonSchema.minimum
  if (isOfLanguage(jsonSchema.maximum)) delete jsonSchema.maximum
  // All names of JSON are texts.
  delete jsonSchema.propertyNames
}

/**
 * Every response and request body of these operations by its name, and what they share.
 * Read as what may come in: fields that no schema names pass in a response, and are refused where a body is strict.
 */
export function schemasOf(operations: readonly NamedOperation[]): Record<string, JsonSchema> {
  const bodies = operations.flatMap((operation): [string, z.ZodMiniType][] => {
    const { response, body } = operation.endpoint
    return [
      ...(response === nothing() ? [] : [[responseName(operation), response] as [string, z.ZodMiniType]]),
      ...(body ? [[bodyName(operation), body] as [string, z.ZodMiniType]] : []),
    ]
  })
  return jsonSchemas([...Object.entries(shared), ...bodies])
}

/** Schemas by their names; one that stands under two names is the first one's. */
export function jsonSchemas(schemas: Iterable<readonly [name: string, z.ZodMiniType]>): Record<string, JsonSchema> {
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of schemas) if (!names.has(schema)) names.add(schema, { id })
  const json = z.toJSONSchema(names, { uri: place, io: 'input', unrepresentable: 'any', override: finish }).schemas
  return Object.fromEntries(
    Object.entries(json).map(([name, { $schema: _, $id: __, ...schema }]): [string, JsonSchema] => [name, schema]),
  )
}
