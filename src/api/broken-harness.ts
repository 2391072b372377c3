/** For tests of what reads bodies that anybody may have sent. */

/** A body with whatever stands at the end of a random way into it replaced. */
export function broken(body: unknown, [turn, ...turns]: readonly number[], by: unknown): unknown {
  if (turn === undefined || typeof body !== 'object' || body === null) return by
  const keys = Object.keys(body)
  const chosen = keys[turn % Math.max(keys.length, 1)]
  const inner = (key: string, value: unknown) => (key === chosen ? broken(value, turns, by) : value)
  if (Array.isArray(body)) return body.map((item, index) => inner(String(index), item))
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, inner(key, value)]))
}
