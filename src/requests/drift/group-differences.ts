/**
 * Differences of many answers folded into lines, one for each operation and field: a hundred broken rows are one line. It
 * holds a fixed number of lines of a fixed length, whatever comes; what has no line is counted all the same.
 */
import type { Endpoint } from '../../api/endpoint'
import { type Difference, MAX_DIFFERENCES } from '../../api/read'
import { exampleOf, type Kind, kindOf, short } from './example'
import * as texts from './group-differences-texts'

export interface Line {
  /** The field, indexes folded: `data[].attributes.vehicle.year`. */
  place: string
  /** What the interface shows there, in words. */
  expected: string
  /** What came instead, and how often. */
  got: Partial<Record<Kind, number>>
  /** Places in all answers. */
  places: number
  /** Answers that had it. */
  answers: number
  /** Of the last answer that had one. */
  example: string
  /** The service's own id of the last answer that had it. */
  requestId: string | undefined
  /** Milliseconds since the epoch. */
  first: number
  last: number
}

/** What one operation answered: what it was asked for, or its errors. */
export interface Group {
  operation: string
  host: Endpoint['host']
  isError: boolean
  /** Answers so far, those without a difference too. */
  answers: number
  lines: Map<string, Line>
  /** Places in fields beyond `MOST_LINES`. */
  beyond: number
  /** Answers in which no more places were listed, as there were too many. */
  cut: number
}

/** Fields of one operation: the first so many have a line. */
export const MOST_LINES = 50
const KEY = 48

/** Indexes are all one place; names, those of headers too, are a place each. */
export function placeOf(path: Difference['path']): string {
  const text = path
    .map((key) => {
      if (typeof key === 'number') return '[]'
      const name = short(key, KEY)
      return /^[\w$ -]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
    })
    .join('')
  return text.replace(/^\./, '') || texts.body
}

export class DifferenceGroups {
  readonly groups = new Map<string, Group>()

  /** Counts answers. @returns what of their operation is known */
  count({ operation, host }: Pick<Endpoint, 'operation' | 'host'>, isError: boolean, answers = 1): Group {
    const key = `${operation} ${isError}`
    let group = this.groups.get(key)
    if (!group) {
      group = { operation, host, isError, answers: 0, lines: new Map(), beyond: 0, cut: 0 }
      this.groups.set(key, group)
    }
    group.answers += answers
    return group
  }

  /** Counts one answer, and what differs in it. */
  add(
    endpoint: Pick<Endpoint, 'operation' | 'host'>,
    isError: boolean,
    differences: readonly Difference[],
    at: number,
    requestId?: string,
  ): void {
    const group = this.count(endpoint, isError)
    if (differences.length === 0) return
    if (differences.length >= MAX_DIFFERENCES) group.cut += 1
    const id = requestId === undefined ? undefined : short(requestId)
    const seen = new Set<Line>()
    for (const { path, expected, got } of differences) {
      const line = lineAt(group, placeOf(path), expected, at)
      if (!line) {
        group.beyond += 1
        continue
      }
      const kind = kindOf(got)
      line.got[kind] = (line.got[kind] ?? 0) + 1
      line.places += 1
      if (seen.has(line)) continue
      seen.add(line)
      line.answers += 1
      line.last = Math.max(line.last, at)
      line.first = Math.min(line.first, at)
      line.requestId = id
      line.example = exampleOf(line.place, got) || line.example
    }
  }

  /** Fields that have a line. */
  get size(): number {
    return [...this.groups.values()].reduce((sum, { lines }) => sum + lines.size, 0)
  }

  get answers(): number {
    return [...this.groups.values()].reduce((sum, { answers }) => sum + answers, 0)
  }
}

/** Undefined where there is no room for another. */
function lineAt({ lines }: Group, place: string, expected: string, at: number): Line | undefined {
  const key = JSON.stringify([place, expected])
  const known = lines.get(key)
  if (known || lines.size >= MOST_LINES) return known
  const line: Line = {
    place,
    expected,
    got: {},
    places: 0,
    answers: 0,
    example: '',
    requestId: undefined,
    first: at,
    last: at,
  }
  lines.set(key, line)
  return line
}

/** In words: `text 3, nothing 1`. */
export const gotText = ({ got }: Pick<Line, 'got'>): string =>
  (Object.entries(got) as [Kind, number][]) // its own keys
    .map(([kind, count]) => texts.came(kind, count))
    .join(', ')
