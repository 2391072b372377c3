/** `/vehicles/$vehicleId`: one vehicle: what it last reported, who is connected to it, and what each connection may read. */

import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { userIdOf } from '../../../api/connections'
import type { LeaveMany } from '../../../changes/define-removal'
import { Removals } from '../../../changes/removal-notices-later'
import { useHasDeliveries } from '../../../core/has-deliveries'
import { columnsOfVehicle, useConnectionRows } from '../../../domain/connections/connection-columns'
import { leftOutInWords } from '../../../domain/connections/filter-check'
import type { Related } from '../../../domain/connections/related'
import { Counts } from '../../../domain/users/counts'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import styles from '../../../domain/vehicles/overview.module.css'
import * as texts from '../../../domain/vehicles/overview-texts'
import { PermissionSummary } from '../../../domain/vehicles/permission-summary'
import { VehicleTiles } from '../../../domain/vehicles/tiles/vehicle-tiles'
import { type KnownVehicle, useVehicle, VehiclePage } from '../../../domain/vehicles/vehicle-page'
import { Troubleshoot } from '../../../domain/vehicles/vehicle-tools'
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

/** Below what a visit begins with. */
const KnownSubscriptions = later(() => {
  void VehicleToken.fetch() // shown after it
  return import('../../../domain/vehicles/vehicle-webhooks').then((module) => module.KnownSubscriptions)
})
/** Why connections could not be counted, where they couldn’t. */
const Uncounted = later(() => import('../../../domain/connections/uncounted').then((module) => module.Uncounted))
const VehicleToken = later(() => import('../../../domain/vehicles/vehicle-token').then((module) => module.VehicleToken))
/** Where the server receives deliveries. It grows as they arrive: below all else, it moves nothing. */
const LastValues = later(async () => {
  const [{ LastValues }] = await Promise.all([import('../../../domain/deliveries/last-values'), VehicleToken.fetch()])
  return LastValues
})

function VehicleOverview() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  const hasDeliveries = useHasDeliveries()
  const [settledId, setSettledId] = useState<string>()
  const { related, rows, isPending } = known
  const hasTiles = !isPending && known.token.isKnown // which have their final number of lines then
  return (
    <VehiclePage known={known}>
      <VehicleTiles known={known} />
      {isPending && (
        <p role="status" className="visually-hidden">
          {texts.pending}
        </p>
      )}
      {hasTiles && related && rows.length === 0 && <NoConnection related={related} onLookAgain={known.retry} />}
      {/* Below as many tiles as the vehicle has, which its connections say. */}
      {rows.length > 0 && (
        <div className={styles.columns}>
          <Connections known={known} />
          <PermissionSummary rows={rows} />
        </div>
      )}
      {hasTiles && <Webhooks known={known} onSettled={setSettledId} />}
      {/* Below the subscriptions, which take no room before they are known. */}
      {settledId === vehicleId && (
        <>
          <VehicleToken vehicleId={vehicleId} />
          {hasDeliveries && <LastValues key={vehicleId} vehicleId={vehicleId} />}
        </>
      )}
      <Removals />
    </VehiclePage>
  )
}

interface WebhooksProps {
  known: KnownVehicle
  onSettled: (vehicleId: string) => void
}

function Webhooks({ known: { vehicleId, rows }, onSettled }: WebhooksProps) {
  const [userId, ...others] = new Set(rows.flatMap((row) => userIdOf(row) ?? []))
  const filledIn = { vehicleId, ...(userId !== undefined && others.length === 0 && { userId }) }
  return (
    <section className={styles.part} aria-labelledby="webhooks">
      <div className="row">
        <h2 id="webhooks">{texts.webhooks}</h2>
        <Link to="/subscriptions" hash={new URLSearchParams(filledIn).toString()}>
          {texts.subscribe}
        </Link>
        <Troubleshoot vehicleId={vehicleId} name={texts.whyNothing} />
      </div>
      <KnownSubscriptions vehicleId={vehicleId} onSettled={onSettled} />
    </section>
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
  const tableRows = useConnectionRows({ connections: related && rows, movedAt, leave: stay })
  return (
    <section className={styles.part} aria-labelledby="connections">
      <div className={styles.title}>
        <h2 id="connections">{texts.connections}</h2>
        {related && (
          <p className="quiet">
            <Counts related={related} isOutdated={known.error !== null} />{' '}
            {!related.isComplete && (
              <Link to="/connections" search={{ 'filter[vehicleId]': vehicleId }}>
                {texts.asList}
              </Link>
            )}
          </p>
        )}
      </div>
      {related?.total === undefined && related && (
        <Uncounted related={related} onRetry={known.retry} isRetrying={known.isAsking} />
      )}
      <DataTable name={texts.connections} columns={columnsOfVehicle} expected={rows.length} rows={tableRows} />
    </section>
  )
}
