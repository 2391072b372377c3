/** What every paginated page asks of its envelope: links to follow, contradictions to say, filters to show. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../api/client'
import type { Paging } from '../api/json-api'
import { brackets, type Dialect, type PageLink, readCount, readPageLink } from '../api/links'
import { pathText } from '../api/read'
import type { Search } from '../api/search'
import { useAccount } from './account'
import { isAccepted, type Removal, removalKey, useRemovals } from './removal'
import * as texts from './texts'

export type PageLinks = Record<'first' | 'prev' | 'next' | 'last', PageLink>

/** The pager's four links, as the envelope has them: one leads nowhere only where the envelope says null. */
export function pageLinks({ links }: Paging, active: Search, dialect?: Dialect, implied?: Search): PageLinks {
  const to = (link: string | null | undefined) => readPageLink(link, active, dialect, implied)
  return { first: to(links.first), prev: to(links.prev), next: to(links.next), last: to(links.last) }
}

export interface Contradiction {
  text: string
  /** Where to go on, as a query of the same page. */
  way?: { text: string; search: Search }
}

/**
 * What in an envelope does not fit together, with a way out (product promise: never an empty page).
 * @param shown how many rows the page holds
 * @param active the query on screen
 * @param implied filters that the page's path says
 */
export function contradictionsOf(
  paging: Paging,
  shown: number,
  active: Search,
  dialect: Dialect = brackets,
  implied: Search = {},
): Contradiction[] {
  const { pageNumber, pageSize, totalCount, links } = paging
  const found: Contradiction[] = []
  const asked = readCount(active[dialect.number]) ?? 1
  const at = (page: number): Search => ({ ...active, [dialect.number]: String(page) })
  const lastPage = totalCount !== undefined && pageSize ? Math.max(1, Math.ceil(totalCount / pageSize)) : undefined
  if (shown === 0 && lastPage !== undefined && asked > lastPage) {
    found.push({
      text: texts.beyondLast(asked, totalCount ?? 0),
      way: { text: texts.goTo(lastPage), search: at(lastPage) },
    })
  } else if (shown === 0 && totalCount) {
    found.push({
      text: texts.sentNone(totalCount),
      way: { text: texts.goToFirst, search: at(1) },
    })
  }
  if (pageNumber !== undefined && pageNumber !== asked) {
    found.push({ text: texts.otherPage(asked, pageNumber) })
  }
  if (pageNumber !== undefined && pageNumber > 1 && links.prev === null && shown > 0) {
    found.push({
      text: texts.nothingBefore(pageNumber),
      way: { text: texts.goTo(pageNumber - 1), search: at(pageNumber - 1) },
    })
  }
  if (links.next === null && lastPage !== undefined && pageNumber !== undefined && pageNumber < lastPage) {
    found.push({
      text: texts.nothingAfter(pageNumber, totalCount ?? 0),
      way: { text: texts.goTo(pageNumber + 1), search: at(pageNumber + 1) },
    })
  }
  for (const [name, link] of Object.entries(pageLinks(paging, active, dialect, implied))) {
    if (link.kind === 'contradiction') {
      found.push({ text: texts.otherFilter(name, link.name, link.value) })
    } else if (link.kind === 'unreadable') {
      found.push({ text: texts.noPage(name, link.link.slice(0, 200)) })
    }
  }
  return found
}

/** The last answer that arrived, kept on screen while the next is on its way or has failed; not beyond a change of tokens. */
export function useKept<T>(data: T | undefined): T | undefined {
  const { epoch } = useAccount()
  const [kept, setKept] = useState({ data, epoch })
  const isOfBefore = kept.epoch !== epoch
  if (isOfBefore || (data !== undefined && data !== kept.data)) setKept({ data, epoch })
  return data ?? (isOfBefore ? undefined : kept.data)
}

interface Total {
  /** The query without its page. */
  question: string
  page: number | undefined
  total: number
  /** What this browser has had removed so far: what that may take from the total is no surprise. */
  removed: number
}

