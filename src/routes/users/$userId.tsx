/** `/users/$userId`: one user, derived from their connections: those, their vehicles, what may be read, removal. */

import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { query } from '../../api/client'
import { connections } from '../../api/connections'
import { pagingOf } from '../../api/json-api'
import { brackets } from '../../api/links'
import { type Search, stringifySearch } from '../../api/search'
import { UserSearch, users } from '../../api/users'
import { isAccepted, removalKey, useRemoval } from '../../changes/removal'
import { Removals } from '../../changes/removal-notices-later'
import { lookedAt } from '../../core/recent'
import { columnsOfUser, useConnectionRows } from '../../domain/connections/connection-columns'
import { contradictedIn, leftOutInWords, matchesFilters } from '../../domain/connections/filter-check'
import { type Related, relatedConnections } from '../../domain/connections/related'
import { Uncounted } from '../../domain/connections/uncounted'
import { Counts } from '../../domain/users/counts'
import { permissionsOf, vehiclesOf } from '../../domain/users/impact'
import { RemoveUser } from '../../domain/users/remove-user'
import styles from '../../domain/users/user.module.css'
import * as texts from '../../domain/users/user-page-texts'
import { Contradictions } from '../../lists/contradictions'
import { pageLinks } from '../../lists/envelope'
import { differencesOf, useLeave, useMovedAt, usePreviousData } from '../../lists/list'
import { missingPage, WithoutPage } from '../../lists/missing-page'
import { chipsOf, withoutFilters } from '../../lists/service-list/list-search'
import { load } from '../../requests/ahead'
import { Failure } from '../../requests/failure'
import { DataTable } from '../../ui/data-table'
import { Chips } from '../../ui/filters'
import { cut, cutMiddle } from '../../ui/format'
import { CopyButton, IdText } from '../../ui/id'
import { later } from '../../ui/later'
import { Mode } from '../../ui/mode'
import { NoValue } from '../../ui/no-value'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { Pager } from '../../ui/pager'
import { Differences, RawJson } from '../../ui/raw-json'
import { RecheckButton } from '../../ui/recheck-button'

/** Asked of the server's store once the page is there. */
const QueuedNote = later(() => import('../../domain/jobs/queued-note').then((module) => module.QueuedNote))

const ofUser = (userId: string) => ({ 'filter[userId]': userId })
const connectionList = (userId: string, search: UserSearch) =>
  query(connections.list, { query: { ...search, ...ofUser(userId) } })

export const Route = createFileRoute('/users/$userId')({
  validateSearch: UserSearch,
  loaderDeps: ({ search }) => search,
  loader: (at) => {
    const { userId } = at.params
    load(at, connectionList(userId, at.deps))
    load(at, relatedConnections(ofUser(userId))) // ahead its page can only begin with the first
  },
  component: UserPage,
})

function UserPage() {
  const { userId } = Route.useParams()
  const counted = useQuery(relatedConnections(ofUser(userId)))
  const related = counted.data
  const exact = counted.error ? undefined : related
  const isGone = isAccepted(useRemoval(users.remove, userId))
  const externalIds = [...new Set(related?.rows.flatMap(({ attributes }) => attributes?.user?.externalId ?? []))]
  const [externalId] = externalIds
  useEffect(() => {
    if (related?.total && !isGone) lookedAt('user', userId, externalId)
  }, [related, userId, externalId, isGone])
  return (
    <Page
      isName
      title={texts.title(externalId?.slice(0, 80) ?? cutMiddle(userId))}
      trail={<Link to="/users">{texts.list}</Link>}
      beside={!counted.isPending && !isGone && <QueuedNote of={{ user: userId }} />}
      actions={!isGone && <RemoveUser userId={userId} externalId={externalId} counted={exact} isInRow={false} />}
    >
      <p className="row">
        <span>
          <span translate="no" className="whole-id">
            {userId}
          </span>
          <CopyButton text={userId} what={texts.userId} />
        </span>
        {externalIds.length === 0 && (
          <span className={styles.externalId}>
            {texts.externalId(counted.isPending ? texts.pending : <NoValue kind="absent" />)}
          </span>
        )}
        {externalIds.map((text) => (
          <span key={text}>
            {texts.externalId(
              <bdi translate="no" className="mono">
                {text.slice(0, 300)}
              </bdi>,
            )}
            <CopyButton text={text} what={texts.copiedExternalId} />
          </span>
        ))}
      </p>
      <Removals keys={[removalKey(users.remove, userId)]} />
      {counted.isPending && <p role="status">{texts.counting}</p>}
      {related && (
        <CountsOfUser userId={userId} related={related} isOutdated={exact === undefined}>
          {!exact && <RecheckButton onClick={() => void counted.refetch()} />}
          <Uncounted related={related} onRetry={() => void counted.refetch()} isRetrying={counted.isFetching} />
        </CountsOfUser>
      )}
      <ConnectionsOfUser userId={userId} isCounted={!counted.isPending}>
        {related && related.rows.length > 0 && <Vehicles related={related} />}
        {related && related.rows.length > 0 && <Permissions related={related} />}
      </ConnectionsOfUser>
    </Page>
  )
}

interface CountsProps {
  userId: string
  related: Related
  isOutdated: boolean
  children: ReactNode
}

function CountsOfUser({ userId, related, isOutdated, children }: CountsProps) {
  return (
    <div>
      <p>
        <Counts related={related} isOutdated={isOutdated} />
      </p>
      {!related.isComplete && (
        <p className="quiet">
          {texts.followFrom(
            related.rows.length,
            <Link to="/connections" search={ofUser(userId)}>
              {texts.allOfThem}
            </Link>,
          )}
        </p>
      )}
      {children}
    </div>
  )
}

