/** `/connections`: the list of connections (interface 4.2), its address speaking the API's own query language. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CONNECTIONS_DEFAULT_PAGE_SIZE, connections } from '../../api/connections'
import { ApiError } from '../../api/errors'
import { pagingOf } from '../../api/json-api'
import { query } from '../../api/query'
import { isAssumedName, parameterName, type Search, stringifySearch } from '../../api/search'
import { Contradictions } from '../../tools/contradictions'
import { Failure } from '../../tools/failure'
import { differencesOf, pageLinks, useKept, useMovedAt, useMovedTotal } from '../../tools/list'
import { isRefusedSize } from '../../tools/pages'
import { setPreference } from '../../tools/preferences'
import { isAccepted, useRemovals } from '../../tools/removal'
import { Removals } from '../../tools/removals'
import { DataTable } from '../../ui/data-table'
import { type Chip, Chips, ChoiceField, Filters, IdentifierField } from '../../ui/filters'
import { formatCount, plural } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { Pager } from '../../ui/pager'
import { Differences, RawJson } from '../../ui/raw-json'
import { columns } from './-columns'
import { ListedModes } from './-listed-modes'
import {
  ConnectionSearch,
  chipsOf,
  type FilterName,
  filterLabels,
  resized,
  withoutFilters,
  withoutPage,
} from './-search'

const connectionList = (search: ConnectionSearch) => query(connections.list, { query: search })

export const Route = createFileRoute('/connections/')({
  validateSearch: ConnectionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(connectionList(deps)) // starts, does not wait
  },
  component: ConnectionsPage,
})

const modes = [
  ['', 'Any'],
  ['live', 'Live'],
  ['simulated', 'Simulated'],
] as const

function ConnectionsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(connectionList(search))
  const answer = useKept(list.data)
  const isCurrent = list.data !== undefined // false while an older page stands in
  const rows = answer?.value.data ?? undefined
  const paging = pagingOf(answer?.value ?? {})
  const removals = useRemovals()
  const { totalCount: total, pageNumber: page } = paging
  const removed = Object.values(removals).filter(isAccepted).length
  const moved = useMovedTotal(
    isCurrent && total !== undefined
      ? { question: stringifySearch(withoutPage(search)), page, total, removed }
      : undefined,
  )
  const movedAt = useMovedAt(isCurrent ? rows?.map(({ id }) => id) : undefined, stringifySearch(search))
  const { places, brokenRows } = differencesOf(answer ?? { differences: [] })
  const shown = (rows?.length ?? 0) + brokenRows.length
  const chips = chipsOf(search)
  const offered = Route.useRouteContext().config.pageSizes.connections ?? [CONNECTIONS_DEFAULT_PAGE_SIZE]
  const asked = Number(search['page[size]'] ?? CONNECTIONS_DEFAULT_PAGE_SIZE)

  const go = (to: Search, replace = false) => void navigate({ search: to as never, replace }) // the route's own names
  const refused = useRefusedSize(list.error, asked, offered, (size) => go(resized(search, asked, size), true))
  const apply = (name: FilterName) => (value: string) =>
    go({ ...search, [name]: value || undefined, 'page[number]': undefined })
  const resize = (size: number) => {
    setPreference('rowsPerPage', size)
    go(resized(search, paging.pageSize ?? asked, size))
  }
  /** Removing the last row of the last page lands on the page before it. */
  const leaveEmptyPage = (id: string) => {
    const page = Number(search['page[number]'] ?? 1)
    const isEmpty = rows?.every((row) => row.id === id || isAccepted(removals[row.id]))
    if (page > 1 && isEmpty && paging.links.next === null)
      return () => go({ ...search, 'page[number]': String(page - 1) }, true)
    return undefined
  }

  return (
    <Page title="Connections" aside={paging.totalCount === undefined ? undefined : formatCount(paging.totalCount)}>
      <FilterFields search={search} apply={apply} />
      <Chips chips={chips} clear={withoutFilters(search)} />
      {refused !== undefined && (
        <Notice tone="amber">
          The service refused {formatCount(refused)} rows per page; {formatCount(asked)} are shown.
        </Notice>
      )}
      {list.error && (
        <Failure error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
          {isBadRequest(list.error) && asked > CONNECTIONS_DEFAULT_PAGE_SIZE && (
            <Button size="compact-sm" variant="default" onClick={() => resize(CONNECTIONS_DEFAULT_PAGE_SIZE)}>
              Ask for {CONNECTIONS_DEFAULT_PAGE_SIZE} rows per page
            </Button>
          )}
        </Failure>
      )}
      {isCurrent && moved && <Notice tone="amber">{moved}</Notice>}
      {isCurrent && answer && <Contradictions paging={paging} shown={shown} search={search} />}
      {isCurrent && <Differences differences={places} />}
      {isCurrent && shown === 0 && !paging.totalCount ? (
        <Empty chips={chips} clear={withoutFilters(search)} />
      ) : (
        (answer || !list.error) && (
          <DataTable
            name="Connections"
            columns={columns}
            expected={asked}
            isBusy={list.isFetching && answer !== undefined}
            broken={brokenRows}
            rows={
              answer &&
              (rows ?? []).map((connection, index) => ({
                // A service may send the same id twice; both rows are shown.
                key:
                  rows?.findIndex(({ id }) => id === connection.id) === index
                    ? connection.id
                    : `${connection.id} ${index}`,
                row: { connection, movedAt, leave: () => leaveEmptyPage(connection.id) },
                quiet: connection.attributes?.vehicle?.mode === 'simulated',
                struck: isAccepted(removals[connection.id]),
              }))
            }
          />
        )
      )}
      {isCurrent && !search['filter[vehicle.mode]'] && <ListedModes />}
      {answer && <RawJson raw={answer.raw} what="this page" />}
      <Removals />
      {answer && (
        <Pager paging={paging} links={pageLinks(paging, search)} shown={shown} sizes={offered} onSize={resize} />
      )}
    </Page>
  )
}

