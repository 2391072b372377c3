/**
 * A list of the service, envelope first: chips, what failed, what does not fit together, the table, the raw page and the
 * pager. The page gives its query and its columns; the address bar's query is the request's.
 */
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { type Answer, call } from '../../api/client'
import type { Endpoint } from '../../api/endpoint'
import { ApiError } from '../../api/errors'
import { type Paging, pagingOf } from '../../api/json-api'
import { isAssumedName, parameterName, type Search, stringifySearch } from '../../api/search'
import { type Column, DataTable, type RowSelection, type TableRow } from '../../ui/data-table'
import { type Chip, Chips } from '../../ui/filters'
import { formatCount, plural } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { Pager } from '../../ui/pager'
import { Differences, RawJson } from '../../ui/raw-json'
import { useConfig } from '../config'
import { Contradictions } from '../contradictions'
import type { ExportPage } from '../export/export'
import { Failure } from '../failure'
import { differencesOf, pageLinks, useKept, useMovedAt, useMovedTotal } from '../list'
import { isRefusedSize } from '../pages'
import { setPreference } from '../preferences'
import { isAccepted, useRemovals } from '../removal'
import { Removals } from '../removals'
import { chipsOf, resized, withoutFilters, withoutPage } from './search'

/** Loaded when it is opened. */
const Export = lazy(() => import('../export/export').then((module) => ({ default: module.Export })))

interface Envelope<Row> {
  data?: Row[] | null | undefined
}
export type ListAnswer<Row> = Answer<Envelope<Row> & Parameters<typeof pagingOf>[0]>

/** The columns of a CSV, each with what it takes from a row. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => unknown>>

export interface ListFile<Row> {
  columns: FileColumns<Row>
  /** Any page of the same question. */
  readPage: (query: Record<string, string>, signal: AbortSignal) => Promise<ListAnswer<Row>>
  service: string
}

/** How the list of an endpoint is taken away. */
export function useListFile<Row>(endpoint: Endpoint, columns: FileColumns<Row>): ListFile<Row> {
  const { hosts } = useConfig()
  return {
    columns,
    readPage: (query, signal) => call(endpoint, { query } as never, { signal }) as Promise<ListAnswer<Row>>, // a list endpoint of these rows
    service: hosts[endpoint.host],
  }
}

/** The page on screen, and what it says of all pages; the one before stays while the next is on its way. */
export function listOnScreen<Row>(answer: ListAnswer<Row> | undefined): { rows: Row[]; paging: Paging } {
  return { rows: answer?.value.data ?? [], paging: pagingOf(answer?.value ?? {}) }
}

interface Props<Row extends { id: string }, Drawn> {
  /** The table's name, e.g. `Connections`. */
  name: string
  /** One of them, e.g. `connection`. */
  one: string
  list: UseQueryResult<ListAnswer<Row>>
  search: Search
  /** The filters that have a field, with its label. */
  labels: Readonly<Record<string, string>>
  /** The rows per page that are offered. */
  sizes: readonly number[]
  /** What the service answers with where the address names no size. */
  defaultSize: number
  columns: readonly Column<Drawn>[]
  draw: (row: Row, movedAt: RefObject<number>) => Omit<TableRow<Drawn>, 'key'>
  selection?: RowSelection
  /** How the list is taken away. */
  file: ListFile<Row>
  /** Said below the table. */
  children?: ReactNode
  onGo: (search: Search, replace?: boolean) => void
}

