/** All values of one signal, page by page: each page is billed, so its price is said first and none is sent twice. */
import { call } from '../api/client'
import { pagingOf } from '../api/json-api'
import { signals } from '../api/signals'
import { accountStore, onAccountEnd } from './account'
import { otherSize } from './collection-texts'
import { isRefusedSize } from './pages'
import { Joiner, recordsOf, type SignalRecord } from './signal-records'
import { useStore } from './store'
import { otherPage } from './texts'
import { patiently } from './waiting'

export interface Wanted {
  vehicleId: string
  signalCode: string
  user?: string | undefined
}

export interface Collection {
  phase: 'reading' | 'waiting' | 'stopped' | 'failed' | 'done'
  records: readonly SignalRecord[]
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
  error?: unknown
  /** Why it was stopped, where nobody asked for that. */
  remark?: string | undefined
}

/** The largest page that is asked for; the maximum of signal values is not shown (8). */
export const COLLECTED_PAGE_SIZE = 100
/** Asked for where a larger one is refused. */
const SMALLER_SIZES = [50, 25, 10]
const MOST_PAGES = 20_000

const collections = accountStore<Readonly<Record<string, Collection>>>({})
const running = new Map<string, AbortController>()
const keyOf = ({ vehicleId, signalCode, user }: Wanted) => JSON.stringify([vehicleId, signalCode, user])
const put = (key: string, collection: Collection) => collections.set((old) => ({ ...old, [key]: collection }))

export const useCollection = (wanted: Wanted): Collection | undefined => useStore(collections)[keyOf(wanted)]

/** What reading all of it costs, where the total is known. */
export const pagesFor = (total: number, size = COLLECTED_PAGE_SIZE): number => Math.max(1, Math.ceil(total / size))

/**
 * Reads from the first page, or goes on after the last one that was read. Waits as a 429 tells; retries nothing but a
 * size that is refused, in a smaller one. Where the service answers smaller pages than the price was said for, or
 * another page than was asked for, it stops and says so.
 */
export async function collect(wanted: Wanted, total?: number): Promise<void> {
  const key = keyOf(wanted)
  if (running.has(key)) return
  const controller = new AbortController()
  running.set(key, controller)
  const { signal } = controller
  const before = collections.get()[key]
  const isGoingOn = before !== undefined && before.phase !== 'done'
  let now: Collection = isGoingOn
    ? { ...before, phase: 'reading', error: undefined, remark: undefined }
    : {
        phase: 'reading',
        records: [],
        pages: 0,
        size: before?.size ?? COLLECTED_PAGE_SIZE,
        known: 0,
        total,
        hasFallen: false,
        readAt: Date.now(),
      }
  const agreedSize = now.size
  const say = (change: Partial<Collection>) => {
    now = { ...now, ...change }
    if (running.get(key) === controller) put(key, now)
  }
  const stop = (change: Partial<Collection>) => say({ ...change, phase: 'stopped' })
  say({})
  const joiner = new Joiner(now.records)
  try {
    while (now.pages < MOST_PAGES) {
      const page = await readPage(wanted, now, signal, () => say({ phase: 'waiting' })).catch((error: unknown) => {
        const smaller = SMALLER_SIZES.find((one) => one < now.size)
        if (now.pages > 0 || smaller === undefined || !isRefusedSize(error)) throw error
        say({ phase: 'reading', size: smaller })
      })
      if (!page) continue
      const { pageNumber, totalCount, pageSize, links } = pagingOf(page.value)
      const asked = now.pages + 1
      if (pageNumber !== undefined && pageNumber !== asked) return stop({ remark: otherPage(asked, pageNumber) })
      if (now.pages > 0 && pageSize && pageSize !== now.size && links.next !== null) {
        // The page of this number holds other values now: none is taken, and those behind the last one are asked for.
        const read = now.pages * now.size + now.known
        const place = { pages: Math.floor(read / pageSize), known: read % pageSize, size: pageSize }
        return stop({ ...place, remark: otherSize(now.size, pageSize) })
      }
      const records = recordsOf(page.raw)
      const hasFallen =
        now.hasFallen ||
        (now.pages > 0 && now.total !== undefined && totalCount !== undefined && totalCount < now.total)
      const size = pageSize && now.pages === 0 ? pageSize : now.size
      say({
        phase: 'reading',
        records: [...now.records, ...joiner.take(records.slice(now.known))],
        hasFallen,
        pages: asked,
        size,
        known: 0,
        total: totalCount,
        readAt: page.receivedAt,
      })
      const isLast = links.next === null || (totalCount !== undefined && now.pages * size >= totalCount)
      if (isLast || records.length === 0) break
      const values = totalCount ?? total ?? 0
      if (pagesFor(values, size) > pagesFor(values, agreedSize)) return stop({ remark: otherSize(agreedSize, size) })
    }
    say({ phase: 'done' })
  } catch (error) {
    say(signal.aborted ? { phase: 'stopped' } : { phase: 'failed', error })
  } finally {
    if (running.get(key) === controller) running.delete(key)
  }
}

function readPage(wanted: Wanted, { pages, size }: Collection, signal: AbortSignal, onWait: () => void) {
  const { vehicleId, signalCode, user } = wanted
  const input = {
    path: { vehicleId, signalCode },
    query: { page: String(pages + 1), pageSize: String(size) },
    ...(user !== undefined && { user }),
  }
  return patiently(() => call(signals.values, input, { signal, isJob: true }), signal, onWait)
}

/** Sends nothing more; what was read stays, and `collect` goes on from there. */
export const stopCollecting = (wanted: Wanted): void => running.get(keyOf(wanted))?.abort()

onAccountEnd(() => {
  for (const controller of running.values()) controller.abort()
  running.clear()
})
