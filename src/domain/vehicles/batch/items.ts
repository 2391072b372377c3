/**
 * What a batch answered, path by path (2.12). Items are matched by their path, then by position; what is missing, what
 * nobody asked for, and what has another shape is each said. Read from the body as sent: a broken item keeps its place.
 */

import { batch } from '../../../api/batch'
import { ApiError, type Facts, factsOf } from '../../../api/errors'
import { version2Reads } from '../../../api/version2-reads.data'
import { written } from '../../../ui/format'
import * as texts from './items-texts'
import { readOf } from './read-of'

/** `unclear`: it came without a status. */
export type RowState = 'answered' | 'failed' | 'unclear' | 'missing'

export interface BatchRow {
  /** As it was asked for; what nobody asked for: as the answer names it. */
  path: string
  state: RowState
  isExtra: boolean
  status?: number
  body?: unknown
  /** The item's own headers, not those of the whole answer. */
  facts: Facts
  /** Set where the item is an error. */
  error?: ApiError
  /** The item as sent. */
  raw?: unknown
  /** What is odd about it, in sentences. */
  remarks: readonly string[]
}

export interface Matched {
  rows: readonly BatchRow[]
  /** What is odd about the whole. */
  remarks: readonly string[]
}

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined

/** The items of an answer, and what is odd about where they stand. */
function itemsOf(raw: unknown): { items: unknown[]; remarks: string[] } {
  if (Array.isArray(raw)) return { items: raw, remarks: [texts.bareList] }
  const responses = record(raw)?.responses
  if (Array.isArray(responses)) return { items: responses, remarks: [] }
  return { items: [], remarks: [texts.noList] }
}

const pathIn = (item: unknown): string | undefined => {
  const path = record(item)?.path
  return typeof path === 'string' && path !== '' ? path : undefined
}

/** The same path in another spelling: without its slash, in capitals, behind the vehicle's own address. */
const loose = (path: string) =>
  readOf(path)
    .replace(/^(\/?v2\.0)?\/?vehicles\/[^/]+/i, '')
    .replace(/^\/|\/$/g, '')
    .toLowerCase()

/** @param paths as they were sent, each once */
export function matchItems(paths: readonly string[], raw: unknown): Matched {
  const { items, remarks } = itemsOf(raw)
  const taken = new Set<number>()
  const take = (fits: (item: unknown, index: number) => boolean): number | undefined => {
    const index = items.findIndex((item, at) => !taken.has(at) && fits(item, at))
    if (index < 0) return undefined
    taken.add(index)
    return index
  }
  const found: (number | undefined)[] = paths.map((path) => take((item) => pathIn(item) === path))
  paths.forEach((path, at) => {
    found[at] ??= take((item) => loose(pathIn(item) ?? '\0') === loose(path))
  })
  paths.forEach((_, at) => {
    found[at] ??= take((item, index) => index === at && pathIn(item) === undefined)
  })
  let furthest = -1
  const asked = paths.map((path, at): BatchRow => {
    const index = found[at]
    if (index === undefined) return { path, state: 'missing', isExtra: false, facts: {}, remarks: [texts.missing] }
    const item = items[index]
    const name = pathIn(item)
    const remarks = [
      ...(name === undefined ? [texts.byPosition] : []),
      ...(name !== undefined && name !== path ? [texts.spelling(name)] : []),
      ...(index < furthest ? [texts.outOfOrder(index + 1)] : []),
    ]
    furthest = Math.max(furthest, index)
    return rowOf(path, item, false, remarks)
  })
  const extra = items.flatMap((item, index) => {
    if (taken.has(index)) return []
    const name = pathIn(item)
    const isSecond = name !== undefined && paths.includes(name)
    const why = isSecond ? texts.second : texts.unasked
    return rowOf(name ?? texts.nthItem(index + 1), item, true, [why])
  })
  return { rows: [...asked, ...extra], remarks }
}

function rowOf(path: string, raw: unknown, isExtra: boolean, known: readonly string[]): BatchRow {
  const item = record(raw)
  if (!item) {
    const what = raw === null ? texts.aNull : Array.isArray(raw) ? texts.aList : texts.ofType(typeof raw)
    return { path, state: 'unclear', isExtra, facts: {}, raw, remarks: [...known, texts.noObject(what)] }
  }
  const status = statusOf(item.code)
  const headers = record(item.headers)
  const facts = factsOf(Object.entries(headers ?? {}).map(([name, value]) => [name, written(value)] as const))
  const state = status === undefined ? 'unclear' : status >= 200 && status < 300 ? 'answered' : 'failed'
  const remarks = [
    ...known,
    ...(status === undefined ? [texts.noStatus] : []),
    ...(state === 'answered' && !headers ? [texts.noHeaders] : []),
  ]
  const permission = version2Reads.find((read) => read.path === readOf(path))?.permission
  const { host, operation, effect } = batch.send
  const of = { host, operation, effect, ...(permission !== undefined && { permission }) }
  return {
    path,
    state,
    isExtra,
    ...(status !== undefined && { status }),
    body: item.body,
    facts,
    ...(state === 'failed' &&
      status !== undefined && { error: new ApiError('http', of, { status, body: item.body, facts }) }),
    raw,
    remarks,
  }
}

function statusOf(code: unknown): number | undefined {
  const status = typeof code === 'string' && code !== '' ? Number(code) : code
  return typeof status === 'number' && Number.isInteger(status) ? status : undefined
}

/** The outcome of a whole response, in words, e.g. `5 of 7 succeeded, 1 failed, 1 missing`. */
export function countsOf(rows: readonly Pick<BatchRow, 'state' | 'isExtra'>[]): string {
  const count = (state: RowState) => rows.filter((row) => !row.isExtra && row.state === state).length
  const extra = rows.filter(({ isExtra }) => isExtra).length
  return [
    texts.answered(count('answered'), rows.length - extra),
    ...(['failed', 'missing', 'unclear'] as const).flatMap((state) =>
      count(state) ? texts.others[state](count(state)) : [],
    ),
    ...(extra ? [texts.extra(extra)] : []),
  ].join(', ')
}

/** The paths that a second try would ask for: what failed, what is missing, what came without a status. */
export const failedPaths = (rows: readonly BatchRow[]): string[] =>
  rows.flatMap(({ path, state, isExtra }) => (isExtra || state === 'answered' ? [] : path))
