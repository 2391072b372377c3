/** Taking a list of the service away: fetched when that is opened. */
import { type Search, stringifySearch } from '../../api/search'
import { Export } from '../export/export'
import type { Row } from '../export/writer'
import { type ReadRows, requestsFor } from './list-file'
import { pagesOf } from './list-pages'
import { withoutPage } from './list-search'

interface Props {
  /** What preferences and files call the list. */
  name: string
  /** One of them, e.g. `connection`. */
  one: string
  search: Search
  sizes: readonly number[]
  columns: readonly string[]
  service: string
  total: number | undefined
  /** The rows on screen. */
  page: () => readonly Row[]
  /** The selected rows, where all of them are whole. */
  selected: () => readonly Row[]
  readRows: ReadRows<Row>
}

export function TakeAway({ one, search, sizes, total, page, selected, readRows, ...list }: Props) {
  return (
    <Export
      {...list}
      page={page()}
      selected={{ rows: selected(), one }}
      total={total}
      price={total === undefined ? undefined : requestsFor(total, sizes)}
      question={decodeURIComponent(stringifySearch(withoutPage(search))).slice(1)}
      pages={() => pagesOf(readRows, search, sizes)}
    />
  )
}
