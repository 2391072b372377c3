/** The columns of the list of vehicles; numbers that are not the whole say so. */
import { Link } from '@tanstack/react-router'
import { presentOf, type VehicleEntry } from '../../tools/directory/entries'
import { AtLeast } from '../../ui/at-least'
import type { Column } from '../../ui/data-table'
import { formatCount } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { Mode } from '../../ui/mode'
import { NoValue, Text } from '../../ui/no-value'
import { IdLink, RowLink } from '../../ui/row-link'
import { Time } from '../../ui/time'

export interface VehicleRow {
  vehicle: VehicleEntry
  /** True where every connection of the vehicle was read: the numbers are the whole. */
  isWhole: boolean
}

export const columns: readonly Column<VehicleRow>[] = [
  {
    header: 'Vehicle',
    cell: ({ vehicle: { id } }) => (
      <>
        <IdLink to="vehicles" id={id} />
        <CopyButton text={id} what="vehicle ID" />
      </>
    ),
  },
  { header: 'Make', kind: 'text', cell: ({ vehicle: { make } }) => <Text value={make} /> },
  { header: 'Model', kind: 'text', cell: ({ vehicle: { model } }) => <Text value={model} /> },
  { header: 'Year', cell: ({ vehicle: { year } }) => <Text value={year} /> },
  { header: 'Powertrain', cell: ({ vehicle: { powertrainType } }) => <Text value={powertrainType} /> },
  { header: 'Mode', cell: ({ vehicle: { mode } }) => <Mode mode={mode} /> },
  { header: 'Users', kind: 'text', cell: (row) => <Users {...row} /> },
  { header: 'Connections', kind: 'number', cell: (row) => <ConnectionCount {...row} /> },
  { header: 'Last change', cell: ({ vehicle }) => <LastChange vehicle={vehicle} /> },
]

/** The first user by the name that people say; how many more there are. */
function Users({ vehicle }: VehicleRow) {
  const users = [...new Set(presentOf(vehicle).flatMap(({ user }) => user ?? []))]
  const [first] = users
  if (!first) return <NoValue kind="absent" />
  return (
    <>
      {first.externalId === undefined ? (
        <IdLink to="users" id={first.id} isShort />
      ) : (
        <RowLink to="users" id={first.id}>
          <bdi>{first.externalId.slice(0, 300)}</bdi>
        </RowLink>
      )}
      {users.length > 1 && <span className="quiet"> and {formatCount(users.length - 1)} more</span>}
    </>
  )
}

function ConnectionCount({ vehicle, isWhole }: VehicleRow) {
  return (
    <>
      <Link to="/connections" search={{ 'filter[vehicleId]': vehicle.id }} preload={false}>
        {formatCount(presentOf(vehicle).length)}
        <span className="visually-hidden"> connections of this vehicle</span>
      </Link>
      {!isWhole && <AtLeast />}
    </>
  )
}

function LastChange({ vehicle }: { vehicle: VehicleEntry }) {
  const at = Math.max(...presentOf(vehicle).map(({ changedAt }) => changedAt))
  return at > 0 ? <Time value={at} /> : <NoValue kind="absent" />
}
