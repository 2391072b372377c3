/** A list of the service read as a whole, page by page: for taking it away, and for selecting everything that matches. */
import { type Answer, call } from '../../api/client'
import type { Endpoint } from '../../api/endpoint'
import type { FileColumns } from '../../api/file-columns'
import { type Paging, pagingOf } from '../../api/json-api'
import { useConfig } from '../../core/config'
import type { Row as FileRow } from '../export/writer'

interface Envelope<Row> {
  data?: Row[] | null | undefined
}
export type ListAnswer<Row> = Answer<Envelope<Row> & Parameters<typeof pagingOf>[0]>

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

/** Reads any page of a list, its rows as what is wanted of them. */
export type ReadRows<T> = (
  query: Record<string, string>,
  signal: AbortSignal,
) => Promise<Paging & { rows: readonly T[] }>

export const readAs =
  <Row extends { id: string }, T>(
    { readPage }: Pick<ListFile<Row>, 'readPage'>,
    as: (sent: SentRow<Row>) => T,
  ): ReadRows<T> =>
  async (query, signal) => {
    const answer = await readPage(query, signal)
    return { ...pagingOf(answer.value), rows: rowsOf(answer).map(as) }
  }

/** Requests that a whole list takes. */
export const requestsFor = (total: number, sizes: readonly number[]): number =>
  Math.max(1, Math.ceil(total / (sizes.at(-1) ?? 10)))

/** Rows that are kept whole: beyond, a selection would fill the memory, and everything that matches is exported instead. */
export const MOST_WHOLE = 5000

/** @param columns each column's name with what it takes from a row */
export const toRow =
  <T>(columns: Readonly<Record<string, (row: T) => unknown>>, idOf: (row: T) => string) =>
  ({ row, raw }: { row: T; raw: unknown }): FileRow => ({
    id: idOf(row),
    raw,
    record: Object.fromEntries(Object.entries(columns).map(([column, of]) => [column, of(row)])),
  })
