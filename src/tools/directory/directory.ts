/**
 * The directory: users and vehicles as they follow from the connections, which is all that the API lists. It opens with
 * one page and reads the rest when asked; it lives as long as the tab, and longer only where the operator wants it.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { ConnectionRow } from '../../api/connections'
import { isPassing } from '../../api/errors'
import { pagingOf } from '../../api/json-api'
import { accountPlace, accountStore, onAccountEnd, whileAccount } from '../account'
import { differencesOf } from '../list'
import { type ConnectionFilters, type ConnectionPage, largestPage, readConnectionPage } from '../pages'
import { preferences } from '../preferences'
import { useStore } from '../store'
import { once, totalOf } from '../totals'
import { Entries, keepable } from './entries'
import { clearKept, dropLeavers, readWhereKept } from './keeping'
import type { Leaving } from './leaving'
import { noteRemoved, noteStillThere } from './removed'
import type { Walk, WalkPage, WalkState } from './walk'

export interface Directory {
  phase: 'closed' | 'opening' | 'open' | 'failed'
  error: unknown
  entries: Entries
  /** Grows with every change of the entries. */
  version: number
  /** Absent where the entries were kept from before and nothing has been read yet. */
  walk: WalkState | undefined
  /** How many connections the service has, as far as it said. */
  total: number | undefined
  /** Milliseconds since the epoch, of the last page that was read. */
  readAt: number | undefined
  /** Whether this browser keeps it beyond the tab, and since when. */
  keptAt: number | undefined
  keeping: 'no' | 'saving' | 'failed'
}

const closed = (): Directory => ({
  phase: 'closed',
  error: undefined,
  entries: new Entries(),
  version: 0,
  walk: undefined,
  total: undefined,
  readAt: undefined,
  keptAt: undefined,
  keeping: 'no',
})

const directory = accountStore<Directory>(closed)
export const useDirectory = (): Directory => useStore(directory)
export const directoryNow = (): Directory => directory.get()

/** True where every connection that the service lists is in it. */
export const isWhole = ({ walk, phase, entries, total }: Directory): boolean =>
  phase === 'open' && (walk ? walk.phase === 'done' && isWithoutGaps(walk) : entries.connections.size === total)

/** True where nothing is known to be left out. */
const isWithoutGaps = ({ missing, unsure, short, broken }: WalkState): boolean =>
  missing.length + unsure.length + short.length + broken === 0

const filters: Record<string, ConnectionFilters> = {
  all: {},
  live: { 'filter[vehicle.mode]': 'live' },
  simulated: { 'filter[vehicle.mode]': 'simulated' },
}

/** Drawn at most this often while pages come in. */
const DRAW_MS = 200

let walk: Walk<ConnectionRow> | undefined
let drawing: ReturnType<typeof setTimeout> | undefined

const change = (next: Partial<Directory>) => directory.set((old) => ({ ...old, ...next }))

function draw(): void {
  drawing = undefined
  if (!walk) return
  const { state } = walk
  directory.set((old) => ({ ...old, walk: state, total: state.total, version: old.version + 1 }))
}

