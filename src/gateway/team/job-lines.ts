/** What a job has done or read, as the lines of its file: the columns of a table, and each line as it was sent. */
import { BatchRequest } from '../../api/batch'
import { connectionColumns } from '../../api/connection-columns'
import { connections } from '../../api/connections'
import type { Endpoint } from '../../api/endpoint'
import { explain, factsOf } from '../../api/errors'
import type { ExportRow } from '../../api/export-rows'
import type { FileColumns } from '../../api/file-columns'
import { jobKinds, namesIn } from '../../api/job-operations'
import { parseJson } from '../../api/json'
import { read } from '../../api/read'
import { recordsOf } from '../../api/signal-records'
import { subscriptionColumns } from '../../api/subscription-columns'
import { subscriptions } from '../../api/subscriptions'
import { TeamUser, TeamVehicle } from '../../api/team'
import { teamUserColumns, teamVehicleColumns } from '../../api/team-columns'
import type { JobOperation } from '../../api/team-jobs'
import { webhookColumns } from '../../api/webhook-columns'
import { webhooks } from '../../api/webhooks'
import type { JobLine } from '../../store/job-results'
import type { JobRecord } from '../../store/job-rows'
import { type BatchLine, batchLines, errorOf } from './batch-lines'

export interface JobTable {
  /** What its file is called. */
  name: string
  columns: readonly string[]
  linesOf: (item: JobLine) => ExportRow[]
}

const rowsIn = (body: string): unknown[] => {
  const rows = parseJson(body)
  return Array.isArray(rows) ? rows : []
}
const both = (record: Record<string, unknown>): ExportRow => ({ record, raw: record })

interface Listed<Row> {
  columns: FileColumns<Row>
  /** The rows that can be read, each as it was sent. */
  rows: (sent: unknown[]) => { row: Row; raw: unknown }[]
}

/** As the interface has it: what differs from it is read slowly. */
const envelope = {
  meta: { pageNumber: 1, pageSize: 1, totalCount: 1 },
  links: { self: '', first: '', prev: null, next: null, last: '' },
}

/** Rows of a list of the service, as the tab reads them: what is no row is left out. */
function rowsOf<Row extends { id: string }>(endpoint: Endpoint, sent: unknown[]): { row: Row; raw: unknown }[] {
  const { data = [] } = read(endpoint.response, { ...envelope, data: sent }).value as { data?: Row[] | null } // of its rows
  const byId = new Map(sent.map((raw) => [(raw as { id?: unknown } | null)?.id, raw])) // of any shape
  return (data ?? []).map((row) => ({ row, raw: byId.get(row.id) ?? row }))
}

const listed = <Row>({ columns, rows }: Listed<Row>) => ({
  columns: Object.keys(columns),
  of: (sent: unknown[]): ExportRow[] =>
    rows(sent).map(({ row, raw }) => ({
      record: Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(row)])),
      raw,
    })),
})

const lists = {
  [connections.list.operation]: listed({
    columns: connectionColumns,
    rows: (sent) => rowsOf(connections.list, sent),
  }),
  [webhooks.list.operation]: listed({ columns: webhookColumns, rows: (sent) => rowsOf(webhooks.list, sent) }),
  [subscriptions.list.operation]: listed({
    columns: subscriptionColumns,
    rows: (sent) => rowsOf(subscriptions.list, sent),
  }),
  'GET /team/users': listed({
    columns: teamUserColumns,
    rows: (sent) => sent.flatMap((raw) => rowIn(TeamUser.safeParse(raw), raw)),
  }),
  'GET /team/vehicles': listed({
    columns: teamVehicleColumns,
    rows: (sent) => sent.flatMap((raw) => rowIn(TeamVehicle.safeParse(raw), raw)),
  }),
} as const satisfies Partial<Record<JobOperation, unknown>>

const rowIn = <Row>({ data }: { data?: Row | undefined }, raw: unknown) =>
  data === undefined ? [] : [{ row: data, raw }]
const isList = (operation: JobOperation): operation is keyof typeof lists => operation in lists

/** Items of changes: what became of each. */
const outcomeColumns = ['target', 'state', 'status', 'requestId', 'detail', 'at', 'tries'] as const
const outcomeOf = ({ target, state, status, requestId, detail, at, tries }: JobLine) => ({
  ...{ target, state, status, requestId, detail, at: at?.toISOString() ?? null, tries },
})

