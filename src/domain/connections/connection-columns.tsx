/** The columns and rows of tables of connections. */
import { type RefObject, useMemo } from 'react'
import { type ConnectionRow, connections, userIdOf, vehicleIdOf } from '../../api/connections'
import type { Leave, LeaveMany } from '../../changes/define-removal'
import { queued, useIsQueued } from '../../changes/jobs/started-jobs'
import { isAccepted, isNotYetGone, removalKey, useRemoval, useRemovals } from '../../changes/removal'
import type { Column } from '../../ui/data-table'
import { Mode } from '../../ui/mode'
import { NoValue, Text } from '../../ui/no-value'
import { rowKeys } from '../../ui/row-keys'
import { IdLink, RowCopy, RowLink } from '../../ui/row-link'
import { Time } from '../../ui/time'
import { carBeside, carOf } from './connection-names'
import * as texts from './connection-page-texts'
import { RemoveConnection } from './remove-connection'

export interface ListRow {
  connection: ConnectionRow
  movedAt: RefObject<number>
  leave: Leave
}

const connection: Column<ListRow> = {
  id: 'connection',
  width: 172,
  header: texts.connection,
  cell: ({ connection: { id } }) => (
    <>
      <IdLink to="connections" id={id} />
      <RowCopy text={id} what={texts.connectionId} />
    </>
  ),
}
const vehicle: Column<ListRow> = {
  id: 'vehicle',
  header: texts.vehicle,
  kind: 'name',
  isValue: true,
  cell: ({ connection }) => <VehicleLink connection={connection} />,
}
const mode: Column<ListRow> = {
  id: 'mode',
  width: 100,
  header: texts.mode,
  cell: ({ connection }) => <Mode mode={connection.attributes?.vehicle?.mode} />,
}
const externalId: Column<ListRow> = {
  id: 'externalId',
  width: 160,
  header: texts.externalId,
  kind: 'text',
  cell: ({ connection }) => <ExternalId connection={connection} />,
}
const user: Column<ListRow> = {
  id: 'user',
  width: 120,
  header: texts.user,
  isExtra: true,
  cell: ({ connection }) => <UserId connection={connection} />,
}
const permissions: Column<ListRow> = {
  id: 'permissions',
  width: 156,
  header: texts.permissions,
  kind: 'number',
  isWide: true,
  cell: ({ connection }) => <PermissionCount connection={connection} />,
}
const created: Column<ListRow> = {
  id: 'created',
  width: 90,
  header: texts.created,
  cell: ({ connection }) => <Time value={connection.meta?.createdAt} isAge />,
}
const actions: Column<ListRow> = {
  id: 'actions',
  width: 100,
  header: texts.actions,
  kind: 'action',
  cell: (row) => <Actions {...row} />,
}

type Columns = readonly Column<ListRow>[]

/** Each table of connections has its own: a column stands in those that name it. */
export const columns: Columns = [connection, vehicle, externalId, user, mode, permissions, created, actions]
/** All of them are this user's. */
export const columnsOfUser: Columns = [connection, vehicle, mode, permissions, created, actions]
/** Columns of one vehicle's connections. The external ID takes the remaining width: the permissions are beside the table. */
export const columnsOfVehicle: Columns = [connection, { ...externalId, width: undefined }, user, mode, created, actions]

function VehicleLink({ connection }: { connection: ConnectionRow }) {
  const vehicle = connection.attributes?.vehicle
  if (!vehicle) return <NoValue kind={vehicle === null ? 'null' : 'absent'} />
  const id = vehicleIdOf(connection)
  const { make, model } = vehicle
  const name = carOf({ make, model }) || <Text value={make ?? model} />
  return (
    <>
      {id ? (
        <RowLink to="vehicles" id={id}>
          {name}
        </RowLink>
      ) : (
        <bdi translate="no">{name}</bdi>
      )}
      {` ${carBeside(vehicle)}`}
    </>
  )
}

/** The name that people say, as the link to the user, who may have none: cut to its column, its title has more of it. */
function ExternalId({ connection }: { connection: ConnectionRow }) {
  const value = connection.attributes?.user?.externalId
  const id = userIdOf(connection)
  if (!id) return <Text value={value} />
  if (!value) return <UserId connection={connection} />
  return (
    <RowLink to="users" id={id} title={value.length > 24 ? value.slice(0, 2000) : undefined} isSkipped>
      {value.slice(0, 300)}
    </RowLink>
  )
}

function UserId({ connection }: { connection: ConnectionRow }) {
  const id = userIdOf(connection)
  if (!id) return <NoValue kind="absent" />
  return <IdLink to="users" id={id} isSkipped />
}

function PermissionCount({ connection }: { connection: ConnectionRow }) {
  const permissions = connection.attributes?.permissions
  if (!permissions) return <NoValue kind={permissions === null ? 'null' : 'absent'} />
  return permissions.length
}

function Actions({ connection, movedAt, leave }: ListRow) {
  const removal = useRemoval(connections.remove, connection.id)
  const isQueued = useIsQueued(connections.remove, connection.id)
  // The mark on a row that stays in place until the refreshed page is drawn.
  if (isAccepted(removal))
    return <span className="quiet">{isNotYetGone(removal) ? texts.accepted : texts.removed}</span>
  if (isQueued) return <span className="quiet">{queued}</span>
  return <RemoveConnection connection={connection} movedAt={movedAt} leave={leave} />
}

interface ConnectionRowsOptions {
  connections: readonly ConnectionRow[] | undefined
  movedAt: RefObject<number>
  /** The same function from render to render. */
  leave: LeaveMany
  /** The key of a removal that removes all of them, such as their user's. */
  removedWith?: string
}

/** Rows of a table of connections that is not the provider's own list. */
export function useConnectionRows({ connections: sent, movedAt, leave, removedWith }: ConnectionRowsOptions) {
  const removals = useRemovals()
  // Memoized so that a removal renders only its own row again.
  const rows = useMemo(() => {
    const keys = rowKeys((sent ?? []).map(({ id }) => id)) // a provider may send the same ID twice; both are shown
    return sent?.map((connection, index) => ({
      key: keys[index] ?? connection.id,
      row: { connection, movedAt, leave: () => leave([connection.id]) },
      isQuiet: connection.attributes?.vehicle?.mode === 'simulated',
    }))
  }, [sent, movedAt, leave])
  const areRemoved = removedWith !== undefined && isAccepted(removals[removedWith])
  return rows?.map((row) => ({
    ...row,
    isCrossedOut: areRemoved || isAccepted(removals[removalKey(connections.remove, row.row.connection.id)]),
  }))
}
