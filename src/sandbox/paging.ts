/** Pages of a list, in both dialects (2.5): meta, and relative links that carry page parameters only. */
import type { Dialect } from '../api/links'
import type { Search } from '../api/search'
import { SandboxError } from './errors'

interface Limits {
  dialect: Dialect
  defaultSize: number
  maxSize: number
}

interface PageRequest {
  number: number
  size: number
}

/** A repeated parameter counts with its last value. */
export const last = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value)

/** @throws SandboxError 400 where a number is not a whole one within its bounds */
export function readPage(query: Search, { dialect, defaultSize, maxSize }: Limits): PageRequest {
  const read = (name: string, fallback: number, most: number) => {
    const text = last(query[name])
    if (text === undefined) return fallback
    if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > most) {
      throw new SandboxError(400, `${name} expects a whole number from 1 to ${most}.`)
    }
    return Number(text)
  }
  return {
    number: read(dialect.number, 1, 999_999_999),
    size: read(dialect.size, Math.min(defaultSize, maxSize), maxSize),
  }
}

/**
 * The envelope around one page.
 * @param path where the list stands, for its links
 */
export function envelope<T>(data: T[], total: number, { number, size }: PageRequest, path: string, dialect: Dialect) {
  const lastPage = Math.max(1, Math.ceil(total / size))
  const link = (page: number) => `${path}?${dialect.number}=${page}&${dialect.size}=${size}`
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

/** Section 2.5: present for connections and webhooks. */
export const ordered = <E extends { meta: object }>(list: E) => ({
  ...list,
  meta: { ...list.meta, orderBy: 'createdAt', orderDirection: 'DESC' },
})
