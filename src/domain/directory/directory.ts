/**
 * The directory: users and vehicles as they follow from the connections, which is all that the API lists. It opens with
 * one page and reads the rest when asked; it lives as long as the tab, and longer only where the operator wants it.
 */

import type { QueryClient } from '@tanstack/react-query'
import type { ConnectionRow } from '../../api/connections'
import type { Crawl, CrawlPage } from '../../api/crawl/crawl'
import { crawlLists, listsFor } from '../../api/crawl/lists'
import { directoryRow } from '../../api/directory-row'
import { isPassing } from '../../api/errors'
import { pagingOf } from '../../api/json-api'
import { accountPlace, accountStore, onAccountEnd, whileAccount } from '../../core/account'
import { preferences } from '../../core/preferences'
import { useStore } from '../../core/store'
import { differencesOf } from '../../lists/list'
import { type ConnectionPage, largestPage, readConnectionPage } from '../connections/load-connection-page'
import { once, totalOf } from '../connections/totals'
import { closed, type Directory } from './directory-state'
import { clearPersisted, type EvictedKind, noteEviction } from './evictions'
import { dropEvicted, readPersisted } from './keep-directory'
import { noteRemoved, noteStillThere } from './removed'

const directory = accountStore<Directory>(closed)
export const useDirectory = (): Directory => useStore(directory)
export const directoryNow = (): Directory => directory.get()

/** Drawn at most this often while pages come in. */
const DRAW_MS = 200

let crawl: Crawl<ConnectionRow> | undefined
let drawing: ReturnType<typeof setTimeout> | undefined

const change = (next: Partial<Directory>) => directory.set((old) => ({ ...old, ...next }))

function draw(): void {
  drawing = undefined
  if (!crawl) return
  const { state } = crawl
  directory.set((old) => ({ ...old, crawl: state, total: state.total, version: old.version + 1 }))
}

function drawSoon(): void {
  if (crawl && crawl.state.phase !== directory.get().crawl?.phase) {
    clearTimeout(drawing)
    draw()
  } else drawing ??= setTimeout(draw, DRAW_MS)
}

/** Opens the directory, once: what this browser keeps of it, else the first page and the totals of both modes. */
export async function openDirectory(client: QueryClient): Promise<void> {
  if (directory.get().phase !== 'closed') return
  change({ phase: 'opening' })
  const opened = directory.get().entries
  const isCurrent = () => directory.get().entries === opened
  const place = accountPlace()
  const kept =
    place !== undefined &&
    (await readPersisted(place, (rows) => {
      if (isCurrent()) for (const row of rows) opened.add(row)
    }))
  if (!isCurrent()) return
  if (!kept && opened.connections.size > 0) return refreshDirectory(client) // what was kept is broken
  if (kept) change({ phase: 'open', version: 1, total: kept.total, readAt: kept.readAt, persistedAt: kept.at })
  else await readFirst(client, isCurrent)
}

/** Reads it from the start, leaving out what was kept. */
export async function refreshDirectory(client: QueryClient): Promise<void> {
  const { persistedAt } = directory.get()
  closeDirectory()
  change({ phase: 'opening', persistedAt })
  const opened = directory.get().entries
  await readFirst(client, () => directory.get().entries === opened)
}

/** Forgets what was read. */
export function closeDirectory(): void {
  crawl?.stop()
  crawl = undefined
  clearTimeout(drawing)
  drawing = undefined
  directory.set(closed())
}
onAccountEnd((endedPlace) => {
  closeDirectory()
  if (endedPlace !== undefined) void clearPersisted(endedPlace)
})

/** Where the directory of now is kept: what is kept of it changes with it. */
function withKept(change: (place: string) => Promise<void>): void {
  const place = accountPlace()
  if (place !== undefined) void change(place)
}

async function readFirst(client: QueryClient, isCurrent: () => boolean): Promise<void> {
  const total = (mode: 'live' | 'simulated') =>
    client.fetchQuery({ ...totalOf(mode), ...once }).then(
      ({ value }) => value.meta?.totalCount ?? undefined,
      () => undefined,
    )
  const first = () => readConnectionPage({}, 1)
  try {
    const [page, live, simulated, { Crawl }] = await Promise.all([
      first().catch((error: unknown) => (isPassing(error) ? first() : Promise.reject(error))),
      total('live'),
      total('simulated'),
      import('../../api/crawl/crawl'), // beside the first page, which is all that there is to see for now
    ])
    if (!isCurrent()) return
    begin(Crawl, page, live, simulated)
  } catch (error) {
    if (isCurrent()) change({ phase: 'failed', error })
  }
}

function begin(
  Crawling: typeof Crawl,
  page: ConnectionPage,
  live: number | undefined,
  simulated: number | undefined,
): void {
  const { entries } = directory.get()
  const none = page.value.meta?.totalCount ?? undefined
  const lists = listsFor(none, live, simulated)
  crawl = new Crawling<ConnectionRow>({
    lists,
    size: largestPage(),
    concurrency: preferences.get().walkers,
    onChange: drawSoon,
    onRows: (rows) => {
      for (const row of rows) entries.add(directoryRow(row))
      change({ readAt: Date.now() })
    },
    readPage: async (list, number, size, signal) => {
      const page = await readConnectionPage(crawlLists[list] ?? {}, number, size, { signal, isJob: true })
      // A first page steps down where its size is refused; the others follow it.
      return { ...crawlPageOf(page), ...(number === 1 && { asked: Math.min(size, largestPage()) }) }
    },
  })
  crawl.know(lists[0] ?? 'all', crawlPageOf(page))
  for (const [list, total] of [
    ['live', live],
    ['simulated', simulated],
  ] as const)
    if (total !== undefined && list !== lists[0]) crawl.know(list, { total })
  change({ phase: 'open', error: undefined })
  draw()
}

function crawlPageOf(page: ConnectionPage): CrawlPage<ConnectionRow> {
  const { totalCount, pageSize, links } = pagingOf(page.value)
  return {
    rows: page.value.data ?? [],
    broken: differencesOf(page).brokenRows.length,
    total: totalCount,
    size: pageSize,
    hasNext: typeof links.next === 'string',
  }
}

export const readRest = (): void => crawl?.start()
export const pauseCrawl = (): void => crawl?.pause()
export const cancelCrawl = (): void => crawl?.stop()
export const readMissing = (): void => crawl?.readMissing()

/**
 * What was removed is in no list that is drawn from now on, nor in what this browser keeps. Noted before anything else: a
 * tab that closes at that moment brings back nobody from there.
 */
export function forget(kind: EvictedKind, ids: readonly string[]): void {
  for (const id of ids) noteEviction(kind, id)
  noteRemoved(kind, ids)
  withKept(dropEvicted)
}

/** They were accepted as removed, and somebody who looked has found them: the lists show them again. */
export function recall(kind: EvictedKind, ids: readonly string[]): void {
  noteStillThere(kind, ids)
  directory.set((old) => ({ ...old, version: old.version + 1 }))
}

/** Keeps what was read in this browser, beyond the tab, with code that comes when it is asked for. */
export async function keepDirectory(): Promise<void> {
  change({ keeping: 'saving' })
  const isCurrent = whileAccount()
  const code = await import('./directory-database').catch(() => undefined)
  if (isCurrent()) await (code ? code.keep(directory.get(), change) : change({ keeping: 'failed' }))
}

export async function clearPersistedDirectory(): Promise<void> {
  const place = accountPlace()
  if (place !== undefined) await clearPersisted(place)
  change({ persistedAt: undefined, keeping: 'no' })
}
