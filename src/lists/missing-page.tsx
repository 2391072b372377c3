/** The ways out of a page that the API returns 404 for, because the list is shorter than the address says. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFound } from '../api/errors'
import type { Paging } from '../api/json-api'
import { readCount } from '../api/links'
import type { Search } from '../api/search'
import * as texts from '../core/texts'
import { pageGone, pageNotLoaded } from './service-list/texts'

const pageOf = (search: Search) => readCount(search['page[number]']) ?? 1

/**
 * Describes the failure of a list behind its first page, with links to the first page and to the last one that may be
 * there.
 * @param paging of the list's last response; empty before the first
 * @returns props of `Failure`
 */
export function missingPage(
  error: unknown,
  search: Search,
  { totalCount, pageSize }: Paging,
): { what?: string; children?: ReactNode } {
  const page = pageOf(search)
  if (page === 1 || !isNotFound(error)) return {}
  const last = totalCount !== undefined && pageSize ? Math.max(1, Math.ceil(totalCount / pageSize)) : page
  const before = Math.min(page - 1, last)
  return {
    what: pageGone(page),
    children: (
      <p className="row">
        <PageLink search={search} page={1} />
        {before > 1 && <PageLink search={search} page={before} />}
      </p>
    ),
  }
}

/** For a browser without script: the server renders no failure, so this is the way out of a page that has no rows. */
export function WithoutPage({ search }: { search: Search }) {
  const page = pageOf(search)
  return (
    page > 1 && (
      <noscript>
        <p>
          {pageNotLoaded(page)} <PageLink search={search} page={1} />
        </p>
      </noscript>
    )
  )
}

function PageLink({ search, page }: { search: Search; page: number }) {
  return (
    <Link to="." search={{ ...search, 'page[number]': String(page) } as never /* the route's own names */}>
      {page === 1 ? texts.goToFirst : texts.goTo(page)}
    </Link>
  )
}
