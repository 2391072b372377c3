/** `/connections`: the list of connections (interface 4.2), its address speaking the API's own query language. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type RefObject, useCallback, useDeferredValue, useMemo } from 'react'
import { CONNECTIONS_DEFAULT_PAGE_SIZE, type ConnectionRow, connections } from '../../api/connections'
import { query } from '../../api/query'
import type { Search } from '../../api/search'
import { users } from '../../api/users'
import { contradictionsIn } from '../../tools/asked'
import { ANY_NUMBER, useKept, useLeave } from '../../tools/list'
import { userIdOf, vehicleIdOf } from '../../tools/names'
import { useSelection } from '../../tools/selection/selection'
import { type FileColumns, rowsOf, useListFile } from '../../tools/service-list/list-file'
import { fieldOf, listOnScreen, ServiceList } from '../../tools/service-list/service-list'
import { ChoiceField, Filters, IdentifierField } from '../../ui/filters'
import { formatCount } from '../../ui/format'
import { Page } from '../../ui/page'
import { columns } from './-columns'
import { noun } from './-connection-texts'
import { ListedModes } from './-listed-modes'
import { ConnectionSearch } from './-search'
import { selectable } from './-selected'
import { ConnectionsBar } from './-selection-bar'
import * as texts from './-texts'

const connectionList = (search: ConnectionSearch) => query(connections.list, { query: search })

export const Route = createFileRoute('/connections/')({
  validateSearch: ConnectionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(connectionList(deps)) // starts, does not wait
  },
  component: ConnectionsPage,
})

/** A user goes with all of their connections. */
const takers = { [connections.remove.operation]: 1, [users.remove.operation]: ANY_NUMBER }

const modes = [
  ['', texts.anyMode],
  ['live', texts.live],
  ['simulated', texts.simulated],
] as const

/** The list as a file. */
const columnsOfFile: FileColumns<ConnectionRow> = {
  id: ({ id }) => id,
  userId: userIdOf,
  externalId: ({ attributes }) => attributes?.user?.externalId,
  vehicleId: vehicleIdOf,
  make: ({ attributes }) => attributes?.vehicle?.make,
  model: ({ attributes }) => attributes?.vehicle?.model,
  year: ({ attributes }) => attributes?.vehicle?.year,
  mode: ({ attributes }) => attributes?.vehicle?.mode,
  powertrainType: ({ attributes }) => attributes?.vehicle?.powertrainType,
  permissions: ({ attributes }) => attributes?.permissions?.join(' '),
  createdAt: ({ meta }) => meta?.createdAt,
  updatedAt: ({ meta }) => meta?.updatedAt,
}

function ConnectionsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(connectionList(search))
  const answer = useKept(list.data)
  const { rows, paging } = listOnScreen(answer)
  const isListed = useDeferredValue(list.data !== undefined, false) // the rows first, then what is counted beside them
  const selection = useSelection(
    'connections',
    useMemo(() => (answer ? rowsOf(answer) : []).map((sent) => selectable(sent)), [answer]),
  )
  const sizes = Route.useRouteContext().config.pageSizes.connections ?? [CONNECTIONS_DEFAULT_PAGE_SIZE]
  const file = useListFile(connections.list, columnsOfFile)
  const go = (to: Search, replace = false) => void navigate({ search: to as never, replace }) // the route's own names
  const field = (name: texts.FilterName) => fieldOf(name, texts.filterLabels, search, go)
  const leave = useLeave(connections.remove, { rows, paging }, search, go)
  const draw = useCallback(
    (connection: ConnectionRow, movedAt: RefObject<number>) => ({
      row: { connection, movedAt, leave: () => leave([connection.id]) },
      label: connection.id,
      quiet: connection.attributes?.vehicle?.mode === 'simulated',
    }),
    [leave],
  )

  return (
    <Page title={texts.title} aside={paging.totalCount === undefined ? undefined : formatCount(paging.totalCount)}>
      <Filters name={texts.filters}>
        <IdentifierField {...field('filter[userId]')} />
        <IdentifierField {...field('filter[vehicleId]')} />
        <ChoiceField {...field('filter[vehicle.mode]')} choices={modes} />
        <IdentifierField {...field('filter[user.externalId]')} />
      </Filters>
      <ConnectionsBar
        selected={selection.selected}
        onClear={selection.clear}
        file={file}
        search={search}
        labels={texts.filterLabels}
        sizes={sizes}
        total={paging.totalCount}
        leave={leave}
        contradictionsIn={(some) => contradictionsIn(some, search)}
      />
      <ServiceList
        name={texts.title}
        one={noun}
        list={list}
        search={search}
        contradictions={contradictionsIn(list.data?.value.data ?? [], search)}
        labels={texts.filterLabels}
        sizes={sizes}
        defaultSize={CONNECTIONS_DEFAULT_PAGE_SIZE}
        columns={columns}
        draw={draw}
        selection={selection}
        removal={connections.remove}
        takers={takers}
        file={file}
        onGo={go}
      >
        {!search['filter[vehicle.mode]'] && (isListed ? <ListedModes /> : <p className="later-words" />)}
      </ServiceList>
    </Page>
  )
}
