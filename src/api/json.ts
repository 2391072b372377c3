/**
 * JSON as it came, made fit to be walked and sent: what is nested beyond all use is taken out, for walking it would
 * overflow the stack, and halves of characters become U+FFFD, as every encoder makes them, or refuses them.
 */

/** The interface nests seven levels at most. */
export const MOST_LEVELS = 100
/** Stands in the place of what is nested deeper. */
export const TOO_DEEP = `… nested more than ${MOST_LEVELS} levels deep`

/** @returns undefined for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return bounded(JSON.parse(text), 0)
  } catch {
    return undefined
  }
}

/** In place: nobody else holds what was just parsed. */
function bounded(value: unknown, level: number): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (level >= MOST_LEVELS) return TOO_DEEP
  const holder = value as Record<string, unknown> // a list is one by its indexes
  for (const key of Object.keys(holder)) {
    const inner = holder[key]
    const outer = bounded(inner, level + 1)
    if (outer !== inner) holder[key] = outer
  }
  return value
}
