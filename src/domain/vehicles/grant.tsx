/** Which permission a read needs, and whether a connection of the vehicle grants it. It warns and never disables. */
import { Link } from '@tanstack/react-router'
import { Granted } from '../../ui/granted'
import { grantOf } from './permissions'
import * as texts from './reading-texts'
import * as common from './texts'
import type { KnownVehicle } from './vehicle-page'

export function GrantLine({ permission, known }: { permission: string; known: KnownVehicle }) {
  const { rows, vehicleId } = known
  const { state, granting } = grantOf(rows, permission)
  return (
    <p className="row">
      <span>{texts.needs(<code translate="no">{permission}</code>)}</span>
      <Granted state={state} />
      {/* Another statement for another state, and not the same one that has moved. */}
      <span key={`${state} ${known.isPending}`} className="quiet">
        {state !== 'granted' && <span className="visually-hidden">{texts.after}</span>}
        {state === 'unknown'
          ? known.isPending
            ? texts.grantsPending
            : known.error
              ? texts.grantsFailed
              : texts.grantsUnknown
          : state === 'missing'
            ? texts.grantMissing
            : texts.grantedBy(granting.length, rows.length)}{' '}
        {state === 'missing' && (
          <Link to="/vehicles/$vehicleId" params={{ vehicleId }}>
            {common.mayBeRead}
          </Link>
        )}
      </span>
    </p>
  )
}