function Vehicles({ related: { rows } }: { related: Related }) {
  const vehicles = vehiclesOf(rows)
  return (
    <section className="stack" aria-labelledby="vehicles">
      <h2 id="vehicles">{texts.vehicles(vehicles.length)}</h2>
      <ul className={styles.vehicles}>
        {vehicles.map(({ id, car, own, mode }) => (
          <li key={id}>
            <Link to="/vehicles/$vehicleId" params={{ vehicleId: id }}>
              {texts.vehicle(car, <IdText id={id} />)}
            </Link>{' '}
            <Mode mode={mode} /> {own > 1 && <span className="quiet">{texts.ownConnections(own)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Permissions({ related: { rows } }: { related: Related }) {
  const permissions = permissionsOf(rows)
  const everywhere = permissions.filter(([, count]) => count === rows.length)
  const somewhere = permissions.filter(([, count]) => count !== rows.length)
  return (
    <section className="stack" aria-labelledby="permissions">
      <h2 id="permissions">{texts.granted}</h2>
      {permissions.length === 0 && <p className="quiet">{texts.noneGranted}</p>}
      {everywhere.length > 0 && (
        <>
          <p className="quiet">{texts.onEvery(rows.length)}</p>
          <ul className="tags">
            {everywhere.map(([permission]) => (
              <li key={permission}>
                <code translate="no">{cut(permission, 120)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {somewhere.length > 0 && (
        <>
          {everywhere.length > 0 && <p className="quiet">{texts.onSome}</p>}
          <ul className="tags">
            {somewhere.map(([permission, count]) => (
              <li key={permission}>
                <code translate="no">{cut(permission, 120)}</code>{' '}
                <span className="quiet">{texts.onCount(count, rows.length)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

interface ConnectionsProps {
  userId: string
  isCounted: boolean
  /** Shown once the rows above and the counts have come, so that neither moves it. */
  children: ReactNode
}

/** The service's own list, filtered by the user: the address bar has its page, the path its filter. */
function ConnectionsOfUser({ userId, isCounted, children }: ConnectionsProps) {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(connectionList(userId, search))
  const answer = usePreviousData(list.data)
  const sent = answer?.value.data ?? undefined
  const rows = useMemo(() => sent?.filter((row) => matchesFilters(row, ofUser(userId))), [sent, userId])
  const leftOut = leftOutInWords(contradictedIn(sent ?? [], ofUser(userId)))
  const paging = pagingOf(answer?.value ?? {})
  const { places, brokenRows } = differencesOf(answer ?? { differences: [] })
  const movedAt = useMovedAt(
    rows?.map(({ id }) => id),
    stringifySearch(search),
  )
  const { pageSizes, defaultPageSizes } = Route.useRouteContext().config
  const asked = Number(search['page[size]'] ?? defaultPageSizes.connections)
  const shown = (sent?.length ?? 0) + brokenRows.length
  const go = (to: Search, replace = false) => void navigate({ search: to as never, replace }) // the route's own names
  const leave = useLeave(connections.remove, { rows: rows ?? [], paging }, search, go)
  const removedWith = removalKey(users.remove, userId)
  const tableRows = useConnectionRows({ connections: rows, movedAt, leave, removedWith })
  return (
    <>
      <h2>
        {paging.totalCount === undefined || leftOut.length > 0
          ? texts.connections
          : texts.connectionsCounted(paging.totalCount)}
      </h2>
      <Chips chips={chipsOf(search, {})} clear={withoutFilters(search)} />
      {list.error && (
        <Failure
          error={list.error}
          {...missingPage(list.error, search, paging)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.isPending && <WithoutPage search={search} />}
      {list.data && (
        <Contradictions paging={paging} shown={shown} search={search} implied={ofUser(userId)} more={leftOut} />
      )}
      {list.data && <Differences differences={places} onRetry={() => void list.refetch()} />}
      {list.data && shown === 0 && !paging.totalCount ? (
        <NoConnections userId={userId} onLookAgain={() => void list.refetch()} />
      ) : (
        (answer || !list.error) && (
          <div>
            <DataTable
              name={texts.connections}
              columns={columnsOfUser}
              expected={Math.min(asked, 10)}
              isBusy={list.isFetching && answer !== undefined}
              broken={brokenRows}
              rows={tableRows}
            />
            {answer && (
              <Pager
                paging={paging}
                links={pageLinks(paging, search, brackets, ofUser(userId))}
                shown={shown}
                sizes={pageSizes.connections ?? [defaultPageSizes.connections]}
                onSize={(size) => go({ 'page[size]': String(size) })}
              />
            )}
          </div>
        )
      )}
      {isCounted && !list.isPending && children}
      {isCounted && answer && <RawJson raw={answer.raw} what={texts.theseConnections} />}
    </>
  )
}

/** Where no mode is given a service may list live connections only: the counts above know both. */
function NoConnections({ userId, onLookAgain }: { userId: string; onLookAgain: () => void }) {
  const { data: related, refetch } = useQuery(relatedConnections(ofUser(userId)))
  const lookAgain = () => {
    onLookAgain()
    void refetch()
  }
  return (
    <Notice tone="calm" actions={<RecheckButton onClick={lookAgain} />}>
      {related?.total ? (
        <>
          {texts.listedWithoutMode}{' '}
          <Link to="/connections" search={{ ...ofUser(userId), 'filter[vehicle.mode]': 'simulated' }}>
            {texts.simulated}
          </Link>
        </>
      ) : (
        texts.noConnection
      )}
    </Notice>
  )
}
