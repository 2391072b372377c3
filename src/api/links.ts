/**
 * The one reader of pagination links, in both dialects of the interface (2.5, 4.2): `page[number]`/`page[size]`
 * and `page`/`pageSize`. A link is untrusted text: only a page number and size are ever taken from it.
 */
import type { Search } from './search'
import { isOverfull, parseSearch } from './search'

export interface PageNames {
  number: string
  size: string
}
export const brackets = { number: 'page[number]', size: 'page[size]' } as const satisfies PageNames
export const plain = { number: 'page', size: 'pageSize' } as const satisfies PageNames

export type PageLink =
  /** The service says that there is no such page. */
  | { kind: 'none' }
  /** `search` is the query to ask for: the active filters with the link's page. */
  | { kind: 'page'; number: number; size: number | undefined; search: Search }
  /** The link names a filter that is not the active one: not followed, but shown. */
  | { kind: 'contradiction'; name: string; value: string }
  /** No page number can be read from it, or it holds more parameters than are read. */
  | { kind: 'unreadable'; link: string }

/** A whole number from 1 up, as the links spell it; undefined for anything else. */
export function readCount(text: string | string[] | undefined): number | undefined {
  const last = Array.isArray(text) ? text.at(-1) : text
  if (last === undefined || !/^0*[1-9]\d{0,14}$/.test(last)) return undefined
  return Number(last)
}

/** The query of a relative or absolute link, without resolving it: its host is never looked at. */
export function queryOf(link: string): Search {
  const hash = link.indexOf('#')
  const text = hash < 0 ? link : link.slice(0, hash)
  const mark = text.indexOf('?')
  return parseSearch(mark < 0 ? '' : text.slice(mark + 1))
}

/**
 * Reads one pagination link against the query that is on screen.
 * @param link the envelope's link, null where there is no such page
 * @param active the current query; its filters are kept, for the interface's links carry page parameters only
 * @param implied filters that the page's path says, and its query therefore does not
 */
export function readPageLink(
  link: string | null | undefined,
  active: Search,
  dialect: PageNames = brackets,
  implied: Search = {},
): PageLink {
  if (link === null || link === undefined) return { kind: 'none' }
  if (isOverfull(link)) return { kind: 'unreadable', link } // its filters could not all be compared
  const given = queryOf(link)
  const other = dialect === brackets ? plain : brackets
  const number = readCount(given[dialect.number] ?? given[other.number])
  const size = readCount(given[dialect.size] ?? given[other.size])
  const paging = new Set<string>([brackets.number, brackets.size, plain.number, plain.size])
  for (const [name, value] of Object.entries(given)) {
    if (paging.has(name) || !name.startsWith('filter[')) continue
    if (String(implied[name] ?? active[name] ?? '') !== String(value))
      return { kind: 'contradiction', name, value: String(value) }
  }
  if (number === undefined) return { kind: 'unreadable', link }
  const search: Search = { ...active, [dialect.number]: String(number) }
  if (size !== undefined) search[dialect.size] = String(size)
  return { kind: 'page', number, size, search }
}
