/** `/vehicles/$vehicleId/battery`: the battery capacity (interface 2.7) and the flow in which its owner chooses. */
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, explain } from '../../../api/errors'
import { carOf } from '../../../domain/connections/connection-names'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { ReadingPage, type ReadingViewProps } from '../../../domain/vehicles/reading'
import { BatteryView } from '../../../domain/vehicles/views/battery'
import * as views from '../../../domain/vehicles/views/owner-texts'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'

/** Loaded beside the page: it is drawn where an answer has a link, if at all. */
const OwnerFlow = later(() =>
  import('../../../domain/vehicles/views/owner-flow-view').then((module) => module.OwnerFlow),
)

export const Route = createFileRoute('/vehicles/$vehicleId/battery')({
  loader: loadVehicle,
  component: BatteryPage,
})

function BatteryPage() {
  useEffect(() => void OwnerFlow.fetch(), []) // there in time for the answer
  return <ReadingPage {...Route.useParams()} read="batteryCapacity" answerIn={noRecord} View={Capacity} />
}

function Capacity({ value, known: { vehicleId, vehicle } }: ReadingViewProps<'batteryCapacity'>) {
  return (
    <>
      <BatteryView value={value} />
      {typeof value.url === 'string' && value.url !== '' && (
        <OwnerFlow url={value.url} vehicleId={vehicleId} car={carOf(vehicle)} />
      )}
    </>
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
