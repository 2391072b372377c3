/** Which permission a read needs, and whether a connection of the vehicle grants it. It warns and never disables. */
import { Link } from '@tanstack/react-router'
import { grantOf } from '../../tools/permissions'
import { plural } from '../../ui/format'
import { Granted } from '../../ui/granted'
import type { KnownVehicle } from './-vehicle-page'

export function GrantLine({ permission, known }: { permission: string; known: KnownVehicle }) {
  const { rows, vehicleId } = known
  const { state, granting } = grantOf(rows, permission)
  return (
    <p className="row">
      <span>
        Needs <code>{permission}</code>:
      </span>
      <Granted state={state} />
      <span className="quiet">
        {state === 'unknown'
          ? known.isPending
            ? 'its connections are being read'
            : 'no connection says'
          : state === 'missing'
            ? 'none of its connections names it; the read may still be answered if the token belongs to another one.'
            : `by ${granting.length} of ${plural(rows.length, 'connection')}`}{' '}
        {state === 'missing' && (
          <Link to="/vehicles/$vehicleId" params={{ vehicleId }}>
            What may be read
          </Link>
        )}
      </span>
    </p>
  )
}
