/**
 * Which page of a list comes after one, by what its envelope says. That is untrusted: of a link only the page's number is
 * taken, and a list that leads back, or never ends, is left there.
 */
import type { Paging } from './json-api'
import { type PageNames, readPageLink } from './links'
import type { Search } from './search'

/** Beyond this no list of a service goes: one that never ends must end somewhere. */
export const MOST_PAGES = 20_000

export type NextPage =
  | { kind: 'end' }
  | { kind: 'page'; page: number }
  /** `back`: to a page that was read. `lost`: no page can be read from it, or one of another question. */
  | { kind: 'stop'; why: 'back' | 'lost' | 'empty' | 'same' | 'endless' }

interface Read {
  paging: Paging
  /** The page that was asked for, and its size. */
  page: number
  size: number
  /** How many rows came. */
  rows: number
  /** True where they are those of the page before. */
  isSame: boolean
  /** What was asked for. */
  query: Search
  dialect: PageNames
}

export function nextPage({ paging, page, size, rows, isSame, query, dialect }: Read): NextPage {
  const { links, totalCount } = paging
  if (links.next === null) return { kind: 'end' }
  const link = readPageLink(links.next, query, dialect)
  if (link.kind === 'none') {
    // Without a link the count tells, or the first page that isn't full.
    const isOver = totalCount === undefined ? rows < size : page * size >= totalCount
    if (isOver || rows === 0) return { kind: 'end' }
  } else if (link.kind !== 'page') return { kind: 'stop', why: 'lost' }
  const next = link.kind === 'page' ? link.number : page + 1
  if (next <= page) return { kind: 'stop', why: 'back' }
  if (rows === 0) return { kind: 'stop', why: 'empty' }
  if (isSame) return { kind: 'stop', why: 'same' }
  if (page >= MOST_PAGES) return { kind: 'stop', why: 'endless' }
  return { kind: 'page', page: next }
}
