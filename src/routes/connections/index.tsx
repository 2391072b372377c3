/** `/connections`: the list of connections (interface 4.2), its address speaking the API's own query language. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type RefObject, useCallback, useDeferredValue } from 'react'
import { query } from '../../api/client'
import { connectionColumns } from '../../api/connection-columns'
import { type ConnectionRow, type ConnectionSearch, connectionFilters, connections } from '../../api/connections'
import { type Search, stringifySearch } from '../../api/search'
import { users } from '../../api/users'
import { columns } from '../../domain/connections/connection-columns'
import { noun } from '../../domain/connections/connection-page-texts'
import type { ConnectionsBarProps } from '../../domain/connections/connections-bar'
import { contradictionsIn } from '../../domain/connections/filter-check'
import { type SelectedConnection, selectable } from '../../domain/connections/selected-connections'
import * as texts from '../../domain/connections/texts'
import { ANY_NUMBER } from '../../lists/envelope'
import { FilterFields, labelsOf } from '../../lists/filter-fields'
import { useLeave, usePreviousData } from '../../lists/list'
import { useSelected, useSelection } from '../../lists/selection/selection'
import { useHasSelection } from '../../lists/selection/selection-bar-later'
import { rowsOf, useListFile } from '../../lists/service-list/list-file'
import { withoutPage } from '../../lists/service-list/list-search'
import { listOnScreen, ServiceList } from '../../lists/service-list/service-list'
import { ServiceTools } from '../../lists/service-list/service-tools'
import { load } from '../../requests/ahead'
import { formatCount } from '../../ui/format'
import { later } from '../../ui/later'
import { Page } from '../../ui/page'

/** Loaded with the first that is selected. */
const ConnectionsBar = later(() =>
  import('../../domain/connections/connections-bar').then((module) => module.ConnectionsBar),
)
/** Counted after the rows are drawn; its room is there before its words. */
const ListedModes = later(() => import('../../domain/connections/listed-modes').then((module) => module.ListedModes))

const connectionList = (search: ConnectionSearch) => query(connections.list, { query: search })

export const Route = createFileRoute('/connections/')({
  validateSearch: connectionFilters.search,
  loaderDeps: ({ search }) => search,
  loader: (at) => load(at, connectionList(at.deps)),
  component: ConnectionsPage,
})

const table = {
  id: 'connections',
  name: texts.title,
  one: noun,
  labels: labelsOf(connectionFilters),
  columns,
  removal: connections.remove,
  // A user goes with all of their connections.
  takers: { [connections.remove.operation]: 1, [users.remove.operation]: ANY_NUMBER },
} as const

function ConnectionsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(connectionList(search))
  const answer = usePreviousData(list.data)
  const { rows, paging } = listOnScreen(answer)
  const isListed = useDeferredValue(answer !== undefined, false) // the rows first, then what is counted beside them
  const selection = useSelection('connections', () => (answer ? rowsOf(answer) : []).map((sent) => selectable(sent)))
  const { pageSizes, defaultPageSizes } = Route.useRouteContext().config
  const defaultSize = defaultPageSizes.connections
  const sizes = pageSizes.connections ?? [defaultSize]
  const file = useListFile(connections.list, connectionColumns)
  const go = (to: Search, replace = false) => void navigate({ search: to as never, replace }) // the route's own names
  const isFiltered = stringifySearch(withoutPage(search)) !== ''
  const externalId = search['filter[user.externalId]']
  const leave = useLeave(connections.remove, { rows, paging }, search, go)
  const toRow = useCallback(
    (connection: ConnectionRow, movedAt: RefObject<number>) => ({
      row: { connection, movedAt, leave: () => leave([connection.id]) },
      label: connection.id,
      isQuiet: connection.attributes?.vehicle?.mode === 'simulated',
    }),
    [leave],
  )

  return (
    <Page
      isPaged
      title={texts.title}
      aside={paging.totalCount === undefined ? undefined : formatCount(paging.totalCount)}
      beside={isFiltered ? undefined : isListed && <ListedModes />}
      actions={<ServiceTools {...table} answer={answer} search={search} sizes={sizes} file={file} />}
    >
      <FilterFields name={texts.filters} filters={connectionFilters} search={search} onGo={go} />
      <ServiceList
        {...table}
        list={list}
        search={search}
        contradictions={contradictionsIn(list.data?.value.data ?? [], search)}
        sizes={sizes}
        defaultSize={defaultSize}
        toRow={toRow}
        selection={selection}
        bar={
          <SelectedBar
            onClear={selection.clear}
            file={file}
            search={search}
            labels={table.labels}
            sizes={sizes}
            total={paging.totalCount}
            leave={leave}
            contradictionsIn={(some) => contradictionsIn(some, search)}
          />
        }
        elsewhere={
          externalId && (
            <Link to="/users" search={{ q: externalId }}>
              <span translate="no">{texts.searchUsers(externalId)}</span>
            </Link>
          )
        }
        onGo={go}
      />
    </Page>
  )
}

/** Drawn anew with every change of the selection, which the page is not. */
function SelectedBar(props: Omit<ConnectionsBarProps, 'selected'>) {
  const selected = useSelected<SelectedConnection>('connections')
  return useHasSelection('connections', selected.size) ? <ConnectionsBar {...props} selected={selected} /> : null
}
