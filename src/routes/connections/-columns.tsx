/** The columns of the connections list; what a cell has no value for, it says. */

import type { RefObject } from 'react'
import type { ConnectionRow } from '../../api/connections'
import { connections } from '../../api/connections'
import type { Leave } from '../../tools/list'
import { userIdOf, vehicleIdOf } from '../../tools/names'
import { isAccepted, isNotYetGone, useRemoval } from '../../tools/removal'
import type { Column } from '../../ui/data-table'
import { cut } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { Mode } from '../../ui/mode'
import { NoValue, Text } from '../../ui/no-value'
import { IdLink, RowLink } from '../../ui/row-link'
import { Time } from '../../ui/time'
import * as texts from './-connection-texts'
import { RemoveConnection } from './-remove'

export interface ListRow {
  connection: ConnectionRow
  movedAt: RefObject<number>
  leave: Leave
}

export const columns: readonly Column<ListRow>[] = [
  {
    header: texts.connection,
    cell: ({ connection: { id } }) => (
      <>
        <IdLink to="connections" id={id} />
        <CopyButton text={id} what={texts.connectionId} />
      </>
    ),
  },
  { header: texts.vehicle, cell: ({ connection }) => <VehicleLink connection={connection} /> },
  { header: texts.mode, cell: ({ connection }) => <Mode mode={connection.attributes?.vehicle?.mode} /> },
  {
    header: texts.externalId,
    kind: 'text',
    cell: ({ connection }) => <ExternalId value={connection.attributes?.user?.externalId} />,
  },
  { header: texts.user, cell: ({ connection }) => <UserId connection={connection} /> },
  { header: texts.permissions, kind: 'number', cell: ({ connection }) => <PermissionCount connection={connection} /> },
  { header: texts.created, cell: ({ connection }) => <Time value={connection.meta?.createdAt} /> },
  { header: texts.actions, kind: 'action', cell: (row) => <Actions {...row} /> },
]

function VehicleLink({ connection }: { connection: ConnectionRow }) {
  const id = vehicleIdOf(connection)
  const name = <VehicleName vehicle={connection.attributes?.vehicle} />
  if (!id) return name
  return (
    <RowLink to="vehicles" id={id} className="quiet-link">
      {name}
    </RowLink>
  )
}

function VehicleName({ vehicle }: { vehicle: NonNullable<ConnectionRow['attributes']>['vehicle'] }) {
  if (!vehicle) return <NoValue kind={vehicle === null ? 'null' : 'absent'} />
  const { make, model, year, powertrainType } = vehicle
  const name = [make, model].flatMap((part) => (part ? cut(part, 60) : [])).join(' ')
  return (
    <>
      {name ? <bdi>{name}</bdi> : <Text value={make ?? model} />}{' '}
      <bdi className="quiet">{cut([year, powertrainType].filter(Boolean).join(' · '), 60)}</bdi>
    </>
  )
}

/** Long text is cut to its column; its title has more of it. */
function ExternalId({ value }: { value: string | null | undefined }) {
  if (!value || value.length <= 24) return <Text value={value} />
  return <bdi title={value.slice(0, 2000)}>{value.slice(0, 300)}</bdi>
}

function UserId({ connection }: { connection: ConnectionRow }) {
  const id = userIdOf(connection)
  if (!id) return <NoValue kind="absent" />
  return <IdLink to="users" id={id} isShort />
}

function PermissionCount({ connection }: { connection: ConnectionRow }) {
  const permissions = connection.attributes?.permissions
  if (!permissions) return <NoValue kind={permissions === null ? 'null' : 'absent'} />
  return (
    <span className="number" title={cut(permissions.join(', '), 2000)}>
      {permissions.length}
    </span>
  )
}

function Actions({ connection, movedAt, leave }: ListRow) {
  const removal = useRemoval(connections.remove, connection.id)
  // The mark on a row that stays in place until the refreshed page is drawn.
  if (isAccepted(removal))
    return <span className="quiet">{isNotYetGone(removal) ? texts.accepted : texts.removed}</span>
  return <RemoveConnection connection={connection} movedAt={movedAt} leave={leave} />
}
