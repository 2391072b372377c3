/** The list of users or of vehicles: its source, what was found, its table, its pages, and its tools. */
import type { ReactNode } from 'react'
import type { Search } from '../../api/search'
import { Removals } from '../../changes/removal-notices-later'
import { useConfig } from '../../core/config'
import { type Named, useShownColumns } from '../../lists/columns'
import type { Row as FileRow } from '../../lists/export/save-rows'
import { ListTools } from '../../lists/list-tools'
import { OwnPager, sizeOf } from '../../lists/own-pages'
import type { Selected } from '../../lists/selection/selection'
import type { Collect } from '../../lists/selection/selection-bar'
import { Failure } from '../../requests/failure'
import { type Column, DataTable, type TableRow } from '../../ui/data-table'
import { type Chip, Chips, ChoiceField } from '../../ui/filters'
import { later } from '../../ui/later'
import type { RowSelection } from '../../ui/row-selection'
import { DirectoryBar } from './directory-bar'
import { Away, DirectoryNotices, NothingFound } from './directory-notices'
import { toDirectoryQuery } from './directory-queries'
import type { DirectoryListName } from './directory-rows'
import * as texts from './directory-texts'
import { FoundBy } from './found'
import type { DirectoryList as List, RowsOf } from './use-directory-list'

/** Loaded when it is opened. */
const Export = later(() => import('../../lists/export/export').then((module) => module.Export))

type Labels = Readonly<Record<string, string>>

interface Props<L extends DirectoryListName, Row> {
  list: List<L>
  name: string
  what: texts.What
  /** The names of the list's own filters. */
  labels: Labels
  columns: readonly Column<Row>[]
  /** Undefined until they are there. */
  rows: readonly TableRow<Row>[] | undefined
  selection: RowSelection
  /** What is selected and what can be done with it, above the pager. */
  bar: ReactNode
  onGo: (search: Search) => void
}

export function DirectoryList<L extends DirectoryListName, Row>(props: Props<L, Row>) {
  const { list, name, what, labels, columns, rows, selection, bar, onGo } = props
  const { search, count, lookup } = list
  const shownColumns = useShownColumns(list.list, columns)
  const chips = toChips(search, labels)
  const { pageSize, sort } = search
  const clear = { ...(pageSize && { pageSize }), ...(sort && { sort }) }
  const total = count?.value ?? 0
  const isNothing = list.rows?.length === 0 && total === 0 && !list.isTooFar && !list.isBusy
  return (
    <>
      <Chips chips={chips} clear={clear} />
      <Away list={list} />
      <DirectoryNotices state={list.directory.state} isTooFar={list.isTooFar} active={search} />
      {list.error !== undefined && <Failure error={list.error} onRetry={list.retry} />}
      <FoundBy
        question={String(search.q ?? '')}
        lookup={lookup}
        count={list.lookupCount}
        total={total}
        what={what}
        isReady={list.rows !== undefined}
      />
      {isNothing ? (
        <NothingFound chips={chips} clear={clear} what={what} list={list} />
      ) : (
        (list.error === undefined || total > 0) && (
          <DataTable
            name={name}
            columns={shownColumns}
            expected={sizeOf(search)}
            isBusy={list.isBusy}
            rows={rows}
            selection={selection}
          />
        )
      )}
      <Removals />
      {bar}
      <OwnPager
        active={search}
        total={total}
        shown={list.rows?.length}
        onGo={onGo}
        {...(list.reach && { reach: list.reach })}
      />
    </>
  )
}

const toChips = (search: Search, labels: Labels): Chip[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const value = search[name]
    return value === undefined
      ? []
      : [{ name, label, value: String(value), without: { ...search, [name]: undefined, page: undefined } }]
  })

/** How many there are, beside the title: of a part of the directory only what the filters leave unsaid. */
export function countBeside({ count, isNewest, isComplete, search }: List<DirectoryListName>): string | undefined {
  if (!count) return undefined
  if (isComplete) return texts.count(count.value, count.isExact)
  const isFiltered = ['q', 'mode', 'make'].some((name) => search[name] !== undefined)
  return isNewest && isFiltered ? undefined : texts.soFar(count.value)
}

/** Source of the list and the actions on it. */
export function DirectorySource({ list, what }: { list: List<DirectoryListName>; what: texts.What }) {
  const { directory, isNewest, newest, away, error } = list
  if (away !== undefined) return null
  return (
    <DirectoryBar
      directory={directory}
      isWaiting={isNewest && newest === undefined && error === undefined}
      what={what}
      total={newest?.total}
      newest={isNewest ? newest?.read : undefined}
    />
  )
}

/** The order's name in the address. */
export const ORDER = 'sort'

/** True if the rows can be ordered: only the directory has an order. */
export const hasOrder = ({ isNewest, directory }: List<DirectoryListName>) => !isNewest && !!directory.state

/** The order of the rows. */
export function DirectorySort({ list, onGo }: { list: List<DirectoryListName>; onGo: (search: Search) => void }) {
  const { search } = list
  if (!hasOrder(list)) return null
  return (
    <ChoiceField
      name={ORDER}
      label={texts.sort}
      value={String(search.sort ?? '')}
      choices={texts.sorts}
      onApply={(sort) => onGo({ ...search, sort: sort || undefined, page: undefined })}
    />
  )
}

/** Selects all that match, which only the directory can name. */
export function collectAll<L extends DirectoryListName>({
  list,
  isNewest,
  search,
  count,
  rows,
}: List<L>): Collect | undefined {
  if (isNewest || !count || !rows?.length) return undefined
  const query = toDirectoryQuery(search)
  const { value, isExact } = count
  return {
    name: texts.selectAll(value, isExact),
    total: isExact ? value : Number.POSITIVE_INFINITY,
    question: JSON.stringify(query),
    begin: () => void import('./directory-collect').then(({ collect }) => collect(list, query, count)),
  }
}

interface ToolsProps<L extends DirectoryListName> {
  list: List<L>
  labels: Labels
  columns: readonly Named[]
  file: { columns: readonly string[]; row: (row: RowsOf[L]) => FileRow }
  selected: Selected<RowsOf[L]>
  /** One of them, e.g. `user`. */
  one: string
}

/** Its tools, beside its title: there before its rows are. */
export function DirectoryTools<L extends DirectoryListName>(props: ToolsProps<L>) {
  const { list, columns } = props
  return (
    <ListTools list={list.list} columns={columns}>
      {list.rows !== undefined && list.rows.length > 0 && <ExportList {...props} />}
    </ListTools>
  )
}

/** Rendered, and its rows made, only once it is opened. */
function ExportList<L extends DirectoryListName>({ list, labels, file, selected, one }: ToolsProps<L>) {
  const { hosts } = useConfig()
  const { list: name, search, rows = [], count, isNewest, newest, directory } = list
  const query = toDirectoryQuery(search)
  const shared = {
    name,
    columns: file.columns,
    selected: { rows: [...selected.values()].map(file.row), one },
    question: toChips(search, labels)
      .map(({ value }) => value)
      .join(', '),
    service: hosts.vehicle,
    page: rows.map(file.row),
    total: count?.isExact ? count.value : undefined,
  }
  if (isNewest) return <Export {...shared} facts={newest && { derivedFrom: texts.partOf(newest.read, newest.total) }} />
  return (
    <Export
      {...shared}
      facts={{ derivedFrom: texts.derivedFrom, asOf: directory.state?.asOf ?? texts.notYetWhole }}
      draft={{ operation: `GET /team/${name}`, with: { query } }}
    />
  )
}
