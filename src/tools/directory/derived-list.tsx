/** A list that follows from the connections: where it comes from, what was found, its table, its pages. */
import type { Search } from '../../api/search'
import { type Column, DataTable, type RowSelection, type TableRow } from '../../ui/data-table'
import { type Chip, Chips } from '../../ui/filters'
import { later } from '../../ui/later'
import { useConfig } from '../config'
import type { Row as FileRow } from '../export/writer'
import { useShownColumns } from '../list-tools/columns'
import { ListTools } from '../list-tools/list-tools'
import type { ReadListPage } from '../load-pages'
import { OwnPager, sizeOf } from '../own-pages'
import { Removals } from '../removals'
import { DirectoryBar } from './bar'
import { type Directory, isWhole } from './directory'
import { sourceOf } from './files'
import { FoundBy, NothingFound } from './found'
import type { Lookup } from './lookup'

/** Loaded when it is opened. */
const Export = later(() => import('../export/export').then((module) => module.Export))

interface Props<Row> {
  name: 'Users' | 'Vehicles'
  what: 'user' | 'vehicle'
  directory: Directory
  /** The console's own filters, with what each is called. */
  labels: Readonly<Record<string, string>>
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
  /** The list as a file: its columns, the rows on the page, and everything that matches. */
  file: { columns: readonly string[]; page: () => readonly FileRow[]; pages: () => ReadListPage<FileRow> }
  /** The query on screen. */
  active: Search
  onGo: (search: Search) => void
}

export function DerivedList<Row>(props: Props<Row>) {
  const { name, what, directory, labels, asked, isReady, isScanning, columns, rows, total, shown, file, active, onGo } =
    props
  const { text, lookup, count } = asked
  const shownColumns = useShownColumns(name.toLowerCase(), columns)
  const chips = chipsOf(active, labels)
  const clear = active.pageSize ? { pageSize: active.pageSize } : {}
  const question = chips.map(({ value }) => value).join(', ')
  return (
    <>
      <Chips chips={chips} clear={clear} />
      <DirectoryBar what={what} />
      <FoundBy question={text} lookup={lookup} count={count} total={total} what={what} isReady={isReady} />
      {isReady && total === 0 && !lookup.isAsking ? (
        <NothingFound chips={chips} clear={clear} what={what} isWhole={isWhole(directory)} />
      ) : (
        (directory.phase !== 'failed' || total > 0) && (
          <>
            <ListTools list={name.toLowerCase()} columns={columns}>
              {total > 0 && (
                <TakeAway name={name} directory={directory} question={question} file={file} total={total} />
              )}
            </ListTools>
            <DataTable
              name={name}
              columns={shownColumns}
              expected={sizeOf(active)}
              isBusy={(isReady && isScanning) || lookup.isAsking}
              rows={rows}
              selection={props.selection}
            />
          </>
        )
      )}
      <Removals />
      <OwnPager active={active} total={total} shown={shown} onGo={onGo} />
    </>
  )
}

const chipsOf = (active: Search, labels: Props<never>['labels']): Chip[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const value = active[name]
    return value === undefined
      ? []
      : [{ name, label, value: String(value), without: { ...active, [name]: undefined, page: undefined } }]
  })

/** Drawn, and its rows made, only once it is opened: none of it is on the way of a key. */
function TakeAway<Row>({
  name,
  directory,
  question,
  file,
  total,
}: Pick<Props<Row>, 'name' | 'directory' | 'file' | 'total'> & { question: string }) {
  const { hosts } = useConfig()
  return (
    <Export
      name={name.toLowerCase()}
      columns={file.columns}
      page={file.page()}
      total={total}
      question={question}
      service={hosts.vehicle}
      facts={sourceOf(directory)}
      pages={file.pages}
    />
  )
}
