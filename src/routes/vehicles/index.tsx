/** `/vehicles`: vehicles, derived from connections (the API has no list of them). */

import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Search } from '../../api/search'
import { carOf } from '../../domain/connections/connection-names'
import { DerivedList, DerivedTools, useDerivedRows } from '../../domain/directory/derived-list'
import { DirectoryBar } from '../../domain/directory/directory-bar'
import { vehicleColumns, vehicleRow } from '../../domain/directory/directory-files'
import { byWords, type Finders, findsVehicle } from '../../domain/directory/directory-search'
import { isWhole } from '../../domain/directory/directory-state'
import type { Entries, VehicleEntry } from '../../domain/directory/entries'
import { loadDirectory } from '../../domain/directory/load-directory'
import { isEntry, type VehicleSource, vehicleSummary } from '../../domain/directory/summaries'
import { withSort } from '../../domain/directory/directory-sort'
import { useTeamView } from '../../domain/directory/team-view'
import { GroupBar } from '../../domain/vehicles/batch/group-bar'
import * as texts from '../../domain/vehicles/list-texts'
import { columns } from '../../domain/vehicles/vehicle-columns'
import { vehicleFilters } from '../../domain/vehicles/vehicle-filters'
import { FilterFields, labelsOf } from '../../lists/filter-fields'
import { useDrawnRows } from '../../lists/own-pages'
import { select, useSelected, useSelection } from '../../lists/selection/selection'
import { cutMiddle } from '../../ui/format'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/vehicles/')({
  validateSearch: withSort(vehicleFilters.search),
  loader: loadDirectory,
  component: VehiclesPage,
})

const table = {
  id: 'vehicles',
  name: texts.title,
  what: 'vehicle',
  labels: labelsOf(vehicleFilters),
  columns,
  file: { columns: vehicleColumns, row: vehicleRow },
} as const

const finding = {
  among: 'vehicles',
  finders: {
    q: byWords(findsVehicle),
    // Any mode but simulated counts as live.
    mode: (mode) => (vehicle) => (vehicle.mode === 'simulated') === (mode === 'simulated'),
    make: (make) => (vehicle) => vehicle.make?.toLowerCase() === make.toLowerCase(),
  } satisfies Finders<keyof typeof vehicleFilters.fields, VehicleEntry>,
  listOf: ({ vehicleList }: Entries) => vehicleList,
  byId: ({ vehicles }: Entries) => vehicles,
} as const

function VehiclesPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { view, isOn, team, source } = useTeamView({ list: 'vehicles', what: table.what, search })
  const { list, lookup, isAny } = useDerivedRows(finding, search, !isOn)
  const { directory, found: vehicles, isReady } = list
  const known = useMakes(directory.version, directory.entries.vehicleList, view?.makes, search.make)
  const total = vehicles.length
  const isThere = isReady || total > 0
  const rows: readonly VehicleSource[] | undefined = isOn ? view?.rows : isThere ? list.shown : undefined
  const whole = isOn ? view?.isWhole === true : isWhole(directory)
  const isWholeVehicle = (id: string) => whole || lookup.wholeVehicles.has(id)
  const selection = useSelection('vehicles', () => (rows ?? []).map(selectable))
  const selected = useSelected<ReturnType<typeof selectable>[1]>('vehicles')
  const drawn = useDrawnRows(
    rows,
    (vehicle) => `${vehicle.id} ${isEntry(vehicle) && vehicle.connections.length} ${isWholeVehicle(vehicle.id)}`,
    (vehicle) => ({
      key: vehicle.id,
      label: vehicle.id,
      row: { vehicle: vehicleSummary(vehicle), isWhole: isWholeVehicle(vehicle.id) },
      quiet: vehicle.mode === 'simulated',
    }),
  )
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names
  const shared = { ...table, rows: drawn, selection, active: search, onGo: go, team }
  const bar = (
    <GroupBar
      selected={selected}
      onClear={selection.clear}
      collect={team?.collect(selectable)}
      matching={!isOn && isReady ? total : 0}
      onSelectMatching={() => select('vehicles', vehicles.map(selectable))}
    />
  )

  return (
    <Page
      title={texts.title}
      aside={isOn ? view?.aside : isReady && isAny ? texts.found(total, whole) : undefined}
      beside={(isOn && view?.bar) || <DirectoryBar what={table.what} />}
      actions={<DerivedTools {...table} {...list} selected={selected} one={texts.one} team={team} />}
    >
      <FilterFields
        name={texts.filters}
        filters={vehicleFilters}
        hint={texts.searchHint}
        search={search}
        choices={{ make: known }}
        onGo={go}
      >
        {view?.order}
      </FilterFields>
      {view?.notice}
      <DerivedList {...shared} {...list} bar={bar} />
      {source}
    </Page>
  )
}

/** What a vehicle is called where one line must do. */
const nameOf = (vehicle: VehicleSource) => [carOf(vehicle), cutMiddle(vehicle.id)].filter(Boolean).join(' ')

/** What a job calls the vehicle, and what a file says of it. */
const selectable = (vehicle: VehicleSource) => [vehicle.id, { label: nameOf(vehicle), entry: vehicle }] as const

/**
 * The makes among the vehicles that were read, and the one in the address. The list grows in place: its version tells.
 * @param told those that the team's directory knows
 */
function useMakes(
  version: number,
  vehicles: readonly VehicleEntry[],
  told: readonly string[] | undefined,
  active: string | undefined,
) {
  return useMemo(() => {
    const makes = new Set(told ?? vehicles.flatMap(({ make }) => make ?? []))
    if (active !== undefined) makes.add(active)
    return [...makes].sort().map((make) => [make, make] as const)
  }, [version, vehicles, told, active])
}
