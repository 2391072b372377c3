/**
 * Reads a JSON answer against the interface's schema without ever refusing it: what fits is kept, what can be
 * understood is mended, and everything that differs is listed, so that a page can show as much as there is.
 */
import type * as z from 'zod/mini'

/** One place where an answer differs from the interface. */
export interface Difference {
  /** Keys and indexes from the root of the body; empty for the body itself. */
  path: (string | number)[]
  /** What the interface shows there, in words. */
  expected: string
  /** What was there; `undefined` for nothing at all. */
  got: unknown
}

/**
 * The interface's type as an answer may really hold it: every field may be missing or null, closed sets may
 * hold words of their own, and only an `id` is certain, because an object that lost its id is left out.
 */
export type AsSent<T> = unknown extends T
  ? unknown
  : T extends string
    ? string extends T
      ? string
      : T | (string & {})
    : T extends readonly (infer Item)[]
      ? AsSent<Item>[]
      : T extends object
        ? { [K in keyof T as K extends 'id' ? K : never]: T[K] } & {
            [K in keyof T as K extends 'id' ? never : K]?: AsSent<T[K]> | null | undefined
          }
        : T

interface ReadResult<T> {
  value: T
  differences: Difference[]
}

/** At most this many differences are listed for one answer: a wholly foreign body would list thousands. */
export const MAX_DIFFERENCES = 200
/** What stands there for an item that is left out; listed beyond the limit too, or a row would vanish unseen. */
const WHOLE_RECORD = 'a whole record'
const LEFT_OUT = Symbol('left out')
/**
 * Characters of one text that are read: no address holds more, and a page of such texts would take seconds to draw.
 * The body as sent has the whole.
 */
export const MOST_TEXT = 16_384
const TOO_LONG = `at most ${MOST_TEXT} characters`
const isTooLong = (value: unknown) => typeof value === 'string' && value.length > MOST_TEXT

export type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']
export const defOf = (schema: Schema): Def => (schema as z.core.$ZodTypes)._zod.def // every schema here is one of zod's own

/**
 * Reads `raw` by `schema`. Arrays are read item by item: an item that cannot be shown is left out of the value
 * and stands among the differences with its index, so that one broken row never hides the others.
 */
export function read<S extends z.ZodMiniType>(schema: S, raw: unknown): ReadResult<AsSent<z.output<S>>> {
  const strict = schema.safeParse(raw)
  if (strict.success && !hasLongText(strict.data, 0))
    return { value: strict.data as AsSent<z.output<S>>, differences: [] } // a whole T is a Seen<T>
  const differences: Difference[] = []
  const note = (difference: Difference) => {
    if (differences.length < MAX_DIFFERENCES || difference.expected === WHOLE_RECORD) differences.push(difference)
  }
  const value = visit(schema, raw, [], note)
  const empty = kindOf(schema) === 'array' ? [] : {}
  return { value: (value === LEFT_OUT || value === null ? empty : value) as AsSent<z.output<S>>, differences } // built along the schema
}

/** Levels of the interface itself: what stands deeper is open, and shown by views of its own. */
const MOST_OWN_LEVELS = 12

function hasLongText(value: unknown, level: number): boolean {
  if (typeof value === 'string') return value.length > MOST_TEXT
  if (typeof value !== 'object' || value === null || level > MOST_OWN_LEVELS) return false
  for (const key in value) if (hasLongText((value as Record<string, unknown>)[key], level + 1)) return true
  return false
}

/** True where the interface shows a body under `data`, and the answer has none that can be shown. */
export function isWithoutData(schema: z.ZodMiniType, value: unknown): boolean {
  const def = defOf(schema)
  if (def.type !== 'object' || !('data' in def.shape)) return false
  const { data } = (value ?? {}) as { data?: unknown } // read by its schema: an object
  return data === undefined || data === null
}

type Note = (difference: Difference) => void

/** Says “or null” where the value itself differs, and nothing of the kind further in. */
const orNull =
  (note: Note, path: Difference['path']): Note =>
  (difference) =>
    note(difference.path === path ? { ...difference, expected: `${difference.expected} or null` } : difference)

function visit(schema: Schema, raw: unknown, path: (string | number)[], note: Note): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return visitObject(schema, def.shape, raw, path, note)
    case 'array':
      return visitArray(schema, def.element, raw, path, note)
    case 'nullable':
      return raw === null ? null : visit(def.innerType, raw, path, orNull(note, path))
    case 'optional':
      return raw === undefined ? undefined : visit(def.innerType, raw, path, note)
    case 'union': {
      const likely = def.options.find((option) => kindOf(option) === kindOfValue(raw))
      if (likely) return visit(likely, raw, path, note)
      note({ path, expected: expectation(schema), got: raw })
      return raw === null ? null : LEFT_OUT
    }
    case 'record':
      return visitRecord(schema, def.valueType, raw, path, note)
    default:
      return visitScalar(schema, raw, path, note)
  }
}

