/** For tests: whether what a host returns is what the OpenAPI document says of that operation and status. */
import { Ajv2020 } from 'ajv/dist/2020'
import { timestamp } from '../json-api'
import type { OpenApi, OperationObject } from './document'

const PLACE = 'document'

export interface DocumentedOperation {
  path: string
  method: 'get' | 'post' | 'delete'
  operation: OperationObject
}

export const documentedOperations = ({ paths }: OpenApi): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'delete'] as const).flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )

/** The code of an error that the server itself made. */
function gatewayCodeIn(body: unknown): string | undefined {
  const { errors } = (body ?? {}) as { errors?: { type?: unknown; code?: unknown }[] } // whatever it is
  const [first] = Array.isArray(errors) ? errors : []
  return first?.type === 'GATEWAY' ? String(first.code) : undefined
}

/** Checks bodies by the document’s own schemas, each compiled once. */
export function checkerOf(document: OpenApi) {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, allowUnionTypes: true })
  ajv.addVocabulary(['x-assumed', 'components'])
  ajv.addFormat('date-time', (text: string) => timestamp.safeParse(text).success)
  ajv.addSchema({ $id: PLACE, components: document.components }, PLACE, undefined, false) // no JSON Schema as a whole
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  /** @param ref `#/components/schemas/…` */
  const compile = (ref: string) => {
    const known = compiled.get(ref)
    if (known) return known
    const validate = ajv.compile({ $ref: `${PLACE}${ref}` })
    compiled.set(ref, validate)
    return validate
  }
  const refsOf = (schema: { $ref?: unknown; anyOf?: unknown }): string[] =>
    schema.$ref !== undefined ? [String(schema.$ref)] : (schema.anyOf as { $ref: string }[]).map(({ $ref }) => $ref) // operation.ts writes no other

  const wrongIn = (ref: string, body: unknown): string => {
    const validate = compile(ref)
    return validate(body) ? '' : ajv.errorsText(validate.errors)
  }

  return {
    wrongIn,
    /** What is not as documented, in words; empty where all is. @param text of the body as sent */
    wrongWith({ responses }: OperationObject, status: number, text: string): string {
      const response = responses[status]
      if (!response) return `${status} is not documented`
      const schema = response.content?.['application/json']?.schema
      if (!schema) return text === '' ? '' : 'a body where none is documented'
      let body: unknown
      try {
        body = JSON.parse(text)
      } catch {
        return `${status} with a body that is no JSON`
      }
      const own = gatewayCodeIn(body)
      if (own !== undefined && ![response['x-gateway-codes']].flat().includes(own)) return `${status} has no ${own}`
      const wrong = refsOf(schema).map((ref) => wrongIn(ref, body))
      return wrong.includes('') ? '' : `${status}: ${wrong.join('; or ')}`
    },
  }
}
