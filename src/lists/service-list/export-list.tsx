/** Taking a list of the service away: fetched when that is opened. */
import { type Search, stringifySearch } from '../../api/search'
import { Export } from '../export/export'
import type { Row } from '../export/writer'
import { type ReadRows, requestsFor } from './list-file'
import { pagesOf } from './list-pages'
import { withoutPage } from './list-search'

interface Props {
  name: string
  search: Search
  sizes: readonly number[]
  columns: readonly string[]
  service: string
  total: number | undefined
  /** The rows on screen. */
  page: () => readonly Row[]
  readRows: ReadRows<Row>
}

export function TakeAway({ name, search, sizes, columns, service, total, page, readRows }: Props) {
  return (
    <Export
      name={name}
      columns={columns}
      page={page()}
      total={total}
      price={total === undefined ? undefined : requestsFor(total, sizes)}
      question={decodeURIComponent(stringifySearch(withoutPage(search))).slice(1)}
      service={service}
      pages={() => pagesOf(readRows, search, sizes)}
    />
  )
}
