/** Pages of a list that the console makes itself: `page` and `pageSize` are its own, not the service's. */
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { OWN_PAGE_SIZES } from '../api/directory-search'
import type { Paging } from '../api/json-api'
import { type PageLink, readCount } from '../api/links'
import type { Search } from '../api/search'
import { setPreference } from '../core/preferences'
import * as texts from '../core/texts'
import { Notice } from '../ui/notice'
import { Pager } from '../ui/pager'

const DEFAULT_SIZE = 25

/** The page that the address names. */
export const pageOf = ({ page, pageSize }: Search) => ({
  number: readCount(page) ?? 1,
  size: readCount(pageSize) ?? DEFAULT_SIZE,
})

/** Rows per page, as the address has it. */
export const sizeOf = (active: Search): number => pageOf(active).size

/** The rows of the page that the address names. */
export function shownOf<T>(all: readonly T[], active: Search): T[] {
  const { number, size } = pageOf(active)
  return all.slice((number - 1) * size, number * size)
}

/**
 * The rows to draw, each the same object until what it shows has changed, and after what is more urgent: drawing a page
 * of rows must not hold up the key that is typed meanwhile.
 * @param stampOf what a row shows, as far as it changes
 */
export function useDrawnRows<T, Drawn>(
  rows: readonly T[] | undefined,
  stampOf: (row: T) => string,
  draw: (row: T) => Drawn,
): readonly Drawn[] | undefined {
  const [drawn, setDrawn] = useState<readonly { of: T; stamp: string; drawn: Drawn }[]>()
  const isSame =
    rows?.length === drawn?.length &&
    (rows ?? []).every((row, index) => drawn?.[index]?.of === row && drawn[index].stamp === stampOf(row))
  let next = drawn
  if (!isSame) {
    next = rows?.map((row) => {
      const stamp = stampOf(row)
      const known = drawn?.find(({ of }) => of === row)
      return known?.stamp === stamp ? known : { of: row, stamp, drawn: draw(row) }
    })
    setDrawn(next)
  }
  return useDeferredValue(useMemo(() => next?.map((one) => one.drawn), [next]))
}

/** Of a list that is read row after row: what its total is, and how far its pages can be reached by number. */
export interface Reach {
  /** True where there may be more rows than that. */
  isLeast: boolean
  hasNext: boolean
  /** The number of a row behind which no page is opened but from the one before it. */
  most: number
}

/** @param total how many rows all pages have */
export function ownPages(active: Search, total: number, reach?: Reach) {
  const { number, size } = pageOf(active)
  const last = Math.max(1, Math.ceil(total / size))
  const to = (page: number, isThere: boolean): PageLink =>
    isThere
      ? { kind: 'page', number: page, size, search: { ...active, page: page > 1 ? String(page) : undefined } }
      : { kind: 'none' }
  const paging: Paging = { pageNumber: number, pageSize: size, totalCount: total, links: {} }
  const links = {
    first: to(1, number > 1),
    prev: to(Math.min(number - 1, last), number > 1),
    next: to(number + 1, reach?.hasNext ?? number < last),
    last: to(last, number < last && !reach?.isLeast && total <= (reach?.most ?? total)),
  }
  return { paging, links, last }
}

interface Props {
  active: Search
  total: number
  /** Undefined until the rows are there. */
  shown: number | undefined
  onGo: (search: Search) => void
  reach?: Reach
}

export function OwnPager({ active, total, shown, onGo, reach }: Props) {
  const { paging, links, last } = ownPages(active, total, reach)
  const { number, size } = pageOf(active)
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
            <Link to="." search={{ ...active, page: String(last) } as never /* the route's own names */}>
              {texts.goTo(last)}
            </Link>
          }
        >
          {texts.beyondLast(number, total)}
        </Notice>
      )}
      <Pager
        paging={paging}
        links={links}
        shown={shown}
        isLeast={reach?.isLeast}
        sizes={OWN_PAGE_SIZES}
        onSize={resize}
      />
    </>
  )
}