function visitObject(
  schema: Schema,
  shape: Readonly<Record<string, Schema>>,
  raw: unknown,
  path: (string | number)[],
  note: Note,
): unknown {
  if (kindOfValue(raw) !== 'object') {
    note({ path, expected: expectation(schema), got: raw })
    return raw === null ? null : LEFT_OUT
  }
  const from = raw as Record<string, unknown> // kindOfValue has just said so
  const out: Record<string, unknown> = {}
  for (const [key, child] of Object.entries(shape)) {
    const given = Object.hasOwn(from, key) ? from[key] : undefined
    const value = visit(child, given, [...path, key], note)
    if (value !== LEFT_OUT && value !== undefined) out[key] = value
  }
  const lostId = 'id' in shape && (typeof out.id !== 'string' || ['', '.', '..'].includes(out.id))
  return lostId ? LEFT_OUT : out
}

/** Entry by entry, so that one of the wrong kind takes no other with it. */
function visitRecord(schema: Schema, valueType: Schema, raw: unknown, path: (string | number)[], note: Note): unknown {
  if (kindOfValue(raw) !== 'object') {
    note({ path, expected: expectation(schema), got: raw })
    return raw === null ? null : LEFT_OUT
  }
  const entries = Object.entries(raw as object) // kindOfValue has just said so
    .filter(([key]) => key !== '__proto__') // as zod's own records leave it out
    .map(([key, value]) => [key, visit(valueType, value, [...path, key], note)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== LEFT_OUT))
}

function visitArray(schema: Schema, element: Schema, raw: unknown, path: (string | number)[], note: Note): unknown {
  if (!Array.isArray(raw)) {
    note({ path, expected: expectation(schema), got: raw })
    // One record where a list of them is shown is read as a list of one.
    if (kindOfValue(raw) !== 'object' || kindOf(element) !== 'object') return raw === null ? null : LEFT_OUT
    const only = visit(element, raw, path, note)
    return only === LEFT_OUT ? LEFT_OUT : [only]
  }
  const out: unknown[] = []
  const isRecords = kindOf(element) === 'object'
  raw.forEach((item, index) => {
    const isForeign = isRecords && kindOfValue(item) !== 'object'
    const value = isForeign ? LEFT_OUT : visit(element, item, [...path, index], note)
    if (value !== LEFT_OUT && value !== null && value !== undefined) out.push(value)
    else if (isRecords) note({ path: [...path, index], expected: WHOLE_RECORD, got: item })
  })
  return out
}

function visitScalar(schema: Schema, raw: unknown, path: (string | number)[], note: Note): unknown {
  const parsed = (schema as z.ZodMiniType).safeParse(raw) // visit() has peeled off everything else
  if (parsed.success && !isTooLong(parsed.data)) return parsed.data
  const wanted = kindOf(schema)
  const isCut = wanted === 'string' && isTooLong(raw)
  note({ path, expected: isCut ? TOO_LONG : expectation(schema), got: raw })
  if (raw === null) return null
  if (isCut) return `${String(raw).slice(0, MOST_TEXT).toWellFormed()}…`
  if (kindOfValue(raw) === wanted) return raw
  if (wanted === 'string' && typeof raw === 'number') return String(raw)
  if (wanted === 'number' && typeof raw === 'string' && raw.trim() !== '' && Number.isFinite(Number(raw))) {
    return Number(raw)
  }
  return LEFT_OUT
}

type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'other'

export function kindOf(schema: Schema): Kind {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
    case 'record':
      return 'object'
    case 'enum':
    case 'literal':
    case 'string':
      return 'string'
    case 'array':
    case 'number':
    case 'boolean':
    case 'null':
      return def.type
    case 'optional':
    case 'nullable':
      return kindOf(def.innerType)
    default:
      return 'other'
  }
}

export function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'object' || type === 'string' || type === 'number' || type === 'boolean' ? type : 'other'
}

/** What a schema asks for, in words for the operator. */
function expectation(schema: Schema): string {
  const def = defOf(schema)
  switch (def.type) {
    case 'enum':
      return Object.values(def.entries).join(' or ')
    case 'literal':
      return def.values.join(' or ')
    case 'optional':
      return expectation(def.innerType)
    case 'string':
      if (!def.checks?.length) return 'text'
      return def.checks.some(({ _zod }) => _zod.def.check === 'min_length') ? 'an ID' : 'a timestamp'
    case 'number':
      return 'format' in def ? 'a whole number' : 'a number'
    case 'boolean':
      return 'true or false'
    case 'array':
      return 'a list'
    case 'object':
    case 'record':
      return 'an object'
    case 'union':
      return def.options.map(expectation).join(' or ')
    default:
      return 'another value'
  }
}

/** `data[2].attributes.vehicle.year` */
export function pathText(path: Difference['path']): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return text.replace(/^\./, '') || '(the body)'
}
