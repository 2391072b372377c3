/** The export of a provider's list. Loaded when it is opened. */
import { pagingOf } from '../../api/json-api'
import { type Search, stringifySearch } from '../../api/search'
import type { ListOperation } from '../../api/team-jobs'
import type { JobDraft } from '../../changes/jobs/job-draft'
import { Export } from '../export/export'
import { type ListName, useSelected } from '../selection/selection'
import { type ListAnswer, type ListFile, requestsFor, rowsOf, type SentRow, toRow } from './list-file'
import { withoutPage } from './list-search'

/** The server's jobs that export them. */
const operations: Readonly<Partial<Record<ListName, ListOperation>>> = {
  connections: 'GET /v3/connections',
  webhooks: 'GET /v3/webhooks',
  subscriptions: 'GET /v3/subscriptions',
}

/** The list's job: its filters by their default names, each once, as the address has them. */
function draftOf(id: ListName, search: Search): JobDraft | undefined {
  const operation = operations[id]
  const query = Object.fromEntries(
    Object.entries(withoutPage(search)).flatMap(([name, value]) => {
      const text = [value].flat().at(-1)
      return text === undefined ? [] : [[name, text]]
    }),
  )
  return operation && { operation, with: { query } }
}

interface Thing {
  id: string
}

export interface TakeAwayProps<Row extends Thing> {
  /** What preferences and files call the list. */
  id: ListName
  /** One of them, e.g. `connection`. */
  one: string
  search: Search
  /** The rows per page that are offered. */
  sizes: readonly number[]
  file: ListFile<Row>
  /** The page on screen. */
  answer: ListAnswer<Row>
}

export function TakeAway({ id, one, search, sizes, file, answer }: TakeAwayProps<Thing>) {
  const selected = useSelected<{ sent: SentRow<Thing> | undefined }>(id)
  const asRow = toRow<Thing>(file.columns)
  const { totalCount: total } = pagingOf(answer.value)
  const sent = [...selected.values()].flatMap((row) => row.sent ?? [])
  const isWhole = sent.length === selected.size
  return (
    <Export
      name={id}
      columns={Object.keys(file.columns)}
      page={rowsOf(answer).map(asRow)}
      selected={{ rows: isWhole ? sent.map(asRow) : [], one }}
      total={total}
      price={total === undefined ? undefined : requestsFor(total, sizes)}
      question={decodeURIComponent(stringifySearch(withoutPage(search))).slice(1)}
      service={file.service}
      draft={draftOf(id, search)}
    />
  )
}
