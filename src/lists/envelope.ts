/** What every paginated page reads from its envelope: links to follow, contradictions to say, totals that moved. */

import { useState } from 'react'
import type { Paging } from '../api/json-api'
import { brackets, type PageLink, type PageNames, readCount, readPageLink } from '../api/links'
import type { Search } from '../api/search'
import { isAccepted, type Removal } from '../changes/removal'
import * as texts from '../core/texts'

export type PageLinks = Record<'first' | 'prev' | 'next' | 'last', PageLink>

/** The pager's four links, as the envelope has them: one leads nowhere only where the envelope says null. */
export function pageLinks({ links }: Paging, active: Search, dialect?: PageNames, implied?: Search): PageLinks {
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
  dialect: PageNames = brackets,
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
