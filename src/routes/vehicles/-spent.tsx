/** What this tab has spent of a vehicle's limit (8), in words. */
import { useSpent } from '../../tools/meter'
import { plural } from '../../ui/format'

export function Spent({ vehicleId }: { vehicleId: string }) {
  const spent = useSpent(vehicleId)
  return (
    <p className="quiet" data-meter>
      {spent === 0
        ? 'This tab has sent no request that counts against this vehicle.'
        : `This tab has sent ${plural(spent, 'request')} that may count against this vehicle’s limit.`}
    </p>
  )
}
