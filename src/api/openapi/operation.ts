/** One operation of the table as an operation of OpenAPI. */
import type { Endpoint } from '../endpoint'
import { statusTitles } from '../errors'
import { yesOrNo } from '../filters'
import { nothing } from '../json-api'
import { type NamedOperation, type Names, type Parameter, parametersOf, priceOf, statusesOf } from '../operations'
import { listQueries } from '../operations.data'
import type { Content, JsonSchema, OperationObject, ParameterObject, ResponseObject } from './document'
import { gatewayCodesOf } from './error-bodies'
import * as texts from './openapi-texts'
import { bodyName, refTo, responseName } from './schemas'

const assumed = (isAssumed: boolean) => (isAssumed ? { 'x-assumed': true } : {})
const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } })

export function operationOf(operation: NamedOperation, names: Names): OperationObject {
  const { id, resource, name, endpoint } = operation
  const { host, effect, permission, deprecation, extension, body } = endpoint
  const { requests, per } = priceOf(endpoint)
  const description = aboutIt(endpoint)
  return {
    operationId: id,
    tags: [resource],
    summary: name,
    ...(description && { description }),
    ...(deprecation && { deprecated: true, 'x-deprecation': deprecation }),
    'x-effect': effect,
    'x-price': { vehicleRequests: requests, per },
    ...(permission !== undefined && { 'x-permission': permission }),
    ...(extension !== undefined && { 'x-extension': extension }),
    security: [{ [host]: [] }],
    parameters: parametersOf(operation, names).map((parameter) => parameterObject(parameter, id)),
    ...(body && { requestBody: { required: true, content: json(refTo(bodyName(operation))) } }),
    responses: responsesOf(operation),
  }
}

function aboutIt({ effect, extension, body }: Endpoint): string {
  const cost = { free: '', billed: body ? texts.billedByPath : texts.billed, change: texts.change }[effect]
  return [cost, extension !== undefined && texts.onlyIfOffered(extension)].filter(Boolean).join(' ')
}

function parameterObject(parameter: Parameter, operationId: string): ParameterObject {
  const { name, kind, isAssumed, filter } = parameter
  const description = kind === 'id' ? undefined : texts.kinds[kind]
  return {
    name,
    in: parameter.in,
    ...(parameter.in === 'path' && { required: true }),
    ...(description !== undefined && {
      description: filter ? `${filter.label}. ${description}.` : `${description}.`,
    }),
    schema: schemaOf(parameter, operationId),
    ...assumed(isAssumed),
  }
}

function schemaOf({ kind, filter }: Parameter, operationId: string): JsonSchema {
  switch (kind) {
    case 'id':
      return { type: 'string', minLength: 1, not: { enum: ['.', '..'] } }
    case 'page':
      return { type: 'integer', minimum: 1, default: 1 }
    case 'size': {
      const { defaultRows, mostRows } = listQueries[operationId] ?? {}
      return {
        type: 'integer',
        minimum: 1,
        ...(mostRows !== undefined && { maximum: mostRows }),
        ...(defaultRows !== undefined && { default: defaultRows }),
      }
    }
    case 'user':
      return { type: 'string', pattern: '^[!-~]([ -~]*[!-~])?$' }
    default:
      if (filter?.choices === yesOrNo) return { type: 'boolean' }
      return filter?.choices
        ? { type: 'string', enum: filter.choices.map(([value]) => value) }
        : { type: 'string', minLength: 1 }
  }
}

function responsesOf(operation: NamedOperation): Record<string, ResponseObject> {
  const { endpoint } = operation
  const { host, response } = endpoint
  const [success, ...errors] = statusesOf(operation)
  const responses: Record<string, ResponseObject> = {}
  if (success)
    responses[success.status] = {
      description: success.isAssumed ? texts.accepted : texts.success,
      ...(response !== nothing() && { content: json(refTo(responseName(operation))) }),
      ...assumed(success.isAssumed),
    }
  const own = gatewayCodesOf(endpoint)
  const ofProvider = refTo(host === 'vehicleData' ? 'Version2Error' : 'Version3Error')
  const all = new Set([...errors.map(({ status }) => status), ...own.keys()])
  for (const status of [...all].toSorted((a, b) => a - b)) {
    const shown = errors.find((one) => one.status === status)
    const codes = own.get(status)
    const bodies = [...(shown ? [ofProvider] : []), ...(codes ? [refTo('GatewayError')] : [])]
    const [only] = bodies
    const title = statusTitles[status] ?? `HTTP ${status}`
    responses[status] = {
      description: shown ? title : texts.fromServerOnly(title),
      content: json(only && bodies.length === 1 ? only : { anyOf: bodies }),
      ...assumed(shown?.isAssumed === true),
      ...(codes && { 'x-gateway-codes': codes }),
    }
  }
  return responses
}
