/** The history of subscriptions as a file, written while it is read from the store, as fast as the client reads it. */
import { Readable } from 'node:stream'
import { MOST_ROWS } from '../../api/console/queries'
import { type ExportFormat, exportTypes } from '../../api/export-formats'
import { type ExportRow, exportRows } from '../../api/export-rows'
import type { FileColumns } from '../../api/file-columns'
import { IN_PROGRESS_MS } from '../../api/subscriptions'
import type { TeamSubscription, TeamSubscriptions } from '../../api/team-subscriptions'
import type { SubscriptionSearch, Subscriptions } from '../../store/subscriptions'
import { dataHeaders } from '../errors'

const columns: FileColumns<Omit<TeamSubscription, 'n' | 'state'> & { state: string }> = {
  webhookId: ({ webhookId }) => webhookId,
  userId: ({ userId }) => userId,
  vehicleId: ({ vehicleId }) => vehicleId,
  subscriptionId: ({ subscriptionId }) => subscriptionId,
  state: ({ state }) => state,
  at: ({ at }) => at,
  by: ({ by }) => by,
  since: ({ since }) => since,
  sinceBy: ({ sinceBy }) => sinceBy,
  isTold: ({ isTold }) => isTold,
}

function toRow({ n: _, ...row }: TeamSubscription, now: number): ExportRow {
  const isUnseen = row.state === 'accepted' && now - Date.parse(row.at) > IN_PROGRESS_MS
  const raw = { ...row, state: isUnseen ? 'id unknown' : row.state }
  return { raw, record: Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(raw)])) }
}

type Search = Omit<SubscriptionSearch, 'limit' | 'after'>

/** All pages. An error in one of them breaks the file off. */
async function* rowsOf(
  first: TeamSubscriptions,
  next: (after: string) => Promise<TeamSubscriptions>,
  now: number,
): AsyncGenerator<ExportRow[], void, undefined> {
  for (let page = first; ; page = await next(page.next)) {
    yield page.rows.map((row) => toRow(row, now))
    if (page.next === null) return
  }
}

/** @throws StoreError, SearchError, before anything is sent */
export async function subscriptionFile(
  history: Pick<Subscriptions, 'page'>,
  search: Search,
  format: ExportFormat,
): Promise<Response> {
  const read = (after?: string) => history.page({ ...search, limit: MOST_ROWS, after })
  const first = await read()
  const now = Date.now()
  const written = new Date(now).toISOString()
  const facts = { what: 'history of subscriptions', filter: search, written }
  const table = { sheet: 'subscriptions', columns: Object.keys(columns), facts }
  const body = Readable.from(exportRows(format, table, rowsOf(first, read, now)), { objectMode: false })
  return new Response(Readable.toWeb(body) as ReadableStream, {
    headers: {
      ...dataHeaders,
      'content-type': exportTypes[format],
      'content-disposition': `attachment; filename="subscriptions-${written.slice(0, 19).replaceAll(':', '-')}Z.${format}"`,
    },
  })
}
