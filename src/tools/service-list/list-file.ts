/** A list of the service read as a whole, page by page: for taking it away, and for selecting everything that matches. */
import { type Answer, call } from '../../api/client'
import type { Endpoint } from '../../api/endpoint'
import { pagingOf } from '../../api/json-api'
import type { Search } from '../../api/search'
import { useConfig } from '../config'
import type { Row as FileRow } from '../export/writer'
import { isRefusedSize } from '../pages'
import { withoutPage } from './search'

interface Envelope<Row> {
  data?: Row[] | null | undefined
}
export type ListAnswer<Row> = Answer<Envelope<Row> & Parameters<typeof pagingOf>[0]>

/** The columns of a CSV, each with what it takes from a row. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** A row as it is read, and as it was sent. */
export interface SentRow<Row> {
  row: Row
  raw: unknown
}

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
    readPage: (query, signal) =>
      call(endpoint, { query } as never, { signal, isJob: true }) as Promise<ListAnswer<Row>>, // a list endpoint of these rows
    service: hosts[endpoint.host],
  }
}

/** The rows of an answer, each as it was sent: those that cannot be read are left out. */
export function rowsOf<Row extends { id: string }>(answer: ListAnswer<Row>): SentRow<Row>[] {
  const { data } = (answer.raw ?? {}) as { data?: unknown }
  const sent = Array.isArray(data) ? data : []
  const byId = new Map(sent.map((raw) => [(raw as { id?: unknown } | null)?.id, raw])) // of any shape
  return (answer.value.data ?? []).map((row) => ({ row, raw: byId.get(row.id) ?? row }))
}

export interface ListPage<T> {
  rows: readonly T[]
  total: number | undefined
  isLast: boolean
}
/** Reads the pages of one question in their order, from the first. @throws ApiError, AbortError */
export type ReadListPage<T> = (page: number, signal: AbortSignal) => Promise<ListPage<T>>

/** Requests that a whole list takes. */
export const requestsFor = (total: number, sizes: readonly number[]): number =>
  Math.max(1, Math.ceil(total / (sizes.at(-1) ?? 10)))

/**
 * @param search the query on screen: its filters are kept, its page is not
 * @param sizes the page sizes that the list offers, ascending: the largest is asked for first
 */
export function pagesOf<Row extends { id: string }>(
  { readPage }: Pick<ListFile<Row>, 'readPage'>,
  search: Search,
  sizes: readonly number[],
): ReadListPage<SentRow<Row>> {
  const question = withoutPage(search) as Record<string, string> // one value each
  let size = sizes.at(-1) ?? 10
  return async function read(page, signal) {
    try {
      const answer = await readPage({ ...question, 'page[number]': String(page), 'page[size]': String(size) }, signal)
      const { links, totalCount } = pagingOf(answer.value)
      return { rows: rowsOf(answer), total: totalCount, isLast: links.next === null }
    } catch (error) {
      // The service's maximum is not shown (8): a size that it refuses steps down before the first page.
      const smaller = sizes.findLast((one) => one < size)
      if (page > 1 || smaller === undefined || !isRefusedSize(error)) throw error
      size = smaller
      return read(page, signal)
    }
  }
}

/** @param columns each column's name with what it takes from a row */
export const toRow =
  <T>(columns: Readonly<Record<string, (row: T) => unknown>>, idOf: (row: T) => string) =>
  ({ row, raw }: { row: T; raw: unknown }): FileRow => ({
    id: idOf(row),
    raw,
    record: Object.fromEntries(Object.entries(columns).map(([column, of]) => [column, of(row)])),
  })
