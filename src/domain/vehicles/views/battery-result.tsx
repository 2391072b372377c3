/** A battery capacity as its tab shows it: what is known, then the way for the owner to choose, where there is one. */
import { carOf } from '../../connections/connection-names'
import type { ReadingViewProps } from '../reading'
import { BatteryView } from './battery'
import { OwnerFlow } from './owner-flow-view'

export function BatteryResult({ value, known: { vehicleId, vehicle } }: ReadingViewProps<'batteryCapacity'>) {
  return (
    <>
      <BatteryView value={value} />
      {typeof value.url === 'string' && value.url !== '' && (
        <OwnerFlow url={value.url} vehicleId={vehicleId} car={carOf(vehicle)} isNext={value.capacity === null} />
      )}
    </>
  )
}
