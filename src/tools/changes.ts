/** What changed between two bodies of the same read, place by place. */
import { pathText } from '../api/read'
import { wholeBody } from './texts'

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
