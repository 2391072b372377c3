/** Pages of a provider's list: the rows of a file, and reading all pages to select everything that matches. */
import { type Answer, call } from '../../api/client'
import type { Endpoint } from '../../api/endpoint'
import type { FileColumns } from '../../api/file-columns'
import type { pagingOf } from '../../api/json-api'
import { useConfig } from '../../core/config'
import type { Row as FileRow } from '../export/save-rows'

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

/** The list of an endpoint as a file. */
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

/** Requests that a whole list takes. */
export const requestsFor = (total: number, sizes: readonly number[]): number =>
  Math.max(1, Math.ceil(total / (sizes.at(-1) ?? 10)))

/** Rows that are kept whole: beyond, a selection would fill the memory, and everything that matches is exported instead. */
export const MOST_WHOLE = 5000

/** @param columns each column's name with its value of a row */
export const toRow =
  <T>(columns: Readonly<Record<string, (row: T) => unknown>>) =>
  ({ row, raw }: { row: T; raw: unknown }): FileRow => ({
    raw,
    record: Object.fromEntries(Object.entries(columns).map(([column, of]) => [column, of(row)])),
  })
