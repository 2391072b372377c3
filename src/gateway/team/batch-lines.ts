/** What a batch has brought, path by path (2.12): matched by the path, what has none by its position. */

type Item = Readonly<Record<string, unknown>>
const itemOf = (value: unknown): Item | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined

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

/** What another try asks for. */
export const failedPaths = (paths: readonly string[], responses: readonly unknown[]): string[] =>
  batchLines(paths, responses).flatMap(({ path, state }) => (state === 'failed' || state === 'missing' ? path : []))
