/** Fields of an answer that the interface does not show. `read` lets them pass without a look, so this is a walk of its own. */
import { type Difference, defOf, kindOf, kindOfValue, type Schema } from './read'

/** Listed for one answer at most. */
export const MOST_UNSHOWN = 1000

/** What stands in the place of `expected`. */
const UNSHOWN = 'no such field'

/** Every field of `raw` that `schema` has no place for; what is open, or of another type, is not looked into. */
export function unshownIn(schema: Schema, raw: unknown): Difference[] {
  const found: Difference[] = []
  visit(schema, raw, [], found)
  return found
}

function visit(schema: Schema, raw: unknown, path: Difference['path'], found: Difference[]): void {
  if (typeof raw !== 'object' || raw === null || found.length >= MOST_UNSHOWN) return
  const def = defOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') visit(def.innerType, raw, path, found)
  else if (def.type === 'union') {
    const likely = def.options.find((option) => kindOf(option) === kindOfValue(raw))
    if (likely) visit(likely, raw, path, found)
  } else if (def.type === 'array') {
    if (!Array.isArray(raw))
      visit(def.element, raw, path, found) // one record is read as a list of one
    else for (const [index, item] of raw.entries()) visit(def.element, item, [...path, index], found)
  } else if (!Array.isArray(raw) && (def.type === 'object' || def.type === 'record')) {
    for (const [key, value] of Object.entries(raw)) {
      const child = def.type === 'record' ? def.valueType : Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
      if (child) visit(child, value, [...path, key], found)
      else if (found.length < MOST_UNSHOWN) found.push({ path: [...path, key], expected: UNSHOWN, got: value })
    }
  }
}
