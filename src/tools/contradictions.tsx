/** What in a list's envelope does not fit together, each with a way out. */
import { Link } from '@tanstack/react-router'
import type { Paging } from '../api/json-api'
import type { Dialect } from '../api/links'
import type { Search } from '../api/search'
import { Notice } from '../ui/notice'
import { contradictionsOf } from './list'

interface Props {
  paging: Paging
  /** How many rows the page holds. */
  shown: number
  /** The query on screen. */
  search: Search
  dialect?: Dialect
  /** Filters that the page's path says. */
  implied?: Search
}

export function Contradictions({ paging, shown, search, dialect, implied }: Props) {
  return contradictionsOf(paging, shown, search, dialect, implied).map(({ text, way }) => (
    <Notice
      key={text}
      tone="amber"
      actions={
        way && (
          <Link to="." search={way.search as never /* the route's own names */} preload={false}>
            {way.text}
          </Link>
        )
      }
    >
      {text}
    </Notice>
  ))
}
