/** What the code of the team's directory hands to the pages of users and vehicles, and what it is given by them. */
import type { ReactNode } from 'react'
import type { Search } from '../../api/search'
import type { Export } from '../../lists/export/export'
import type { Row as FileRow } from '../../lists/export/save-rows'
import type { Reach } from '../../lists/own-pages'
import type { Collect } from '../../lists/selection/selection-bar'
import type { Chip } from '../../ui/filters'
import type { UserSummary, VehicleSummary } from './summaries'
import type { What } from './texts'

export interface RowsOf {
  users: UserSummary
  vehicles: VehicleSummary
}
export type TeamListName = keyof RowsOf

/** What a list of it shows but its rows. */
export interface TeamParts {
  /** False where the list is this tab's own though the server has a directory. */
  isOn: boolean
  /** True where the numbers of a row are the whole. */
  isWhole: boolean
  /** How many there are, beside the title. */
  aside: string | undefined
  makes: readonly string[] | undefined
  /** Where it comes from, beside the title; undefined until that is known. */
  bar: ReactNode
  /** Behind the filters, and above the list. */
  order: ReactNode
  notice: ReactNode
  notices: ReactNode
  /** True while another page is on its way. */
  isBusy: boolean
  /** True where there are rows to take away. */
  isThere: boolean
  /** In the place of the table; absent where that has rows, or may have. */
  nothing: ((about: { chips: readonly Chip[]; clear: Search; text: string }) => ReactNode) | undefined
  pager: { total: number; shown: number; reach: Reach }
  /** The list as a file. @param row what stands for one of its rows */
  file: (
    row: (source: RowsOf[TeamListName]) => FileRow,
  ) => Pick<Parameters<typeof Export>[0], 'page' | 'total' | 'facts' | 'draft'>
}

/** What there is to see of it: the same object until that changes. */
export interface TeamView<L extends TeamListName> extends TeamParts {
  /** Undefined until the first page is there. */
  rows: readonly RowsOf[L][] | undefined
  /** How all that match are selected; undefined where there is nothing. @param asItem what a selection holds of a row */
  collect: (asItem: (source: RowsOf[L]) => readonly [id: string, item: unknown]) => Collect | undefined
}

export interface TeamSourceProps {
  list: TeamListName
  what: What
  search: Search
  /** The page that the address names. */
  page: { number: number; size: number }
  onView: (view: TeamView<never>) => void
}
