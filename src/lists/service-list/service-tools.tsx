/** The tools of a list of the service, beside its title: there before its rows are. */
import { pagingOf } from '../../api/json-api'
import type { Search } from '../../api/search'
import { later } from '../../ui/later'
import type { Named } from '../columns'
import { ListTools } from '../list-tools'
import type { Selected } from '../selection/selection'
import { type ListAnswer, type ListFile, readAs, rowsOf, type SentRow, toRow } from './list-file'

/** Loaded when it is opened. */
const TakeAway = later(() => import('./export-list').then((module) => module.TakeAway))

interface Props<Row extends { id: string }> {
  /** What preferences and files call the list. */
  id: string
  /** One of them, e.g. `connection`. */
  one: string
  columns: readonly Named[]
  search: Search
  /** The rows per page that are offered. */
  sizes: readonly number[]
  file: ListFile<Row>
  answer: ListAnswer<Row> | undefined
  selected: Selected<{ sent: SentRow<Row> | undefined }>
}

export function ServiceTools<Row extends { id: string }>(props: Props<Row>) {
  const { id, one, columns, search, sizes, file, answer, selected } = props
  const asRow = toRow<Row>(file.columns, (row) => row.id)
  return (
    <ListTools list={id} columns={columns}>
      {answer?.value.data?.length ? (
        <TakeAway
          name={id}
          one={one}
          search={search}
          sizes={sizes}
          columns={Object.keys(file.columns)}
          service={file.service}
          total={pagingOf(answer.value).totalCount}
          page={() => rowsOf(answer).map(asRow)}
          selected={() => {
            const sent = [...selected.values()].flatMap((row) => row.sent ?? [])
            return sent.length === selected.size ? sent.map(asRow) : []
          }}
          readRows={readAs(file, asRow)}
        />
      ) : undefined}
    </ListTools>
  )
}
