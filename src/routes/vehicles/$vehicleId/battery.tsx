/** `/vehicles/$vehicleId/battery`: the battery capacity (interface 2.7) and the flow in which its owner chooses. */
import { createFileRoute } from '@tanstack/react-router'
import { ApiError, explain, hasCode } from '../../../api/errors'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { ReadingPage } from '../../../domain/vehicles/reading'
import * as views from '../../../domain/vehicles/views/owner-texts'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'

const BatteryResult = later(() =>
  import('../../../domain/vehicles/views/battery-result').then((module) => module.BatteryResult),
)

export const Route = createFileRoute('/vehicles/$vehicleId/battery')({
  loader: loadVehicle,
  component: BatteryPage,
})

function BatteryPage() {
  return <ReadingPage {...Route.useParams()} read="batteryCapacity" answerIn={noRecord} View={BatteryResult} />
}

/** A 500 RECORD_NOT_FOUND is an answer here: the service holds no capacity for this vehicle. */
function noRecord(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 500 || !hasCode(explain(error), 'RECORD_NOT_FOUND'))
    return undefined
  const { detail, code } = explain(error)
  return (
    <Notice tone="calm">
      <p>{views.noRecord(error.status, code)}</p>
      {detail && <p className="quiet">{detail}</p>}
    </Notice>
  )
}
