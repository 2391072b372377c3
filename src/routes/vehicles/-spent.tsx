/** What this tab has spent of a vehicle's limit (8), in words. */
import { useSpent } from '../../tools/meter'
import * as texts from './-request-texts'

export function Spent({ vehicleId }: { vehicleId: string }) {
  const spent = useSpent(vehicleId)
  return (
    <p className="quiet" data-meter>
      {spent === 0 ? texts.nothingSpent : texts.spent(spent)}
    </p>
  )
}
