/**
 * A list of the service, envelope first: chips, what failed, what does not fit together, the table, the raw page and the
 * pager. The page gives its query and its columns; the address bar's query is the request's.
 */

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../api/errors'
import { type Paging, pagingOf } from '../../api/json-api'
import { isRefusedSize } from '../../api/refused-size'
import { type Search, stringifySearch } from '../../api/search'
import { isAccepted, removalKey, useRemovals } from '../../changes/removal'
import { Removals } from '../../changes/removal-notices-later'
import { setPreference } from '../../core/preferences'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { type Column, DataTable, type TableRow } from '../../ui/data-table'
import { type Chip, Chips, NoMatch } from '../../ui/filters'
import { Notice } from '../../ui/notice'
import { Pager } from '../../ui/pager'
import { Differences, RawJson } from '../../ui/raw-json'
import { rowKeys } from '../../ui/row-keys'
import type { RowSelection } from '../../ui/row-selection'
import { useShownColumns } from '../columns'
import { Contradictions } from '../contradictions'
import { pageLinks, removedFrom, type Takers, useMovedTotal } from '../envelope'
import { differencesOf, useMovedAt, usePreviousData } from '../list'
import { missingPage, WithoutPage } from '../missing-page'
import type { ListAnswer } from './list-file'
import { chipsOf, resized, withoutFilters, withoutPage } from './list-search'
import * as texts from './texts'

const none = { kind: 'none' } as const
const noPaging = pagingOf({})
const noLinks = { first: none, prev: none, next: none, last: none }

/** The page on screen, and what it says of all pages; the one before stays while the next is on its way. */
export function listOnScreen<Row>(answer: ListAnswer<Row> | undefined): { rows: Row[]; paging: Paging } {
  return { rows: answer?.value.data ?? [], paging: pagingOf(answer?.value ?? {}) }
}

interface Props<Row extends { id: string }, CellRow> {
  /** What preferences and files call the list. */
  id: 'connections' | 'webhooks' | 'subscriptions'
  /** The table's name, e.g. `Connections`. */
  name: string
  /** One of them, e.g. `connection`. */
  one: string
  list: UseQueryResult<ListAnswer<Row>>
  search: Search
  /** What of the page's rows is not what was asked for, in words: they are shown all the same. */
  contradictions?: readonly string[]
  /** The filters that have a field, with its label. */
  labels: Readonly<Record<string, string>>
  /** The rows per page that are offered. */
  sizes: readonly number[]
  /** What the service answers with where the address names no size. */
  defaultSize: number
  columns: readonly Column<CellRow>[]
  /** What removes one of its rows: absent where nothing does. */
  removal?: { operation: string }
  /** The removals that take rows from it: none where nothing does. */
  takers?: Takers
  /** The same function as long as it returns the same. */
  toRow: (row: Row, movedAt: RefObject<number>) => Omit<TableRow<CellRow>, 'key' | 'isCrossedOut'>
  selection?: RowSelection
  /** What is selected and what can be done with it: it stands above the pager, where the keyboard comes to it after the rows. */
  bar?: ReactNode
  /** Where to look for what nothing matches: beside the way out of the filters. */
  elsewhere?: ReactNode
  /** Said below the table. */
  children?: ReactNode
  onGo: (search: Search, replace?: boolean) => void
}