interface FilterFieldsProps {
  search: ConnectionSearch
  apply: (name: FilterName) => (value: string) => void
}

function FilterFields({ search, apply }: FilterFieldsProps) {
  const field = (name: FilterName) => ({
    label: filterLabels[name],
    value: search[name] ?? '',
    onApply: apply(name),
    hint: `${parameterName(name)}${isAssumedName(name) ? ' (assumed name)' : ''}`,
  })
  return (
    <Filters name="Filter connections">
      <IdentifierField {...field('filter[userId]')} />
      <IdentifierField {...field('filter[vehicleId]')} />
      <ChoiceField {...field('filter[vehicle.mode]')} choices={modes} />
      <IdentifierField {...field('filter[user.externalId]')} />
    </Filters>
  )
}

function Empty({ chips, clear }: { chips: readonly Chip[]; clear: Search }) {
  if (chips.length === 0) return <p>The service lists no connections.</p>
  return (
    <div className="stack">
      <p>No connection matches {chips.map(({ label, value }) => `${label} “${value}”`).join(' and ')}.</p>
      <p>
        <Link to="." search={clear as never /* the route's own names */} preload={false}>
          Clear {plural(chips.length, 'filter')}
        </Link>
      </p>
    </div>
  )
}

const isBadRequest = (error: unknown) => error instanceof ApiError && error.status === 400

/**
 * Steps down to the next smaller page size that the list offers where the service refuses one (its maximum is not
 * shown, 8). Only where its words are about the page: any other 400 is not mended by asking for less.
 * @returns the size that was refused, while a smaller one stands in for it
 */
function useRefusedSize(
  error: unknown,
  asked: number,
  offered: readonly number[],
  stepTo: (size: number) => void,
): number | undefined {
  const [refused, setRefused] = useState<number>()
  const smaller = offered.findLast((size) => size < asked)
  const isRefused = smaller !== undefined && isRefusedSize(error)
  useEffect(() => {
    if (!isRefused) return
    setRefused(asked)
    stepTo(smaller)
  })
  return refused !== undefined && asked < refused ? refused : undefined
}
