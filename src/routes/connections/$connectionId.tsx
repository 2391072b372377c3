/** `/connections/$connectionId`: one connection (interface 2.2), its vehicle, its user and what it may read. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { query } from '../../api/client'
import { type ConnectionRow, connections, userIdOf, vehicleIdOf } from '../../api/connections'
import { leavesOpen } from '../../api/errors'
import { isAccepted, isNotYetGone, removalKey, useRemoval } from '../../changes/removal'
import { Removals } from '../../changes/removal-notices-later'
import { lookedAt } from '../../core/recent'
import { carOf, titleOf } from '../../domain/connections/connection-names'
import * as texts from '../../domain/connections/connection-page-texts'
import { RemoveConnection } from '../../domain/connections/remove-connection'
import { differencesOf, usePreviousData } from '../../lists/list'
import { load } from '../../requests/ahead'
import { Failure } from '../../requests/failure'
import { Fact, Facts } from '../../ui/facts'
import { cut } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { later } from '../../ui/later'
import { Mode } from '../../ui/mode'
import { NoValue, Text } from '../../ui/no-value'
import { Page } from '../../ui/page'
import { Differences, RawJson } from '../../ui/raw-json'
import { Time } from '../../ui/time'

/** Asked of the server's store once the page is there. */
const QueuedNote = later(() => import('../../domain/jobs/queued-note').then((module) => module.QueuedNote))

const oneConnection = (connectionId: string) => query(connections.read, { path: { connectionId } })

export const Route = createFileRoute('/connections/$connectionId')({
  loader: (at) => load(at, oneConnection(at.params.connectionId)),
  component: ConnectionPage,
})

function ConnectionPage() {
  const { connectionId } = Route.useParams()
  const read = useQuery(oneConnection(connectionId))
  const answer = usePreviousData(read.data)
  const connection = answer?.value.data ?? undefined
  const removable = connection ?? (leavesOpen(read.error) ? { id: connectionId } : undefined)
  const removal = useRemoval(connections.remove, connectionId)
  const isGone = isAccepted(removal)
  useEffect(() => {
    if (connection) lookedAt('connection', connection.id, carOf(connection.attributes?.vehicle))
  }, [connection])

  return (
    <Page
      isName
      title={connection ? texts.title(titleOf(connection)) : texts.connection}
      trail={<Link to="/connections">{texts.list}</Link>}
      beside={!read.isPending && !isGone && <QueuedNote of={{ connection: connectionId }} />}
      actions={
        removable &&
        !isGone && (
          <>
            <Subscribe connection={removable} />
            <RemoveConnection connection={removable} isInRow={false} />
          </>
        )
      }
    >
      {/* Below a title that may become longer, it comes with the rest. */}
      {!read.isPending && (
        <p>
          <span translate="no" className="whole-id">
            {connectionId}
          </span>
          <CopyButton text={connectionId} what={texts.connectionId} />
        </p>
      )}
      <Removals keys={[removalKey(connections.remove, connectionId)]} />
      {read.error && !isGone && (
        <Failure error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      )}
      {read.isPending && <p role="status">{texts.loading}</p>}
      {connection && (
        <ConnectionFacts
          connection={connection}
          gone={isGone ? (isNotYetGone(removal) ? texts.accepted : texts.removed) : undefined}
        />
      )}
      {answer && <Differences differences={differencesOf(answer).places} onRetry={() => void read.refetch()} />}
      {answer && <RawJson raw={answer.raw} what={texts.noun} />}
    </Page>
  )
}

/** To the form, with the two filled in. */
function Subscribe({ connection }: { connection: ConnectionRow }) {
  const [userId, vehicleId] = [userIdOf(connection), vehicleIdOf(connection)]
  if (userId === undefined || vehicleId === undefined) return null
  return (
    <Link to="/subscriptions" hash={new URLSearchParams({ userId, vehicleId }).toString()}>
      {texts.subscribe}
    </Link>
  )
}

