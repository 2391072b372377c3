/** What changed between two bodies of the same read, place by place. */
import { pathText } from '../../api/read'
import { wholeBody } from '../../core/texts'
import { formatMeasure } from '../../ui/measure'

export interface Change {
  place: string
  /** Undefined where it was not there. */
  before: unknown
  after: unknown
}

const MOST_CHANGES = 100
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function changesBetween(before: unknown, after: unknown): Change[] {
  const changes: Change[] = []
  const compare = (a: unknown, b: unknown, path: (string | number)[]): void => {
    if (changes.length >= MOST_CHANGES || Object.is(a, b)) return
    if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(a[key], b[key], [...path, Array.isArray(a) ? Number(key) : key])
    } else changes.push({ place: pathText(path) || wholeBody, before: a, after: b })
  }
  compare(before, after, [])
  return changes
}

/** Longer values are cut: the bodies themselves have them whole. */
const MOST_SHOWN = 200

/** A value of a change as it is read: a number grouped as everywhere, and none of its digits rounded away. */
export function valueAt(place: string, value: unknown): string | undefined {
  if (typeof value === 'number') return formatMeasure(place, value, true)
  return JSON.stringify(value)?.slice(0, MOST_SHOWN)
}
