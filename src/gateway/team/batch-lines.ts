/** What a batch has brought, path by path (2.12): matched by the path, what has none by its position. */

import { batch } from '../../api/batch'
import { ApiError, isAsleep } from '../../api/errors'

type Item = Readonly<Record<string, unknown>>
const itemOf = (value: unknown): Item | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined

/** The error that a path failed with. */
export const errorOf = ({ state, item: { code, body } }: BatchLine): ApiError | undefined =>
  state === 'failed' ? new ApiError('http', batch.send, { status: Number(code), body }) : undefined

export interface BatchLine {
  path: string
  state: 'answered' | 'failed' | 'missing' | 'not asked for'
  item: Item
}

const stateOf = ({ code }: Item): 'answered' | 'failed' => {
  const status = typeof code === 'string' && code !== '' ? Number(code) : code
  return typeof status === 'number' && status >= 200 && status < 300 ? 'answered' : 'failed'
}

/** @param paths as they were sent @returns a line for each of them, then what nobody asked for */
export function batchLines(paths: readonly string[], responses: readonly unknown[]): BatchLine[] {
  const left = responses.map(itemOf)
  const take = (at: number) => {
    const item = left[at]
    left[at] = undefined
    return item
  }
  const lines = paths.map((path, at): BatchLine => {
    const named = left.findIndex((item) => item?.path === path)
    const item = named >= 0 ? take(named) : left[at] && typeof left[at].path !== 'string' ? take(at) : undefined
    return item ? { path, state: stateOf(item), item } : { path, state: 'missing', item: {} }
  })
  const extra = left.flatMap((item) =>
    item ? { path: String(item.path ?? ''), state: 'not asked for' as const, item } : [],
  )
  return [...lines, ...extra]
}

/** The paths of another try, and true if all of them failed because the vehicle is asleep. */
export function failedPaths(paths: readonly string[], responses: readonly unknown[]) {
  const failed = batchLines(paths, responses).filter(({ state }) => state === 'failed' || state === 'missing')
  return { failed: failed.map(({ path }) => path), isAsleep: failed.every((line) => isAsleep(errorOf(line))) }
}
