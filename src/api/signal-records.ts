/** Signal values of any shape (2.6 shows door-like records only) as records, the same for pages and for files. */

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