const pathColumns = [
  ...['vehicleId', 'path', 'state', 'status', 'recordedAt', 'readAt', 'unitSystem', 'requestId', 'error', 'body'],
] as const

/** A line for each path; of several tries the last one that has it. */
function mergeTries({ bodies }: JobLine, paths: readonly string[]): BatchLine[] {
  const tries = bodies.map((body) => batchLines(paths, rowsIn(body)))
  const merged = paths.flatMap((_, nth) => {
    const found = tries.map((lines) => lines[nth]).filter((line) => line?.state !== 'missing')
    return found.at(-1) ?? tries[0]?.[nth] ?? []
  })
  return [...merged, ...tries.flatMap((lines) => lines.slice(paths.length))]
}

const pathsIn = ({ shared }: Pick<JobRecord, 'shared'>) =>
  BatchRequest()
    .parse(shared)
    .requests.map(({ path }) => path)

/** Result of an item, as the provider sent it. */
export function responsesOf(job: Pick<JobRecord, 'operation' | 'shared'>, item: JobLine): unknown[] {
  if (jobKinds[job.operation].kind !== 'read') return item.bodies.flatMap(rowsIn)
  return mergeTries(item, pathsIn(job)).flatMap(({ state, item }) => (state === 'missing' ? [] : item))
}

function pathsOf(item: JobLine, paths: readonly string[]): ExportRow[] {
  const { target: vehicleId, state, status, requestId, detail, at, bodies } = item
  const common = { vehicleId, readAt: at?.toISOString() ?? null, requestId }
  if (bodies.length === 0) return [both({ ...common, state, status, error: detail })]
  return mergeTries(item, paths).map((line) => {
    const { path, state } = line
    const { code, headers, body } = line.item
    const facts = factsOf(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)] as const))
    const error = errorOf(line)
    const { type, code: word, detail } = error ? explain(error) : {}
    return both({
      ...common,
      ...{ path, state, status: code ?? null, recordedAt: facts.dataAge, unitSystem: facts.unitSystem },
      requestId: facts.requestId ?? requestId,
      error: error && [type, word, detail].filter(Boolean).join(' · '),
      body: body ?? null,
    })
  })
}

const valueHead = ['vehicleId', 'signalCode', 'userId', 'state', 'detail'] as const

/** A line for each value; of a page that brought none, what became of it. */
function valuesOf(item: JobLine): ExportRow[] {
  const names = namesIn('GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values', item.target) ?? {}
  const { state, detail, bodies } = item
  if (bodies.length === 0 && state !== 'done') return [both({ ...names, state, detail })]
  return bodies.flatMap((body) =>
    rowsIn(body).flatMap((sent) =>
      recordsOf({ data: [sent] }).map((record) => ({
        record: { ...record, ...names, state },
        raw: { ...names, value: sent },
      })),
    ),
  )
}

/** @param names those that came, of values of signals */
export function tableOf(job: JobRecord, names: readonly string[]): JobTable {
  const { operation } = job
  const kind = jobKinds[operation]
  if (isList(operation)) {
    const { columns, of } = lists[operation]
    const isNew = createNew()
    const linesOf = (item: JobLine) => of(item.bodies.flatMap(rowsIn)).filter(isNew(item.page ?? 0))
    return { name: kind.kind === 'pages' ? (kind.list ?? 'list') : 'list', columns, linesOf }
  }
  if (kind.kind === 'pages') {
    const others = names.filter((name) => !valueHead.some((one) => one === name))
    return { name: 'values', columns: [...valueHead, ...others], linesOf: valuesOf }
  }
  if (kind.kind === 'read') {
    const paths = pathsIn(job)
    return { name: 'batch', columns: pathColumns, linesOf: (item) => pathsOf(item, paths) }
  }
  return { name: 'items', columns: outcomeColumns, linesOf: (item) => [both(outcomeOf(item))] }
}

/** A list that moves while it is read shows a row on the next page again: it stands once. */
function createNew() {
  let before = new Set<unknown>()
  let now = new Set<unknown>()
  let last = 0
  return (page: number) => {
    if (page !== last) [before, now, last] = [now, new Set(), page]
    return ({ raw }: ExportRow): boolean => {
      const id = (raw as { id?: unknown } | null)?.id // as it was sent
      if (before.has(id) || now.has(id)) return false
      now.add(id)
      return true
    }
  }
}
