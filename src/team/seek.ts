/**
 * Finds which connections are gone from a list that keeps its order, newest first, by bisection: what is known stands in
 * the list's own order, so a row that is found some places too early tells how many before it are gone. Pure, but for
 * the pages and the places that it asks for.
 */
import type { Order } from '../store/directory-order'

export interface Placed {
  id: string
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** The list is not what it was taken for: it has changed meanwhile, or its order is another. */
export class Surprise extends Error {
  override readonly name = 'Surprise'
}

export interface SeekOptions {
  /** Who is known, in the order of the list. */
  order: Order
  /** How many the list has, and how many a page. */
  total: number
  size: number
  /** Pages that were read already, from the first one on. */
  pages: Map<number, readonly Placed[]>
  /** @throws Surprise where it shows that the list has changed */
  read: (page: number) => Promise<readonly Placed[]>
  /** What is certain to be gone, told as it is found. */
  onGone: (ids: readonly string[]) => void
}

/** A part of what is known, and the part of the list that is the same, but for what is gone from it. */
interface Stretch {
  from: number
  to: number
  first: number
  end: number
}

/** @throws Surprise, and what `read` throws */
export async function seek(options: SeekOptions): Promise<void> {
  const { order, total, size, pages, read, onGone } = options
  const open: Stretch[] = [{ from: 0, to: order.length, first: 0, end: total }]
  for (const page of [...pages.keys()].sort((a, b) => a - b)) {
    const last = open.pop()
    if (last) open.push(...(await split(last, page, options)))
  }
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const { from, to, first, end } = stretch
    const gone = to - from - (end - first)
    if (gone < 0) throw new Surprise()
    if (gone === 0) continue
    const within = pagesOf(first, end, size)
    const unread = within.filter((page) => !pages.has(page))
    const page = unread[unread.length >> 1]
    if (page !== undefined) {
      const rows = await read(page)
      if (rows.length !== Math.min(size, total - (page - 1) * size)) throw new Surprise()
      pages.set(page, rows)
      open.push(...(await split(stretch, page, options)))
      continue
    }
    const listed = new Set(within.flatMap((one) => (pages.get(one) ?? []).map(({ id }) => id)))
    const missing = (await known(order, from, to)).filter((id) => !listed.has(id))
    tell(missing, gone, onGone)
  }
}

/** @throws Surprise where others stand there by now */
async function known(order: Order, from: number, to: number): Promise<readonly string[]> {
  const ids = await order.slice(from, to)
  if (!ids) throw new Surprise()
  return ids
}

const pagesOf = (first: number, end: number, size: number): number[] => {
  const [from, to] = [Math.floor(first / size) + 1, Math.ceil(end / size)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

function tell(ids: readonly string[], count: number, onGone: SeekOptions['onGone']): void {
  if (ids.length !== count) throw new Surprise()
  if (count > 0) onGone(ids)
}

/**
 * The two stretches that a page leaves of one. Rows of one moment may stand in any order among themselves: those that a
 * page may share with its neighbours belong to the stretches beside it.
 */
async function split(stretch: Stretch, page: number, options: SeekOptions): Promise<Stretch[]> {
  const { order, total, size, pages, onGone } = options
  const rows = pages.get(page) ?? []
  const start = (page - 1) * size
  const timeOf = (index: number) => rows[index]?.createdAt
  let left = 0
  let right = rows.length
  if (start > 0) while (left < rows.length && timeOf(left) === timeOf(0)) left += 1
  if (start + right < total) while (right > left && timeOf(right - 1) === timeOf(rows.length - 1)) right -= 1
  if (left >= right) return [stretch]
  // What is known stands so many places later than in the list at least, and at most.
  const from = Math.max(stretch.from, start + left + stretch.from - stretch.first)
  const to = Math.min(stretch.to, start + right + stretch.to - stretch.end)
  const ids = await known(order, from, to)
  const places = new Map(ids.map((id, index) => [id, from + index]))
  let [least, most] = [Number.POSITIVE_INFINITY, -1]
  for (let index = left; index < right; index += 1) {
    const place = places.get(rows[index]?.id ?? '')
    if (place === undefined || (place < most && timeOf(index) !== timeOf(index - 1))) throw new Surprise()
    least = Math.min(least, place)
    most = Math.max(most, place)
  }
  const listed = new Set(rows.map(({ id }) => id))
  const missing = ids.slice(least - from, most + 1 - from).filter((id) => !listed.has(id))
  tell(missing, most + 1 - least - (right - left), onGone)
  return [
    { from: stretch.from, to: least, first: stretch.first, end: start + left },
    { from: most + 1, to: stretch.to, first: start + right, end: stretch.end },
  ]
}
