/** `/vehicles/$vehicleId/battery`: the battery capacity (interface 2.7) and the flow in which its owner chooses. */
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, explain } from '../../../api/errors'
import { vehicles } from '../../../api/vehicles'
import { carOf } from '../../../tools/names'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'
import { ReadingTab } from '../-reading'
import * as reading from '../-reading-texts'
import * as texts from '../-texts'
import { useVehicle, VehiclePage, vehicleConnections } from '../-vehicle-page'
import { BatteryView } from '../-views/battery'
import * as views from '../-views/owner-texts'

/** Loaded beside the page: it is drawn where an answer has a link, if at all. */
const OwnerFlow = later(() => import('../-views/owner-flow').then((module) => module.OwnerFlow))

export const Route = createFileRoute('/vehicles/$vehicleId/battery')({
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: BatteryPage,
})

function BatteryPage() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  useEffect(() => void OwnerFlow.fetch(), []) // there in time for the answer
  return (
    <VehiclePage known={known} title={texts.battery}>
      <ReadingTab
        endpoint={vehicles.batteryCapacity}
        input={{ path: { id: vehicleId } }}
        name={reading.battery}
        known={known}
        answerIn={noRecord}
        view={({ value }) => (
          <>
            <BatteryView value={value} />
            {typeof value.url === 'string' && value.url !== '' && (
              <OwnerFlow url={value.url} vehicleId={vehicleId} car={carOf(known.vehicle)} />
            )}
          </>
        )}
      />
    </VehiclePage>
  )
}

/** A 500 RECORD_NOT_FOUND is an answer here: the service holds no capacity for this vehicle. */
function noRecord(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 500 || explain(error).code?.toUpperCase() !== 'RECORD_NOT_FOUND')
    return undefined
  const { detail, code } = explain(error)
  return (
    <Notice tone="calm">
      <p>{views.noRecord(error.status, code)}</p>
      {detail && <p className="quiet">{detail}</p>}
    </Notice>
  )
}