/** @param gone what its removal has come to, in the place of its mode */
function ConnectionFacts({ connection, gone }: { connection: ConnectionRow; gone: string | undefined }) {
  const { attributes, meta } = connection
  const { vehicle, user, permissions } = attributes ?? {}
  const userId = userIdOf(connection)
  const vehicleId = vehicleIdOf(connection)
  return (
    <>
      <Facts>
        {gone === undefined ? (
          <Fact name={texts.mode}>
            <Mode mode={vehicle?.mode} />
          </Fact>
        ) : (
          <Fact name={texts.state}>
            <ul className="tags">
              <li>{gone}</li>
            </ul>
          </Fact>
        )}
        <Fact name={texts.makeAndModel}>
          <Text value={vehicle?.make} /> <Text value={vehicle?.model} />
        </Fact>
        <Fact name={texts.year}>
          <Text value={vehicle?.year} />
        </Fact>
        <Fact name={texts.powertrain}>
          <Text value={vehicle?.powertrainType} />
        </Fact>
        <Fact name={texts.externalId}>
          <Text value={user?.externalId} />
          {user?.externalId && <CopyButton text={user.externalId} what={texts.copiedExternalId} />}
        </Fact>
        <Fact name={texts.user}>
          <Related
            id={userId}
            name={user?.externalId?.slice(0, 300)}
            what={texts.userId}
            filter="filter[userId]"
            text={texts.ofUser}
            pageOf={userPage}
          />
        </Fact>
        <Fact name={texts.vehicle}>
          <Related
            id={vehicleId}
            name={carOf(vehicle)}
            what={texts.vehicleId}
            filter="filter[vehicleId]"
            text={texts.ofVehicle}
            pageOf={vehiclePage}
          />
        </Fact>
        <Fact name={texts.created}>
          <Time value={meta?.createdAt} />
        </Fact>
        <Fact name={texts.updated}>
          <Time value={meta?.updatedAt} />
        </Fact>
      </Facts>
      <section className="stack" aria-labelledby="permissions">
        <h2 id="permissions">{texts.granted}</h2>
        <Permissions permissions={permissions} />
      </section>
    </>
  )
}

const userPage = (userId: string, said: ReactNode) => (
  <Link to="/users/$userId" params={{ userId }}>
    {said}
  </Link>
)
const vehiclePage = (vehicleId: string, said: ReactNode) => (
  <Link to="/vehicles/$vehicleId" params={{ vehicleId }}>
    {said}
  </Link>
)

interface RelatedProps {
  id: string | undefined
  /** What people call it: the link, with the ID beside it; where it has none, the ID is the link. */
  name: string | null | undefined
  what: string
  filter: 'filter[userId]' | 'filter[vehicleId]'
  text: string
  /** The link to its own page. */
  pageOf: (id: string, said: ReactNode) => ReactNode
}

function Related({ id, name, what, filter, text, pageOf }: RelatedProps) {
  if (!id) return <NoValue kind="absent" />
  const whole = (
    <span translate="no" className="whole-id">
      {id}
    </span>
  )
  return (
    <>
      {name ? (
        <>
          {pageOf(id, <bdi translate="no">{name}</bdi>)} {whole}
        </>
      ) : (
        pageOf(id, whole)
      )}
      <CopyButton text={id} what={what} />
      <br />
      <Link to="/connections" search={{ [filter]: id }}>
        {text}
      </Link>
    </>
  )
}

function Permissions({ permissions }: { permissions: string[] | null | undefined }) {
  if (!permissions) return <NoValue kind={permissions === null ? 'null' : 'absent'} />
  if (permissions.length === 0) return <NoValue kind="empty" />
  return (
    <ul className="tags">
      {permissions.toSorted().map((permission) => (
        <li key={permission}>
          <code translate="no">{cut(permission, 120)}</code>
        </li>
      ))}
    </ul>
  )
}
