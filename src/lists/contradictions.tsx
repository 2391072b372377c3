/** What in a list's answer does not fit together, each with a way out where there is one. */
import { Link } from '@tanstack/react-router'
import type { Paging } from '../api/json-api'
import type { PageNames } from '../api/links'
import type { Search } from '../api/search'
import { Notice } from '../ui/notice'
import { type Contradiction, contradictionsOf } from './envelope'

interface Props {
  paging: Paging
  /** How many rows the page holds. */
  shown: number
  /** The query on screen. */
  search: Search
  dialect?: PageNames
  /** Filters that the page's path says. */
  implied?: Search
  /** What of the rows is not what was asked for, in words. */
  more?: readonly string[]
}

export function Contradictions({ paging, shown, search, dialect, implied, more = [] }: Props) {
  const found: Contradiction[] = [
    ...more.map((text) => ({ text })),
    ...contradictionsOf(paging, shown, search, dialect, implied),
  ]
  return found.map(({ text, way }) => (
    <Notice
      key={text}
      tone="amber"
      actions={
        way && (
          <Link to="." search={way.search as never /* the route's own names */}>
            {way.text}
          </Link>
        )
      }
    >
      {text}
    </Notice>
  ))
}

/** What was left out of rows that a service sent though its filter said otherwise, one sentence each. */
export function LeftOut({ sentences }: { sentences: readonly string[] }) {
  return sentences.map((text) => (
    <Notice key={text} tone="amber">
      {text}
    </Notice>
  ))
}
