/** Bodies for tests, generated from a schema of the contract, hostile in every place; and what a read one must hold to. */
import fc from 'fast-check'
import type * as z from 'zod/mini'
import { hostileKey, hostileNumber, hostileText } from './hostile'

type Def = z.core.$ZodTypes['_zod']['def']
const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def // only zod's own are used

/** The place where a value is not what `Seen` promises for a schema; undefined where there is none. */
export function flawIn(schema: z.core.$ZodType, value: unknown, place = ''): string | undefined {
  const def = defOf(schema)
  const first = (flaws: (string | undefined)[]) => flaws.find((one) => one !== undefined)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries = isObject ? Object.entries(value) : []
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return value === null || value === undefined ? undefined : flawIn(def.innerType, value, place)
    case 'union':
      return def.options.some((option) => flawIn(option, value) === undefined) ? undefined : place
    case 'array':
      return Array.isArray(value) ? first(value.map((item, at) => flawIn(def.element, item, `${place}[${at}]`))) : place
    case 'record':
      if (!isObject) return place
      return first(
        entries.map(([key, one]) => (one === null ? undefined : flawIn(def.valueType, one, `${place}.${key}`))),
      )
    case 'object': {
      if (!isObject || Object.getPrototypeOf(value) !== Object.prototype) return `${place}{}`
      if ('id' in def.shape && !new Map(entries).get('id')) return `${place}.id`
      return first(
        entries.map(([key, one]) => {
          const child = def.shape[key]
          if (!child) return `${place}.${key} isn’t part of the API`
          return one === null || one === undefined ? undefined : flawIn(child, one, `${place}.${key}`)
        }),
      )
    }
    case 'enum':
    case 'literal':
    case 'string':
      return typeof value === 'string' ? undefined : place
    case 'number':
    case 'boolean':
      return typeof value === def.type ? undefined : place
    default:
      return undefined
  }
}

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  hostileText,
  hostileNumber,
  fc.dictionary(hostileKey, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
)

/** As the schema has it, with hostile texts and numbers; now and then without a field, with another, or quite another value. */
export function bodyOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: soundOf(schema) }, { weight: 1, arbitrary: anything })
}

function soundOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return fc.option(bodyOf(def.innerType), { freq: 8 })
    case 'union':
      return fc.oneof(...def.options.map(bodyOf))
    case 'array':
      return fc.oneof(
        fc.array(bodyOf(def.element), { maxLength: 4 }),
        bodyOf(def.element).map((item) => [item, item]),
      )
    case 'record':
      return fc.dictionary(fc.oneof(hostileKey, fc.string({ maxLength: 8 })), bodyOf(def.valueType), { maxKeys: 5 })
    case 'object': {
      const fields = Object.entries(def.shape).map(([key, child]) => [key, bodyOf(child)] as const)
      const own = fc.record(Object.fromEntries(fields), { noNullPrototype: true })
      const lost = fc.record(Object.fromEntries(fields), { requiredKeys: [], noNullPrototype: true })
      const more = fc
        .tuple(own, hostileKey, anything)
        .map(([body, key, value]) => Object.fromEntries([...Object.entries(body), [key, value]]))
      return fc.oneof({ weight: 6, arbitrary: own }, { weight: 1, arbitrary: lost }, { weight: 1, arbitrary: more })
    }
    case 'enum':
      return fc.oneof(fc.constantFrom(...Object.values(def.entries)), hostileText)
    case 'literal':
      return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...def.values) }, { weight: 1, arbitrary: hostileText })
    case 'string':
      return fc.oneof(
        { weight: 3, arbitrary: hostileText },
        { weight: 1, arbitrary: fc.constant('2026-01-02T03:04:05Z') },
      )
    case 'number':
      return hostileNumber
    case 'boolean':
      return fc.boolean()
    default:
      return anything
  }
}
