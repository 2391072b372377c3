/** Pages of a list, with both names of parameters (2.5): meta, and relative links that carry page parameters only. */
import { brackets, type PageNames, plain } from '../api/links'
import type { PagedList } from '../api/presets/dialect'
import type { Search } from '../api/search'
import { type FullDialect, spelled } from './dialect'
import { SandboxError } from './errors'

interface PageRequest {
  number: number
  size: number
  /** The parameters as they are spelled in links. */
  names: PageNames
}

const namesOf: Record<PagedList, PageNames> = {
  connections: brackets,
  webhooks: brackets,
  subscriptions: brackets,
  signalValues: plain,
}

/** A repeated parameter counts with its last value. */
export const last = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value)

/**
 * @param most the largest size, where it isn't the dialect's
 * @throws SandboxError 400 where a number is not a whole one within its bounds
 */
export function readPage(
  { query, dialect }: { query: Search; dialect: FullDialect },
  list: PagedList,
  most = dialect.pageSizes[list].most,
): PageRequest {
  const names = namesOf[list]
  const read = (name: string, fallback: number, largest: number) => {
    const text = last(query[name])
    if (text === undefined) return fallback
    if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > largest) {
      throw new SandboxError(400, `${spelled(name, dialect)} expects a whole number from 1 to ${largest}.`)
    }
    return Number(text)
  }
  return {
    number: read(names.number, 1, 999_999_999),
    size: read(names.size, Math.min(dialect.pageSizes[list].usual, most), most),
    names: { number: spelled(names.number, dialect), size: spelled(names.size, dialect) },
  }
}

/**
 * The envelope around one page.
 * @param path where the list stands, for its links
 */
export function envelope<T>(data: T[], total: number, { number, size, names }: PageRequest, path: string) {
  const lastPage = Math.max(1, Math.ceil(total / size))
  const link = (page: number) => `${path}?${names.number}=${page}&${names.size}=${size}`
  return {
    data,
    meta: { pageNumber: number, pageSize: size, totalCount: total },
    links: {
      self: link(number),
      first: link(1),
      prev: number > 1 ? link(Math.min(number - 1, lastPage)) : null,
      next: number < lastPage ? link(number + 1) : null,
      last: link(lastPage),
    },
  }
}

/** True if a response is a page behind the last row of its list. */
export function isPastEnd(body: unknown): boolean {
  const { data, meta } = (body ?? {}) as Partial<ReturnType<typeof envelope>> // of any operation
  return Array.isArray(data) && data.length === 0 && (meta?.pageNumber ?? 1) > 1
}

/** Section 2.5: present for connections and webhooks. */
export const ordered = <E extends { meta: object }>(list: E) => ({
  ...list,
  meta: { ...list.meta, orderBy: 'createdAt', orderDirection: 'DESC' },
})
