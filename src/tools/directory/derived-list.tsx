/** A list that follows from the connections: where it comes from, what was found, its table, its pages. */
import type { Search } from '../../api/search'
import { type Column, DataTable, type RowSelection, type TableRow } from '../../ui/data-table'
import { OwnPager, sizeOf } from '../own-pages'
import { Removals } from '../removals'
import { DirectoryBar } from './bar'
import { type Directory, isWhole } from './directory'
import { FoundBy, NothingFound } from './found'
import type { Lookup } from './lookup'

interface Props<Row> {
  name: 'Users' | 'Vehicles'
  what: 'user' | 'vehicle'
  directory: Directory
  /** What is looked for, in words. */
  question: string
  /** What the service's own filters were asked, and how many they found. */
  asked: { text: string; lookup: Lookup; count: number }
  isReady: boolean
  isScanning: boolean
  columns: readonly Column<Row>[]
  /** Undefined while nothing has been read. */
  rows: readonly TableRow<Row>[] | undefined
  /** Where rows can be selected. */
  selection?: RowSelection
  total: number
  /** How many rows the page has. */
  shown: number
  /** The query on screen. */
  active: Search
  onGo: (search: Search) => void
}

export function DerivedList<Row>(props: Props<Row>) {
  const { name, what, directory, question, asked, isReady, isScanning, columns, rows, total, shown, active, onGo } =
    props
  const { text, lookup, count } = asked
  return (
    <>
      <DirectoryBar what={what} />
      <FoundBy question={text} lookup={lookup} count={count} total={total} what={what} isReady={isReady} />
      {isReady && total === 0 && !lookup.isAsking ? (
        <NothingFound question={question} what={what} isWhole={isWhole(directory)} />
      ) : (
        (directory.phase !== 'failed' || total > 0) && (
          <DataTable
            name={name}
            columns={columns}
            expected={sizeOf(active)}
            isBusy={(isReady && isScanning) || lookup.isAsking}
            rows={rows}
            selection={props.selection}
          />
        )
      )}
      <Removals />
      <OwnPager active={active} total={total} shown={shown} onGo={onGo} />
    </>
  )
}
