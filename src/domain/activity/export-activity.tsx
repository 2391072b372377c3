/** Taking the record away: this page of it, or everything that matches. */
import { stringifySearch } from '../../api/search'
import { Export } from '../../lists/export/export'
import type { Row } from '../../lists/export/writer'
import type { ReadListPage } from '../../lists/load-pages'
import { type Activity, activityPages, keyOf, type SentActivity, withoutPage } from './activity'
import type { ActivitySearch } from './activity-search'

const columnsOfFile: Readonly<Record<string, (record: Activity) => string | number | undefined>> = {
  time: ({ time }) => time,
  kind: ({ kind }) => kind,
  operator: ({ operator }) => operator,
  operation: ({ operation }) => operation,
  host: ({ host }) => host,
  parameters: ({ parameters }) =>
    Object.entries(parameters)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  requests: ({ requests }) => requests,
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  durationMs: ({ durationMs }) => durationMs,
  requestId: ({ requestId }) => requestId,
  id: ({ id }) => id,
  client: ({ client }) => client,
}

const rowOf = ({ record, raw }: SentActivity): Row => ({
  id: keyOf(record),
  raw,
  record: Object.fromEntries(Object.entries(columnsOfFile).map(([column, of]) => [column, of(record)])),
})

export function TakeAway({ search, rows }: { search: ActivitySearch; rows: readonly SentActivity[] }) {
  const pages = (): ReadListPage<Row> => {
    const read = activityPages(search)
    return async (page, signal, next) => {
      const answer = await read(page, signal, next)
      return { ...answer, rows: answer.rows.map(rowOf) }
    }
  }
  return (
    <Export
      name="activity"
      columns={Object.keys(columnsOfFile)}
      page={rows.map(rowOf)}
      total={undefined}
      question={decodeURIComponent(stringifySearch(withoutPage(search))).slice(1)}
      service={location.origin}
      pages={pages}
    />
  )
}
