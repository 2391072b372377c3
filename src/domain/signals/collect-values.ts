/** All values of one signal, page by page: each page is billed, so its price is said first and none is sent twice. */

import { call } from '../../api/client'
import { targetOf } from '../../api/job-target'
import { pagingOf } from '../../api/json-api'
import { isRefusedSize } from '../../api/refused-size'
import { SIGNALS_MAX_PAGE_SIZE, signals } from '../../api/signals'
import type { TableRow } from '../../core/table-row'
import { type Run, type TaskState, Tasks, useTask } from '../../core/task'
import { otherPage } from '../../core/texts'
import { loadPages, nothingLoaded } from '../../lists/load-pages'
import { patiently } from '../../requests/retry-after'
import { formatCount, plural } from '../../ui/format'
import { Joiner, recordsOf } from './signal-values'

const otherSize = (asked: number, answered: number) =>
  `Pages of ${formatCount(asked)} were requested; the API returned pages of ${formatCount(answered)}, so the price changed. Nothing more is read until you continue.`

const moreValues = (requests: number) =>
  `There are more values now than ${plural(requests, 'request')} can read, so the price changed. Nothing more is read until you continue.`

export interface Wanted {
  vehicleId: string
  signalCode: string
  user?: string | undefined
}

export interface Collection extends TaskState {
  records: readonly TableRow[]
  /** Pages read, and their size. */
  pages: number
  size: number
  /** How many values of the next page were read before: its size has changed. */
  known: number
  total: number | undefined
  /** True where the total fell meanwhile: values may have moved to pages that were read before. */
  hasFallen: boolean
  /** Milliseconds since the epoch, of the last page. */
  readAt: number
  /** Why it was stopped, where nobody asked for that. */
  remark?: string | undefined
}

/** Asked for where a larger one is refused. */
const SMALLER_SIZES = [50, 25, 10]

/** Each belongs to its signal, for as long as the tab has the account: a page that is left finds it again. */
const collections = new Tasks<Collection>()
/** What is kept of a signal is kept under it. */
export const keyOf = ({ vehicleId, signalCode, user }: Wanted): string => JSON.stringify([vehicleId, signalCode, user])

/** What names them to a job of the server. */
export const targetFor = ({ vehicleId, signalCode, user }: Wanted): string =>
  targetOf(vehicleId, signalCode, ...(user === undefined ? [] : [user]))

export const useCollection = (wanted: Wanted): Collection | undefined => useTask(collections, keyOf(wanted))

/** What reading all of it costs, where the total is known. */
export const pagesFor = (total: number, size = SIGNALS_MAX_PAGE_SIZE): number => Math.max(1, Math.ceil(total / size))

/**
 * Reads from the first page, or goes on after the last one that was read. Waits as a 429 tells; retries nothing but a
 * size that is refused, in a smaller one. Where it would take more requests than the price that was said, or where
 * another page comes than was asked for, it stops and says so.
 */
export function collect(wanted: Wanted, total?: number): Promise<void> {
  const begin = (before: Collection | undefined): Collection =>
    before !== undefined && before.phase !== 'done'
      ? { ...before, phase: 'reading', error: undefined, remark: undefined }
      : {
          phase: 'reading',
          records: [],
          pages: 0,
          size: before?.size ?? SIGNALS_MAX_PAGE_SIZE,
          known: 0,
          total,
          hasFallen: false,
          readAt: Date.now(),
        }
  return collections.start(keyOf(wanted), begin, (run) => readPages(wanted, run))
}

async function readPages(wanted: Wanted, { signal, say, state }: Run<Collection>): Promise<Partial<Collection>> {
  const { records, pages, size: agreedSize, total: agreedTotal } = state()
  const joiner = new Joiner(records)
  const stopped = (remark: string, change: Partial<Collection> = {}) => ({
    ...change,
    phase: 'stopped' as const,
    remark,
  })
  const read = async (number: number) => {
    const answer = await readPage(wanted, number, state, say, signal)
    const paging = pagingOf(answer.value)
    const { totalCount: total, pageSize, links } = paging
    const size = pageSize && number === 1 ? pageSize : state().size
    const isLast = links.next === null || (total !== undefined && number * size >= total)
    return { rows: recordsOf(answer.raw), total, isLast, paging, size, readAt: answer.receivedAt }
  }
  const at = nothingLoaded({ pages, total: agreedTotal, sent: pages * agreedSize })
  const upTo = agreedTotal === undefined ? undefined : pagesFor(agreedTotal, agreedSize)
  const options = { read, ask: patiently, signal, onWait: () => say({ phase: 'waiting' }), ...(upTo && { upTo }) }
  for await (const { page } of loadPages(at, options)) {
    const { pageNumber, pageSize, links } = page.paging
    const before = state()
    const asked = before.pages + 1
    if (pageNumber !== undefined && pageNumber !== asked) return stopped(otherPage(asked, pageNumber))
    if (before.pages > 0 && pageSize && pageSize !== before.size && links.next !== null) {
      // The page of this number holds other values now: none is taken, and those behind the last one are asked for.
      const known = before.pages * before.size + before.known
      const place = { pages: Math.floor(known / pageSize), known: known % pageSize, size: pageSize }
      return stopped(otherSize(before.size, pageSize), place)
    }
    const { total, size, readAt } = page
    const isFall = before.pages > 0 && before.total !== undefined && total !== undefined && total < before.total
    say({
      phase: 'reading',
      records: [...before.records, ...joiner.take(page.rows.slice(before.known))],
      hasFallen: before.hasFallen || isFall,
      pages: asked,
      size,
      known: 0,
      total,
      readAt,
    })
    const values = total ?? agreedTotal ?? 0
    if (!at.isEnd && pagesFor(values, size) > pagesFor(values, agreedSize)) return stopped(otherSize(agreedSize, size))
  }
  return at.isEnd ? {} : stopped(moreValues(at.pages))
}

/** One page; a size that is refused before the first of them steps down. */
async function readPage(
  wanted: Wanted,
  number: number,
  state: () => Collection,
  say: (change: Partial<Collection>) => void,
  signal: AbortSignal,
) {
  const { vehicleId, signalCode, user } = wanted
  for (;;) {
    const { size } = state()
    const input = {
      path: { vehicleId, signalCode },
      query: { page: String(number), pageSize: String(size) },
      ...(user !== undefined && { user }),
    }
    try {
      return await call(signals.values, input, { signal, isJob: true })
    } catch (error) {
      const smaller = SMALLER_SIZES.find((one) => one < size)
      if (number > 1 || smaller === undefined || !isRefusedSize(error)) throw error
      say({ phase: 'reading', size: smaller })
    }
  }
}

/** Sends nothing more; what was read stays, and `collect` goes on from there. */
export const stopCollecting = (wanted: Wanted): void => collections.stop(keyOf(wanted))
