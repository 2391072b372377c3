/** For tests: requests made from the OpenAPI document alone, valid and not, as a client or a careless program makes them. */
import fc from 'fast-check'
import type { JsonSchema, OpenApi, ParameterObject } from '../../api/openapi/document'
import { type DocumentedOperation, documentedOperations } from '../../api/openapi/openapi-harness'

/** A request at the provider’s host. */
export interface Case {
  operationId: string
  /** Path and query, raw. */
  target: string
  headers: Record<string, string | undefined>
  body?: string | undefined
}

/** Values that mean something in the world that is asked, by what their parameter’s name ends in, in lower case. */
export type Known = Readonly<Record<string, readonly string[]>>

/** What is known of a name: `vehicleId`, `filter[vehicleId]` and a body’s `vehicleId` are the same. */
function knownFor(name: string, known: Known): readonly string[] {
  const plain = name.toLowerCase().replace(/^.*\[|\]$/g, '')
  return known[plain] ?? []
}

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('007', '1e5', 'null', '../..', 'a b&c=d', '%', '__proto__', 'x'.repeat(300)),
  },
)

/** Fits the schema, of the kinds that the document has for what is sent. */
function fitting(schema: JsonSchema, name: string, known: Known, document: OpenApi): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const found = document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    if (!found) throw new Error(`${schema.$ref} leads nowhere`)
    return fitting(found, name, known, document)
  }
  const inner = (of: JsonSchema, key: string) => fitting(of, key, known, document)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 20, 20) }),
        fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? Number.MAX_SAFE_INTEGER }),
      )
    case 'string': {
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern), { maxLength: 20 })
      const values = knownFor(name, known)
      const free = text.filter((one) => one !== '.' && one !== '..')
      return values.length === 0
        ? free
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: free })
    }
    case 'array':
      return fc.array(inner(schema.items as JsonSchema, name), { maxLength: 4 }) // one schema for all
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][] // no boolean schemas here
      return fc.record(Object.fromEntries(properties.map(([key, of]) => [key, inner(of, key)])), {
        requiredKeys: schema.required ?? [],
      })
    }
  }
  throw new Error(`no values of ${JSON.stringify(schema)}`)
}

/** Fits hardly anything. */
const misfit = fc.oneof(
  fc.constantFrom('', '0', '-1', '1e9', '999999999999999999999', 'maybe', 'TRUE', '1.5', ' 1', '\u0000', '[]'),
  text,
)
/** Segments that are no id, or are written as none should be: as they are in the address. */
const brokenSegment = fc.constantFrom('', '.', '..', '%2e%2e', '%zz', '%C3', '%00', 'a%2Fb', '%252e%252e', 'a;b', '%')
const brokenBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '7',
    '"x"',
    '{"requests":{}}',
    '{"requests":[{}]}',
    '{"data":{"attributes":{}}}',
  ),
  fc.json({ maxDepth: 3 }),
)

type Parts = [name: string, value: string][]

function queryOf(parameters: readonly ParameterObject[], known: Known, document: OpenApi): fc.Arbitrary<string> {
  const parts: fc.Arbitrary<Parts>[] = parameters.map(({ name, schema }) => {
    const one = (value: fc.Arbitrary<unknown>) => value.map((of): Parts => [[name, String(of)]])
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant<Parts>([]) },
      { weight: 3, arbitrary: one(fitting(schema, name, known, document)) },
      { weight: 1, arbitrary: one(misfit) },
      {
        weight: 1,
        arbitrary: fc
          .array(misfit, { minLength: 2, maxLength: 3 })
          .map((all) => all.map((of): Parts[number] => [name, of])),
      },
    )
  })
  const foreign = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Parts>([]) },
    { weight: 1, arbitrary: fc.tuple(text, misfit).map((pair): Parts => [pair]) },
  )
  return fc.tuple(...parts, foreign).map((all) => {
    const pairs = all.flat().map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  })
}

/** A request of one operation: mostly as the document has it, at times with a part that does not fit. */
function caseOf(documented: DocumentedOperation, known: Known, document: OpenApi): fc.Arbitrary<Case> {
  const { path, operation } = documented
  const at = (place: ParameterObject['in']) => operation.parameters.filter((one) => one.in === place)
  const segments = at('path').map(({ name, schema }) =>
    fc.oneof(
      { weight: 8, arbitrary: fitting(schema, name, known, document).map((id) => encodeURIComponent(String(id))) },
      { weight: 1, arbitrary: brokenSegment },
    ),
  )
  const headers = fc.record(
    Object.fromEntries(
      at('header').map(({ name, schema }) => [name, fitting(schema, name, known, document).map(String)]),
    ),
    { requiredKeys: [] },
  )
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema
    ? fc.oneof(
        { weight: 4, arbitrary: fitting(schema, 'body', known, document).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: brokenBody },
      )
    : fc.constant(undefined)
  return fc
    .tuple(fc.tuple(...segments), queryOf(at('query'), known, document), headers, body)
    .map(([ids, query, ...more]) => {
      let nth = 0
      const target = path.replace(/\{\w+\}/g, () => ids[nth++] ?? '') + query
      return { operationId: operation.operationId, target, headers: more[0], body: more[1] }
    })
}

/** Any operation of the document. */
export const anyCase = (document: OpenApi, known: Known): fc.Arbitrary<Case> =>
  fc.oneof(...documentedOperations(document).map((one) => caseOf(one, known, document)))

/** One that a conforming host carries out: every id is known, nothing else is given. */
export function soundCase(documented: DocumentedOperation, known: Known): Case {
  const first = (name: string) => knownFor(name, known)[0] ?? ''
  const attributes = { webhookId: first('webhookId'), userId: first('userId'), vehicleId: first('vehicleId') }
  const bodies: Record<string, unknown> = {
    'batch.send': { requests: [{ path: '/odometer' }, { path: '/vin' }] },
    'subscriptions.create': { data: { attributes } },
  }
  const body = bodies[documented.operation.operationId]
  return {
    operationId: documented.operation.operationId,
    target: documented.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(first(name))),
    headers: {},
    body: JSON.stringify(body),
  }
}
