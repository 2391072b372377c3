/** `/vehicles/$vehicleId`: one vehicle: who is connected to it, and what each connection may read. */

import { createFileRoute, Link } from '@tanstack/react-router'
import { connections } from '../../../api/connections'
import { LeftOut } from '../../../tools/contradictions'
import { Counts } from '../../../tools/counts'
import { useMovedAt } from '../../../tools/list'
import type { Related } from '../../../tools/related'
import { isAccepted, removalKey, useRemovals } from '../../../tools/removal'
import { Removals } from '../../../tools/removals'
import { Uncounted } from '../../../tools/uncounted'
import { DataTable } from '../../../ui/data-table'
import { LookAgain } from '../../../ui/look-again'
import { Notice } from '../../../ui/notice'
import { columns as connectionColumns } from '../../connections/-columns'
import * as connection from '../../connections/-connection-texts'
import { QuickReads } from '../-batch/quick-reads'
import { DeliveryOfVehicle } from '../-delivery'
import * as texts from '../-overview-texts'
import { PermissionView } from '../-permission-view'
import { type KnownVehicle, useVehicle, VehiclePage, vehicleConnections } from '../-vehicle-page'
import { VehicleToken } from '../-vehicle-token'

export const Route = createFileRoute('/vehicles/$vehicleId/')({
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: VehicleOverview,
})

/** All of them are of this vehicle. */
const columns = connectionColumns.filter(({ header }) => header !== connection.vehicle)
/** The permission view has a column for each connection: of many, the newest are compared. */
const MOST_COMPARED = 6

function VehicleOverview() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  const { related, rows } = known
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
      <LeftOut contradicted={related.contradicted} />
      <Notice tone="calm" actions={<LookAgain onClick={onLookAgain} />}>
        {related.isComplete ? texts.noConnection : texts.noConnectionSeen}
      </Notice>
    </>
  )
}

function Connections({ known }: { known: KnownVehicle }) {
  const { vehicleId, related, rows } = known
  const removals = useRemovals()
  const movedAt = useMovedAt(related && rows.map(({ id }) => id), vehicleId)
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
      <DataTable
        name={texts.connections}
        columns={columns}
        expected={rows.length}
        rows={rows.map((row) => ({
          key: row.id,
          row: { connection: row, movedAt, leave: () => undefined },
          quiet: row.attributes?.vehicle?.mode === 'simulated',
          struck: isAccepted(removals[removalKey(connections.remove, row.id)]),
        }))}
      />
    </section>
  )
}