/** How many rows one removal takes from a list at the most, by its operation; none where it is not named. */
export type Takers = Readonly<Record<string, number>>
/** More than any list has: a user goes with everything of theirs. */
export const ANY_NUMBER = 1e9

/** How many rows removals may have taken from a list: its filters may leave them out, and they may not be gone yet. */
export const removedFrom = (removals: Readonly<Record<string, Removal>>, takers: Takers): number =>
  Object.values(removals).reduce((sum, one) => sum + (isAccepted(one) ? (takers[one.operation] ?? 0) : 0), 0)

/** A total that moved between two pages of the same list, in words. */
export function useMovedTotal(now: Total | undefined): string | undefined {
  const [before, setBefore] = useState<Total & { moved?: string | undefined }>()
  if (!now) return undefined
  const isSame =
    before?.question === now.question &&
    before.page === now.page &&
    before.total === now.total &&
    before.removed === now.removed
  if (!isSame) setBefore({ ...now, moved: before && movedTotal(before, now) })
  return isSame ? before?.moved : undefined
}

export function movedTotal(before: Total, now: Total): string | undefined {
  const fallen = before.total - now.total
  const isOwn = fallen === 0 || (fallen > 0 && fallen <= now.removed - before.removed)
  if (before.question !== now.question || before.page === now.page || isOwn) return undefined
  return texts.movedTotal(before.total, now.total)
}
/** What of an answer differs from the interface, for `Differences`; broken rows apart, for the table. */
export function differencesOf({ differences }: Pick<Answer<unknown>, 'differences'>) {
  const isRow = (path: (string | number)[]) => path.length === 2 && path[0] === 'data' && typeof path[1] === 'number'
  const rows = new Map(differences.flatMap(({ path, got }) => (isRow(path) ? [[Number(path[1]), got] as const] : [])))
  return {
    places: differences.map(({ path, expected, got }) => ({ place: pathText(path), expected, got })),
    brokenRows: [...rows].map(([index, raw]) => ({
      key: String(index),
      text: texts.brokenRow(index + 1),
      raw,
    })),
  }
}

/** When the rows of one and the same page last moved (`performance.now()`): after a removal its neighbours do. */
export function useMovedAt(rowIds: readonly string[] | undefined, page: string) {
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const ids = rowIds?.join(' ')
  const before = useRef<{ page: string; ids: string }>(undefined)
  useEffect(() => {
    if (ids === undefined) return
    if (before.current?.page === page && before.current.ids !== ids) movedAt.current = performance.now()
    before.current = { page, ids }
  }, [page, ids])
  return movedAt
}

/** Called when a removal was accepted: the way to another page, where this one has nothing left to show. */
export type Leave = () => (() => void) | undefined
/** The same for many at once, by their ids. */
export type LeaveMany = (ids: readonly string[]) => ReturnType<Leave>

/**
 * Removing the last row of the last page lands on the page before it.
 * @param removal what removes one of its rows
 * @returns for the ids that are gone now, the way there; none from anywhere else, nor once the list is left
 */
export function useLeave(
  removal: { operation: string },
  { rows, paging }: { rows: readonly { id: string }[]; paging: Paging },
  search: Search,
  onGo: (search: Search, replace: boolean) => void,
): LeaveMany {
  const removals = useRemovals()
  const latest = useRef<LeaveMany>(undefined)
  useEffect(() => {
    latest.current = (ids) => {
      const page = Number(search['page[number]'] ?? 1)
      const isEmpty = rows.every(({ id }) => ids.includes(id) || isAccepted(removals[removalKey(removal, id)]))
      if (page === 1 || !isEmpty || paging.links.next !== null) return undefined
      return () => onGo({ ...search, 'page[number]': String(page - 1) }, true)
    }
    return () => {
      latest.current = undefined
    }
  })
  return useCallback((ids) => latest.current?.(ids), [])
}