function drawSoon(): void {
  if (walk && walk.state.phase !== directory.get().walk?.phase) {
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
    (await readWhereKept(place, (rows) => {
      if (isCurrent()) for (const row of rows) opened.add(row)
    }))
  if (!isCurrent()) return
  if (!kept && opened.connections.size > 0) return refreshDirectory(client) // what was kept is broken
  if (kept) change({ phase: 'open', version: 1, total: kept.total, readAt: kept.readAt, keptAt: kept.at })
  else await readFirst(client, isCurrent)
}

/** Reads it from the start, leaving out what was kept. */
export async function refreshDirectory(client: QueryClient): Promise<void> {
  const { keptAt } = directory.get()
  closeDirectory()
  change({ phase: 'opening', keptAt })
  const opened = directory.get().entries
  await readFirst(client, () => directory.get().entries === opened)
}

/** Forgets what was read. */
export function closeDirectory(): void {
  walk?.stop()
  walk = undefined
  clearTimeout(drawing)
  drawing = undefined
  directory.set(closed())
}
onAccountEnd((endedPlace) => {
  closeDirectory()
  if (endedPlace !== undefined) void clearKept(endedPlace)
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
    const [page, live, simulated, { Walk }] = await Promise.all([
      first().catch((error: unknown) => (isPassing(error) ? first() : Promise.reject(error))),
      total('live'),
      total('simulated'),
      import('./walk'), // beside the first page, which is all that there is to see for now
    ])
    if (!isCurrent()) return
    begin(Walk, page, live, simulated)
  } catch (error) {
    if (isCurrent()) change({ phase: 'failed', error })
  }
}

/** Chooses the lists to walk: a service may list live connections only where no mode is given. */
export function listsFor(none: number | undefined, live: number | undefined, simulated: number | undefined) {
  if (none === undefined || live === undefined || simulated === undefined) return ['all', 'live', 'simulated']
  if (none === live + simulated) return ['all']
  return none === live ? ['live', 'simulated'] : ['all', 'live', 'simulated']
}

function begin(
  Crawl: typeof Walk,
  page: ConnectionPage,
  live: number | undefined,
  simulated: number | undefined,
): void {
  const { entries } = directory.get()
  const none = page.value.meta?.totalCount ?? undefined
  const lists = listsFor(none, live, simulated)
  walk = new Crawl<ConnectionRow>({
    lists,
    size: largestPage(),
    concurrency: preferences.get().walkers,
    onChange: drawSoon,
    onRows: (rows) => {
      for (const row of rows) entries.add(keepable(row))
      change({ readAt: Date.now() })
    },
    readPage: async (list, number, size, signal) => {
      const page = await readConnectionPage(filters[list] ?? {}, number, size, { signal, isJob: true })
      // A first page steps down where its size is refused; the others follow it.
      return { ...walkPageOf(page), ...(number === 1 && { asked: Math.min(size, largestPage()) }) }
    },
  })
  walk.know(lists[0] ?? 'all', walkPageOf(page))
  for (const [list, total] of [
    ['live', live],
    ['simulated', simulated],
  ] as const)
    if (total !== undefined && list !== lists[0]) walk.know(list, { total })
  change({ phase: 'open', error: undefined })
  draw()
}

function walkPageOf(page: ConnectionPage): WalkPage<ConnectionRow> {
  const { totalCount, pageSize, links } = pagingOf(page.value)
  return {
    rows: page.value.data ?? [],
    broken: differencesOf(page).brokenRows.length,
    total: totalCount,
    size: pageSize,
    hasNext: typeof links.next === 'string',
  }
}

export const readRest = (): void => walk?.start()
export const pauseWalk = (): void => walk?.pause()
export const cancelWalk = (): void => walk?.stop()
export const readMissing = (): void => walk?.readMissing()

/** What was removed, and noted as leaving, is in no list that is drawn from now on, nor in what this browser keeps. */
export function forget(kind: Leaving, ids: readonly string[]): void {
  noteRemoved(kind, ids)
  withKept(dropLeavers)
}

/** They were accepted as removed, and somebody who looked has found them: the lists show them again. */
export function recall(kind: Leaving, ids: readonly string[]): void {
  noteStillThere(kind, ids)
  directory.set((old) => ({ ...old, version: old.version + 1 }))
}

/** Keeps what was read in this browser, beyond the tab, with code that comes when it is asked for. */
export async function keepDirectory(): Promise<void> {
  change({ keeping: 'saving' })
  const isCurrent = whileAccount()
  const code = await import('./kept').catch(() => undefined)
  if (isCurrent()) await (code ? code.keep(directory.get(), change) : change({ keeping: 'failed' }))
}

export async function clearKeptDirectory(): Promise<void> {
  const place = accountPlace()
  if (place !== undefined) await clearKept(place)
  change({ keptAt: undefined, keeping: 'no' })
}