export function ServiceList<Row extends { id: string }, CellRow>(props: Props<Row, CellRow>) {
  const {
    id,
    name,
    one,
    list,
    search,
    labels,
    sizes,
    defaultSize,
    columns,
    toRow,
    selection,
    bar,
    contradictions,
    removal,
    takers = {},
    elsewhere,
    children,
    onGo,
  } = props
  const shownColumns = useShownColumns(id, columns)
  const answer = usePreviousData(list.data)
  const isCurrent = list.data !== undefined // false while an older page stands in
  const { rows, paging } = listOnScreen(answer)
  const question = stringifySearch({ ...search, 'page[number]': undefined })
  const isOfThis = usePreviousData(isCurrent ? question : undefined) === question
  const removals = useRemovals()
  const { totalCount: total, pageNumber: page } = paging
  const removed = removedFrom(removals, takers)
  const moved = useMovedTotal(
    isCurrent && total !== undefined
      ? { question: stringifySearch(withoutPage(search)), page, total, removed }
      : undefined,
  )
  const movedAt = useMovedAt(isCurrent ? rows.map(({ id }) => id) : undefined, stringifySearch(search))
  // Memoized so that a removal renders only its own row again.
  const sentRows = useMemo(() => {
    const sent = answer?.value.data
    const keys = rowKeys((sent ?? []).map(({ id }) => id)) // a provider may send the same ID twice; both are shown
    return sent?.map((row, index) => ({ id: row.id, key: keys[index] ?? row.id, ...toRow(row, movedAt) }))
  }, [answer, toRow, movedAt])
  const tableRows = sentRows?.map(({ id, ...row }) => ({
    ...row,
    isCrossedOut: removal && isAccepted(removals[removalKey(removal, id)]),
  }))
  const { places, brokenRows } = differencesOf(answer ?? { differences: [] })
  const shown = rows.length + brokenRows.length
  const chips = chipsOf(search, labels)
  const missing = missingPage(list.error, search, isOfThis ? paging : noPaging)
  const asked = Number(search['page[size]'] ?? defaultSize)
  const refused = useRefusedSize(list.error, asked, sizes, (size) => onGo(resized(search, asked, size), true))
  const resize = (size: number) => {
    setPreference('rowsPerPage', size)
    onGo(resized(search, paging.pageSize ?? asked, size))
  }

  return (
    <>
      <Chips chips={chips} clear={withoutFilters(search)} />
      {refused !== undefined && <Notice tone="amber">{texts.refusedSize(refused, asked)}</Notice>}
      {list.error && (
        <Failure
          error={list.error}
          what={missing.what}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        >
          {missing.children}
          {isBadRequest(list.error) && asked > defaultSize && (
            <Button size="compact-sm" variant="default" onClick={() => resize(defaultSize)}>
              {texts.askForSize(defaultSize)}
            </Button>
          )}
        </Failure>
      )}
      {list.isPending && <WithoutPage search={search} />}
      {isCurrent && moved && <Notice tone="amber">{moved}</Notice>}
      {isCurrent && answer && <Contradictions paging={paging} shown={shown} search={search} more={contradictions} />}
      {isCurrent && <Differences differences={places} onRetry={() => void list.refetch()} />}
      {isCurrent && shown === 0 && !paging.totalCount ? (
        <Empty chips={chips} clear={withoutFilters(search)} one={one} elsewhere={elsewhere} />
      ) : (
        (answer || !list.error) && (
          <DataTable
            name={name}
            columns={shownColumns}
            expected={asked}
            isBusy={list.isFetching && answer !== undefined}
            broken={brokenRows}
            selection={selection}
            rows={tableRows}
          />
        )
      )}
      {answer && <RawJson raw={answer.raw} what={texts.thisPage} />}
      {children}
      <Removals />
      {bar}
      {answer && (
        <Pager
          paging={paging}
          links={isOfThis ? pageLinks(paging, search) : noLinks} // its pages are those of another question
          shown={shown}
          sizes={sizes}
          onSize={resize}
        />
      )}
    </>
  )
}

interface EmptyProps {
  chips: readonly Chip[]
  clear: Search
  one: string
  elsewhere: ReactNode
}

function Empty({ chips, clear, one, elsewhere }: EmptyProps) {
  if (chips.length === 0) return <p>{texts.empty(one)}</p>
  return (
    <NoMatch text={texts.noMatch(one, chips)} chips={chips} clear={clear}>
      {elsewhere}
    </NoMatch>
  )
}

const isBadRequest = (error: unknown) => error instanceof ApiError && error.status === 400

/**
 * Steps down to the next smaller page size that the list offers where the service refuses one (its maximum is not
 * shown, 8). Only where its words are about the page: any other 400 is not mended by asking for less.
 * @returns the size that was refused, while a smaller one stands in for it
 */
function useRefusedSize(
  error: unknown,
  asked: number,
  offered: readonly number[],
  stepTo: (size: number) => void,
): number | undefined {
  const [refused, setRefused] = useState<number>()
  const smaller = offered.findLast((size) => size < asked)
  const isRefused = smaller !== undefined && isRefusedSize(error)
  useEffect(() => {
    if (!isRefused) return
    setRefused(asked)
    stepTo(smaller)
  })
  return refused !== undefined && asked < refused ? refused : undefined
}
