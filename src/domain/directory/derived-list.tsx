/** A list that follows from the connections: where it comes from, what was found, its table, its pages. */

import { type ReactNode, useMemo } from 'react'
import type { Search } from '../../api/search'
import { Removals } from '../../changes/removal-notices-later'
import { useConfig } from '../../core/config'
import { type Named, useShownColumns } from '../../lists/columns'
import type { Row as FileRow } from '../../lists/export/save-rows'
import { ListTools } from '../../lists/list-tools'
import { OwnPager, shownOf, sizeOf } from '../../lists/own-pages'
import type { Selected } from '../../lists/selection/selection'
import { type Column, DataTable, type TableRow } from '../../ui/data-table'
import { type Chip, Chips } from '../../ui/filters'
import { later } from '../../ui/later'
import type { RowSelection } from '../../ui/row-selection'
import { DirectoryFoot, DirectoryNotices, useOpenDirectory } from './directory-bar'
import { sourceOf } from './directory-files'
import { type Finders, useFinder, useFound } from './directory-search'
import { type Directory, isWhole } from './directory-state'
import { type Entries, isPresent, type UserEntry, type VehicleEntry } from './entries'
import { FoundBy, NothingFound } from './found'
import { type Among, type Lookup, useLookup } from './lookup'
import type { TeamParts } from './team-parts'
import * as texts from './texts'

/** Loaded when it is opened. */
const Export = later(() => import('../../lists/export/export').then((module) => module.Export))

interface Props<Entry, Row> {
  /** What preferences and files call the list. */
  id: 'users' | 'vehicles'
  name: string
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
  /** What is selected and what can be done with it: it stands above the pager. */
  bar?: ReactNode
  /** Everything that matches, and of it what the page has. */
  found: readonly Entry[]
  shown: readonly Entry[]
  /** The query on screen. */
  active: Search
  onGo: (search: Search) => void
  /** Where its rows come from the team's directory. */
  team: TeamParts | undefined
}

/** A list whose entries are found by the filters in the address, and by the service's own for the same text. */
interface Finding<K extends string, Entry> {
  among: Among
  finders: Finders<K, Entry>
  /** Its entries, in order and by id. */
  listOf: (entries: Entries) => readonly Entry[]
  byId: (entries: Entries) => ReadonlyMap<string, unknown>
}

/**
 * What the list holds, and how far it is. What the service found stands first; the directory's rows follow, but for those.
 * @param isOn false where the list comes from elsewhere: nothing is loaded then
 */
export function useDerivedRows<K extends string, Entry extends UserEntry | VehicleEntry>(
  { among, finders, listOf, byId }: Finding<K, Entry>,
  active: Search & Partial<Record<NoInfer<K> | 'q', string>>,
  isOn = true,
) {
  const q = (isOn && active.q) || ''
  const directory = useOpenDirectory(isOn)
  const { question, finds, isAny } = useFinder<K, Entry>(finders, active)
  const { matches, isScanning, isFirst } = useFound(directory, listOf(directory.entries), question, finds)
  const lookup = useLookup(q, among)
  const { entries } = lookup
  // What the service found by a user's id or external id does not hold that text itself.
  const asked = useMemo(
    () =>
      listOf(entries).filter(
        (entry) => isPresent(entry) && finds({ ...entry, text: `${entry.text} ${q.toLowerCase()}` }),
      ),
    [listOf, entries, finds, q],
  )
  const found = useMemo(
    () => (asked.length === 0 ? matches : [...asked, ...matches.filter(({ id }) => !byId(entries).has(id))]),
    [asked, byId, entries, matches],
  )
  const isReady = directory.phase === 'open' && !isFirst
  const list = {
    directory,
    active,
    asked: { text: q, lookup, count: asked.length },
    isReady,
    isScanning,
    found,
    shown: shownOf(found, active),
  }
  return { list, lookup, isAny }
}

export function DerivedList<Entry extends UserEntry | VehicleEntry, Row>(props: Props<Entry, Row>) {
  const { id, name, what, directory, labels, asked, isReady, isScanning } = props
  const { columns, rows, found, shown, active, onGo, team } = props
  const total = found.length
  const { text, lookup, count } = asked
  const shownColumns = useShownColumns(id, columns)
  const chips = chipsOf(active, labels)
  const { pageSize, sort } = active
  const clear = { ...(pageSize && { pageSize }), ...(sort && { sort }) }
  const isNothing = isReady && total === 0 && !lookup.isAsking
  const nothing = team
    ? team.nothing?.({ chips, clear, text: texts.noMatch(chips, what) })
    : isNothing && <NothingFound chips={chips} clear={clear} what={what} isWhole={isWhole(directory)} />
  return (
    <>
      <Chips chips={chips} clear={clear} />
      {team ? (
        team.notices
      ) : (
        <>
          <DirectoryNotices />
          <FoundBy question={text} lookup={lookup} count={count} total={total} what={what} isReady={isReady} />
        </>
      )}
      {nothing ||
        ((team || directory.phase !== 'failed' || total > 0) && (
          <DataTable
            name={name}
            columns={shownColumns}
            expected={sizeOf(active)}
            isBusy={team ? team.isBusy : (isReady && isScanning) || lookup.isAsking}
            rows={rows}
            selection={props.selection}
          />
        ))}
      {!team && <DirectoryFoot />}
      <Removals />
      {props.bar}
      <OwnPager active={active} total={total} shown={shown.length} onGo={onGo} {...team?.pager} />
    </>
  )
}

const chipsOf = (active: Search, labels: Props<never, never>['labels']): Chip[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const value = active[name]
    return value === undefined
      ? []
      : [{ name, label, value: String(value), without: { ...active, [name]: undefined, page: undefined } }]
  })

interface ToolsProps<Entry, Source>
  extends Pick<Props<Entry, never>, 'id' | 'directory' | 'labels' | 'found' | 'shown' | 'active' | 'team'> {
  columns: readonly Named[]
  /** The list as a file: its columns, and what stands for an entry. */
  file: { columns: { own: readonly string[]; team: readonly string[] }; row: (entry: Entry | Source) => FileRow }
  selected: Selected<{ entry: Entry | Source }>
  one: string
}

/** Its tools, beside its title: there before its rows are. */
export function DerivedTools<Entry extends UserEntry | VehicleEntry, Source>(props: ToolsProps<Entry, Source>) {
  const { id, columns, found, team } = props
  return (
    <ListTools list={id} columns={columns}>
      {(team ? team.isThere : found.length > 0) && <TakeAway {...props} />}
    </ListTools>
  )
}

/** Drawn, and its rows made, only once it is opened: none of it is on the way of a key. */
function TakeAway<Entry extends UserEntry | VehicleEntry, Source>(props: ToolsProps<Entry, Source>) {
  const { id, one, directory, labels, found, shown, active, file, selected, team } = props
  const { hosts } = useConfig()
  const shared = {
    name: id,
    selected: { rows: [...selected.values()].map(({ entry }) => file.row(entry)), one },
    question: chipsOf(active, labels)
      .map(({ value }) => value)
      .join(', '),
    service: hosts.vehicle,
  }
  if (team) return <Export {...shared} {...team.file(file.row as never)} columns={file.columns.team} /> // the list's own
  return (
    <Export
      {...shared}
      columns={file.columns.own}
      page={shown.filter(isPresent).map(file.row)}
      total={found.length}
      facts={sourceOf(directory)}
    />
  )
}