export function ServiceList<Row extends { id: string }, Drawn>(props: Props<Row, Drawn>) {
  const { name, one, list, search, labels, sizes, defaultSize, columns, draw, selection, children, onGo } = props
  const answer = useKept(list.data)
  const isCurrent = list.data !== undefined // false while an older page stands in
  const { rows, paging } = listOnScreen(answer)
  const removals = useRemovals()
  const { totalCount: total, pageNumber: page } = paging
  const removed = Object.values(removals).filter(isAccepted).length
  const moved = useMovedTotal(
    isCurrent && total !== undefined
      ? { question: stringifySearch(withoutPage(search)), page, total, removed }
      : undefined,
  )
  const movedAt = useMovedAt(isCurrent ? rows.map(({ id }) => id) : undefined, stringifySearch(search))
  const { places, brokenRows } = differencesOf(answer ?? { differences: [] })
  const shown = rows.length + brokenRows.length
  const chips = chipsOf(search, labels)
  const asked = Number(search['page[size]'] ?? defaultSize)
  const refused = useRefusedSize(list.error, asked, sizes, (size) => onGo(resized(search, asked, size), true))
  const resize = (size: number) => {
    setPreference('rowsPerPage', size)
    onGo(resized(search, paging.pageSize ?? asked, size))
  }

  return (
    <>
      <Chips chips={chips} clear={withoutFilters(search)} />
      {refused !== undefined && (
        <Notice tone="amber">
          The service refused {formatCount(refused)} rows per page; {formatCount(asked)} are shown.
        </Notice>
      )}
      {list.error && (
        <Failure error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
          {isBadRequest(list.error) && asked > defaultSize && (
            <Button size="compact-sm" variant="default" onClick={() => resize(defaultSize)}>
              Ask for {defaultSize} rows per page
            </Button>
          )}
        </Failure>
      )}
      {isCurrent && moved && <Notice tone="amber">{moved}</Notice>}
      {isCurrent && answer && <Contradictions paging={paging} shown={shown} search={search} />}
      {isCurrent && <Differences differences={places} />}
      {isCurrent && shown === 0 && !paging.totalCount ? (
        <Empty chips={chips} clear={withoutFilters(search)} one={one} />
      ) : (
        (answer || !list.error) && (
          <DataTable
            name={name}
            columns={columns}
            expected={asked}
            isBusy={list.isFetching && answer !== undefined}
            broken={brokenRows}
            selection={selection}
            rows={
              answer &&
              rows.map((row, index) => ({
                // A service may send the same id twice; both rows are shown.
                key: rows.findIndex(({ id }) => id === row.id) === index ? row.id : `${row.id} ${index}`,
                ...draw(row, movedAt),
              }))
            }
          />
        )
      )}
      {children}
      {answer && <RawJson raw={answer.raw} what="this page" />}
      {answer && shown > 0 && <TakeAway {...props} rows={rowsOf(answer)} total={total} />}
      <Removals />
      {answer && (
        <Pager paging={paging} links={pageLinks(paging, search)} shown={shown} sizes={sizes} onSize={resize} />
      )}
    </>
  )
}

/** The rows of an answer, each as it was sent: those that cannot be read are left out. */
function rowsOf<Row extends { id: string }>(answer: ListAnswer<Row>): { row: Row; raw: unknown }[] {
  const { data } = (answer.raw ?? {}) as { data?: unknown }
  const sent = Array.isArray(data) ? data : []
  const byId = new Map(sent.map((raw) => [(raw as { id?: unknown } | null)?.id, raw])) // of any shape
  return (answer.value.data ?? []).map((row) => ({ row, raw: byId.get(row.id) ?? row }))
}

interface TakeAwayProps<Row extends { id: string }>
  extends Pick<Props<Row, never>, 'name' | 'search' | 'sizes' | 'file'> {
  rows: readonly { row: Row; raw: unknown }[]
  total: number | undefined
}

function TakeAway<Row extends { id: string }>({ name, search, sizes, file, rows, total }: TakeAwayProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const { columns, readPage, service } = file
  const pageSize = sizes.at(-1) ?? 10
  const question = withoutPage(search)
  const asRow = ({ row, raw }: { row: Row; raw: unknown }) => ({
    id: row.id,
    raw,
    record: Object.fromEntries(Object.entries(columns).map(([column, of]) => [column, of(row)])),
  })
  const taken = useRef(pageSize)
  const read = async (page: number, signal: AbortSignal): Promise<ExportPage> => {
    const at = { 'page[number]': String(page), 'page[size]': String(taken.current) }
    try {
      const answer = await readPage({ ...(question as Record<string, string>), ...at }, signal) // one value each
      const { links, totalCount } = pagingOf(answer.value)
      return { rows: rowsOf(answer).map(asRow), total: totalCount, isLast: links.next === null }
    } catch (error) {
      // The service's maximum is not shown (8): a size that it refuses steps down before the first page.
      const smaller = sizes.findLast((size) => size < taken.current)
      if (page > 1 || smaller === undefined || !isRefusedSize(error)) throw error
      taken.current = smaller
      return read(page, signal)
    }
  }
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Export</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <Export
            name={name.toLowerCase()}
            columns={Object.keys(columns)}
            page={rows.map(asRow)}
            total={total}
            pageSize={pageSize}
            question={decodeURIComponent(stringifySearch(question)).slice(1)}
            service={service}
            readPage={read}
          />
        </Suspense>
      )}
    </details>
  )
}

/** What a filter's field shows: its label, its value, and the name that the service knows it by. */
export function fieldOf<K extends string>(
  name: K,
  labels: Readonly<Record<K, string>>,
  search: Search,
  onGo: (search: Search) => void,
) {
  return {
    label: labels[name],
    value: String(search[name] ?? ''),
    onApply: (value: string) => onGo({ ...search, [name]: value || undefined, 'page[number]': undefined }),
    hint: `${parameterName(name)}${isAssumedName(name) ? ' (assumed name)' : ''}`,
  }
}

function Empty({ chips, clear, one }: { chips: readonly Chip[]; clear: Search; one: string }) {
  if (chips.length === 0) return <p>The service lists no {one}s.</p>
  return (
    <div className="stack">
      <p>
        No {one} matches {chips.map(({ label, value }) => `${label} “${value}”`).join(' and ')}.
      </p>
      <p>
        <Link to="." search={clear as never /* the route's own names */} preload={false}>
          Clear {plural(chips.length, 'filter')}
        </Link>
      </p>
    </div>
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
