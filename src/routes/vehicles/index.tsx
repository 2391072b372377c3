/** `/vehicles`: vehicles, derived from connections (the API has no list of them). */
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { choiceField, countField, MOST_PAGES, type Search, searchOf, textField } from '../../api/search'
import { useOpenDirectory } from '../../tools/directory/bar'
import { DerivedList } from '../../tools/directory/derived-list'
import { isWhole } from '../../tools/directory/directory'
import { isPresent, type VehicleEntry } from '../../tools/directory/entries'
import { localPages, vehicleColumns, vehicleRow } from '../../tools/directory/files'
import { useLookup } from '../../tools/directory/lookup'
import { findsVehicle, useFound, wordsOf } from '../../tools/directory/search'
import { carOf } from '../../tools/names'
import { MOST_OWN_ROWS } from '../../tools/own-page-sizes'
import { shownOf, useDrawnRows } from '../../tools/own-pages'
import { select, useSelection } from '../../tools/selection/selection'
import { ChoiceField, Filters, SearchField } from '../../ui/filters'
import { cutMiddle } from '../../ui/format'
import { Page } from '../../ui/page'
import { GroupBar } from './-batch/group-bar'
import { columns } from './-columns'
import * as texts from './-list-texts'

const VehicleSearch = searchOf({
  q: textField,
  mode: choiceField('live', 'simulated'),
  make: textField,
  page: countField(MOST_PAGES),
  pageSize: countField(MOST_OWN_ROWS),
})

export const Route = createFileRoute('/vehicles/')({
  validateSearch: VehicleSearch,
  loader: ({ context, preload }) => {
    if (preload) return
    // Its code comes with the page's own: nothing of it is part of another page's first load.
    void import('../../tools/directory/directory').then(({ openDirectory }) => openDirectory(context.queryClient))
  },
  component: VehiclesPage,
})

const modes = [
  ['', texts.any],
  ['live', texts.live],
  ['simulated', texts.simulated],
] as const
const filterLabels = { q: texts.search, mode: texts.mode, make: texts.make } as const

function VehiclesPage() {
  const search = Route.useSearch()
  const { q = '', mode, make } = search
  const navigate = Route.useNavigate()
  const directory = useOpenDirectory()
  const words = useMemo(() => wordsOf(q), [q])
  const finds = useCallback(
    (vehicle: VehicleEntry) =>
      // Any mode but simulated counts as live.
      (mode === undefined || (vehicle.mode === 'simulated') === (mode === 'simulated')) &&
      (make === undefined || vehicle.make?.toLowerCase() === make.toLowerCase()) &&
      findsVehicle(vehicle, words),
    [words, mode, make],
  )
  const found = useFound(directory, directory.entries.vehicleList, JSON.stringify([q, mode, make]), finds)
  const lookup = useLookup(q, 'vehicles')
  const { entries, wholeVehicles } = lookup
  // What the service found by a user's id or external id does not hold that text itself.
  const asked = useMemo(
    () =>
      entries.vehicleList.filter(
        (vehicle) => isPresent(vehicle) && finds({ ...vehicle, text: `${vehicle.text} ${q.toLowerCase()}` }),
      ),
    [entries, finds, q],
  )
  const vehicles = useMemo(
    () =>
      asked.length === 0 ? found.matches : [...asked, ...found.matches.filter(({ id }) => !entries.vehicles.has(id))],
    [asked, entries, found],
  )
  const makes = useMakes(directory.version, directory.entries.vehicleList, make)
  const total = vehicles.length
  const rows = shownOf(vehicles, search)
  const whole = isWhole(directory)
  const isReady = directory.phase === 'open' && !found.isFirst
  const isAny = q === '' && mode === undefined && make === undefined
  const isWholeVehicle = (id: string) => whole || wholeVehicles.has(id)
  const selection = useSelection('vehicles', rows.map(selectable))
  const { selected } = selection
  const drawn = useDrawnRows(
    isReady || total > 0 ? rows : undefined,
    ({ id, connections }) => `${id} ${connections.length} ${isWholeVehicle(id)}`,
    (vehicle) => ({
      key: vehicle.id,
      label: vehicle.id,
      row: { vehicle, isWhole: isWholeVehicle(vehicle.id) },
      quiet: vehicle.mode === 'simulated',
    }),
  )
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names
  const apply = (name: 'q' | 'mode' | 'make') => (value: string) =>
    go({ ...search, [name]: value || undefined, page: undefined })

  return (
    <Page title={texts.title} aside={isReady && isAny ? texts.found(total, whole) : undefined}>
      <Filters name={texts.filters}>
        <SearchField label={filterLabels.q} value={q} hint={texts.searchHint} onApply={apply('q')} />
        <ChoiceField label={filterLabels.mode} value={mode ?? ''} choices={modes} onApply={apply('mode')} />
        <ChoiceField label={filterLabels.make} value={make ?? ''} choices={makes} onApply={apply('make')} />
      </Filters>
      <GroupBar
        selected={selected}
        onClear={selection.clear}
        matching={isReady ? total : 0}
        onSelectMatching={() => select('vehicles', vehicles.map(selectable))}
      />
      <DerivedList
        name="Vehicles"
        what="vehicle"
        directory={directory}
        labels={filterLabels}
        asked={{ text: q, lookup, count: asked.length }}
        isReady={isReady}
        isScanning={found.isScanning}
        columns={columns}
        rows={drawn}
        selection={selection}
        file={{
          columns: Object.keys(vehicleColumns),
          page: () => rows.filter(isPresent).map(vehicleRow),
          pages: () => localPages(vehicles.filter(isPresent), vehicleRow),
        }}
        total={total}
        shown={rows.length}
        active={search}
        onGo={go}
      />
    </Page>
  )
}

/** What a job calls the vehicle, and what a file says of it. */
const selectable = (vehicle: VehicleEntry) =>
  [vehicle.id, { label: [carOf(vehicle), cutMiddle(vehicle.id)].filter(Boolean).join(' '), entry: vehicle }] as const

/** The makes among the vehicles that were read, and the one in the address. The list grows in place: its version tells. */
function useMakes(version: number, vehicles: readonly VehicleEntry[], active: string | undefined) {
  return useMemo(() => {
    const makes = new Set(vehicles.flatMap(({ make }) => make ?? []))
    if (active !== undefined) makes.add(active)
    return [['', texts.any] as const, ...[...makes].sort().map((make) => [make, make] as const)]
  }, [version, vehicles, active])
}
