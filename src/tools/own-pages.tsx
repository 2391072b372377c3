/** Pages of a list that the console makes itself: `page` and `pageSize` are its own, not the service's. */
import { Link } from '@tanstack/react-router'
import type { Paging } from '../api/json-api'
import { type PageLink, readCount } from '../api/links'
import type { Search } from '../api/search'
import { formatCount } from '../ui/format'
import { Notice } from '../ui/notice'
import { Pager } from '../ui/pager'
import { setPreference } from './preferences'

export const OWN_PAGE_SIZES = [25, 50, 100]
const DEFAULT_SIZE = 25

const at = ({ page, pageSize }: Search) => ({
  number: readCount(page) ?? 1,
  size: readCount(pageSize) ?? DEFAULT_SIZE,
})

/** The rows of the page that the address names. */
export function shownOf<T>(all: readonly T[], active: Search): T[] {
  const { number, size } = at(active)
  return all.slice((number - 1) * size, number * size)
}

/** @param total how many rows all pages have */
export function ownPages(active: Search, total: number) {
  const { number, size } = at(active)
  const last = Math.max(1, Math.ceil(total / size))
  const to = (page: number, isThere: boolean): PageLink =>
    isThere
      ? { kind: 'page', number: page, size, search: { ...active, page: page > 1 ? String(page) : undefined } }
      : { kind: 'none' }
  const paging: Paging = { pageNumber: number, pageSize: size, totalCount: total, links: {} }
  const links = {
    first: to(1, number > 1),
    prev: to(Math.min(number - 1, last), number > 1),
    next: to(number + 1, number < last),
    last: to(last, number < last),
  }
  return { paging, links, last }
}

interface Props {
  active: Search
  total: number
  shown: number
  onGo: (search: Search) => void
}

export function OwnPager({ active, total, shown, onGo }: Props) {
  const { paging, links, last } = ownPages(active, total)
  const { number, size } = at(active)
  const resize = (to: number) => {
    setPreference('rowsPerPage', to)
    const page = Math.floor(((number - 1) * size) / to) + 1 // the first row stays in view
    onGo({ ...active, page: page > 1 ? String(page) : undefined, pageSize: String(to) })
  }
  return (
    <>
      {total > 0 && shown === 0 && (
        <Notice
          tone="amber"
          actions={
            <Link
              to="."
              search={{ ...active, page: String(last) } as never /* the route's own names */}
              preload={false}
            >
              Go to page {formatCount(last)}
            </Link>
          }
        >
          Page {formatCount(number)} is beyond the last page: there are {formatCount(total)} in all.
        </Notice>
      )}
      <Pager paging={paging} links={links} shown={shown} sizes={OWN_PAGE_SIZES} onSize={resize} />
    </>
  )
}
