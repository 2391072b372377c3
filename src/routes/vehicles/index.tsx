/** `/vehicles`: vehicles, derived from connections (the API has no list of them). */
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { vehicleFilters } from '../../api/directory-search'
import type { Search } from '../../api/search'
import type { TeamVehicle } from '../../api/team'
import { vehicleColumns, vehicleRow } from '../../domain/directory/directory-files'
import {
  collectAll,
  countBeside,
  DirectoryList,
  DirectorySort,
  DirectorySource,
  DirectoryTools,
  hasOrder,
  ORDER,
} from '../../domain/directory/directory-list'
import { loadDirectory } from '../../domain/directory/load-directory'
import { useDirectoryList } from '../../domain/directory/use-directory-list'
import { GroupBar } from '../../domain/vehicles/batch/group-bar'
import * as texts from '../../domain/vehicles/list-texts'
import { columns } from '../../domain/vehicles/vehicle-columns'
import { FilterFields, labelsOf } from '../../lists/filter-fields'
import { useDrawnRows } from '../../lists/own-pages'
import { useSelected, useSelection } from '../../lists/selection/selection'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/vehicles/')({
  validateSearch: vehicleFilters.search,
  loaderDeps: ({ search }) => search,
  loader: (at) => loadDirectory(at, 'vehicles', at.deps),
  codeSplitGroupings: [['component', 'loader']], // the loader's queries aren't in the first load of other pages
  component: VehiclesPage,
})

const labels = labelsOf(vehicleFilters)
const file = { columns: vehicleColumns, row: vehicleRow }

function VehiclesPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useDirectoryList('vehicles', search)
  const { rows, isWhole } = list
  const makes = useMakeChoices(list.makes, search.make)
  const selection = useSelection('vehicles', () => (rows ?? []).map((row) => [row.id, row]))
  const selected = useSelected<TeamVehicle>('vehicles')
  const rendered = useDrawnRows(
    rows,
    ({ id }) => `${id} ${isWhole(id)}`,
    (vehicle) => ({
      key: vehicle.id,
      label: vehicle.id,
      row: { vehicle, isWhole: isWhole(vehicle.id) },
      isQuiet: vehicle.mode === 'simulated',
    }),
  )
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names

  return (
    <Page
      title={texts.title}
      aside={countBeside(list)}
      beside={<DirectorySource list={list} what="vehicle" />}
      actions={
        <DirectoryTools list={list} labels={labels} columns={columns} file={file} selected={selected} one={texts.one} />
      }
    >
      <FilterFields
        name={texts.filters}
        filters={vehicleFilters}
        hint={texts.searchHint}
        search={search}
        more={hasOrder(list) ? [ORDER] : []}
        choices={{ make: makes }}
        onGo={go}
      >
        <DirectorySort list={list} onGo={go} />
      </FilterFields>
      <DirectoryList
        list={list}
        name={texts.title}
        what="vehicle"
        labels={labels}
        columns={columns}
        rows={rendered}
        selection={selection}
        bar={<GroupBar selected={selected} onClear={selection.clear} collect={collectAll(list)} />}
        onGo={go}
      />
    </Page>
  )
}

/** The makes to choose from, the one in the address among them. */
function useMakeChoices(known: readonly string[], active: string | undefined) {
  return useMemo(() => {
    const makes = new Set(known)
    if (active !== undefined) makes.add(active)
    return [...makes].sort().map((make) => [make, make] as const)
  }, [known, active])
}
