/** Signal values of any shape (2.6 shows door-like records only) as records, the same for pages and for files. */
import { type Difference, MAX_DIFFERENCES } from './read'

export type SignalRecord = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The records of a body: the list's items, a single one, or the bare body. A scalar stands under `value`; a resource
 * with attributes is opened, its body, status and times beside each other.
 */
export function recordsOf(raw: unknown): SignalRecord[] {
  const data = isObject(raw) && 'data' in raw ? raw.data : raw
  if (data === undefined || data === null) return []
  return (Array.isArray(data) ? data : [data]).map(recordOf)
}

function recordOf(item: unknown): SignalRecord {
  if (!isObject(item)) return { value: item }
  const { attributes, meta, links: _links, ...rest } = item
  if (!isObject(attributes)) return item
  const { body, ...others } = attributes
  return {
    ...(isObject(body) ? body : body === undefined ? {} : { value: body }),
    ...others,
    ...(isObject(meta) ? meta : {}),
    ...rest,
  }
}

const NUMERIC = /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d{1,3})?$/i

/** A number, also one that was sent as text, such as `"62.0"`; undefined for anything else. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMERIC.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Numeric texts, and empty ones, in a field that holds numbers in other records of the same body. */
export function numbersSentAsText(body: unknown): Difference[] {
  const items = isObject(body) && Array.isArray(body.data) ? body.data : []
  const records = items.map(recordOf)
  const numeric = new Set(
    records.flatMap((record) =>
      Object.entries(record).flatMap(([name, value]) => (typeof value === 'number' ? name : [])),
    ),
  )
  const differences = records.flatMap((record, index) =>
    Object.entries(record).flatMap(([name, got]): Difference[] => {
      const isText = typeof got === 'string' && (got.trim() === '' || numberIn(got) !== undefined)
      return isText && numeric.has(name) ? [{ path: ['data', index, name], expected: 'a number', got }] : []
    }),
  )
  return differences.slice(0, MAX_DIFFERENCES)
}
