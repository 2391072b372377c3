/** The columns of the list of vehicles; numbers that are not the whole say so. */
import { Link } from '@tanstack/react-router'
import type { TeamVehicle } from '../../api/team'
import { AtLeast } from '../../ui/at-least'
import type { Column } from '../../ui/data-table'
import { Mode } from '../../ui/mode'
import { NoValue, Text } from '../../ui/no-value'
import { IdLink, RowCopy, RowLink } from '../../ui/row-link'
import { Time } from '../../ui/time'
import * as texts from './list-texts'

export interface VehicleRow {
  vehicle: TeamVehicle
  /** True where every connection of the vehicle was read: the numbers are the whole. */
  isWhole: boolean
}

export const columns: readonly Column<VehicleRow>[] = [
  {
    id: 'vehicle',
    width: 172,
    header: texts.vehicle,
    cell: ({ vehicle: { id } }) => (
      <>
        <IdLink to="vehicles" id={id} />
        <RowCopy text={id} what={texts.vehicleId} />
      </>
    ),
  },
  {
    id: 'make',
    width: 130,
    header: texts.make,
    kind: 'text',
    cell: ({ vehicle: { make } }) => <Text value={make ?? undefined} />,
  },
  {
    id: 'model',
    width: 170,
    header: texts.model,
    kind: 'text',
    cell: ({ vehicle: { model } }) => <Text value={model ?? undefined} />,
  },
  {
    id: 'year',
    width: 70,
    header: texts.year,
    isWide: true,
    cell: ({ vehicle: { year } }) => <Text value={year ?? undefined} />,
  },
  {
    id: 'powertrain',
    width: 104,
    header: texts.powertrain,
    isWide: true,
    cell: ({ vehicle: { powertrainType } }) => <Text value={powertrainType ?? undefined} />,
  },
  { id: 'mode', width: 104, header: texts.mode, cell: ({ vehicle: { mode } }) => <Mode mode={mode} /> },
  { id: 'users', header: texts.users, kind: 'text', cell: (row) => <Users {...row} /> },
  {
    id: 'connections',
    width: 124,
    header: texts.connections,
    kind: 'number',
    isWide: true,
    cell: (row) => <ConnectionCount {...row} />,
  },
  {
    id: 'lastChange',
    width: 124,
    header: texts.lastChange,
    cell: ({ vehicle }) => <LastChange at={vehicle.changedAt} />,
  },
]

/** The first user by the name that people say; how many more there are. */
function Users({ vehicle: { users, userId, externalId } }: VehicleRow) {
  if (userId === null) return <NoValue kind="absent" />
  const user =
    externalId === null ? (
      <IdLink to="users" id={userId} />
    ) : (
      <RowLink to="users" id={userId}>
        <bdi translate="no">{externalId.slice(0, 300)}</bdi>
      </RowLink>
    )
  return users > 1 ? texts.andMore(user, users - 1) : user
}

function ConnectionCount({ vehicle, isWhole }: VehicleRow) {
  return (
    <Link to="/connections" search={{ 'filter[vehicleId]': vehicle.id }}>
      <AtLeast count={vehicle.connections} isWhole={isWhole} />
      {texts.connectionsOfVehicle(vehicle.connections)}
    </Link>
  )
}

function LastChange({ at }: { at: string | null }) {
  return at ? <Time value={at} isAge /> : <NoValue kind="absent" />
}
