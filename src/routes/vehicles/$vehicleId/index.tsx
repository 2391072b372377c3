/** `/vehicles/$vehicleId`: one vehicle: who is connected to it, and what each connection may read. */

import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { LeaveMany } from '../../../changes/define-removal'
import { Removals } from '../../../changes/removal-notices-later'
import { columnsOfVehicle, useConnectionRows } from '../../../domain/connections/connection-columns'
import { leftOutInWords } from '../../../domain/connections/filter-check'
import type { Related } from '../../../domain/connections/related'
import { Uncounted } from '../../../domain/connections/uncounted'
import { Counts } from '../../../domain/users/counts'
import { QuickReads } from '../../../domain/vehicles/batch/quick-reads'
import * as texts from '../../../domain/vehicles/overview-texts'
import { DeliveryOfVehicle } from '../../../domain/vehicles/vehicle-deliveries'
import { type KnownVehicle, loadVehicle, useVehicle, VehiclePage } from '../../../domain/vehicles/vehicle-page'
import { VehicleToken } from '../../../domain/vehicles/vehicle-token'
import { LeftOut } from '../../../lists/contradictions'
import { useMovedAt } from '../../../lists/list'
import { DataTable } from '../../../ui/data-table'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'
import { RecheckButton } from '../../../ui/recheck-button'

export const Route = createFileRoute('/vehicles/$vehicleId/')({
  loader: loadVehicle,
  component: VehicleOverview,
})

/** Below what a visit begins with, and with it the names of all signals. */
const PermissionView = later(() =>
  import('../../../domain/vehicles/permission-view').then((module) => module.PermissionView),
)

/** The permission view has a column for each connection: of many, the newest are compared. */
const MOST_COMPARED = 6

function VehicleOverview() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  const { related, rows } = known
  useEffect(() => void PermissionView.fetch(), []) // while the connections are read, so that it comes with them
  return (
    <VehiclePage known={known}>
      {known.isPending && <p role="status">{texts.pending}</p>}
      {related && rows.length === 0 && <NoConnection related={related} onLookAgain={known.retry} />}
      {related && rows.length > 0 && <Connections known={known} />}
      {!known.isPending && <QuickReads known={known} />}
      {rows.length > 0 && (
        <>
          <PermissionView rows={rows.slice(0, MOST_COMPARED)} />
          {rows.length > MOST_COMPARED && <p className="quiet">{texts.compared(MOST_COMPARED, rows.length)}</p>}
        </>
      )}
      <DeliveryOfVehicle vehicleId={vehicleId} />
      <VehicleToken vehicleId={vehicleId} />
      <Removals />
    </VehiclePage>
  )
}

function NoConnection({ related, onLookAgain }: { related: Related; onLookAgain: () => void }) {
  return (
    <>
      <LeftOut sentences={leftOutInWords(related.contradicted)} />
      <Notice tone="calm" actions={<RecheckButton onClick={onLookAgain} />}>
        {related.isComplete ? texts.noConnection : texts.noConnectionSeen}
      </Notice>
    </>
  )
}

/** The page of the vehicle stays, whatever is removed. */
const stay: LeaveMany = () => undefined

function Connections({ known }: { known: KnownVehicle }) {
  const { vehicleId, related, rows } = known
  const movedAt = useMovedAt(related && rows.map(({ id }) => id), vehicleId)
  const drawn = useConnectionRows({ connections: rows, movedAt, leave: stay })
  if (!related) return null
  return (
    <section className="stack" aria-labelledby="connections">
      <h2 id="connections">{texts.connections}</h2>
      <p>
        <Counts related={related} isOutdated={known.error !== null} />{' '}
        {!related.isComplete && (
          <Link to="/connections" search={{ 'filter[vehicleId]': vehicleId }} preload={false}>
            {texts.asList}
          </Link>
        )}
      </p>
      <Uncounted related={related} onRetry={known.retry} isRetrying={known.isAsking} />
      <DataTable name={texts.connections} columns={columnsOfVehicle} expected={rows.length} {...drawn} />
    </section>
  )
}
