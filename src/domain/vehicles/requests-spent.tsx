/** What this tab has spent of a vehicle's limit (8), in words. */
import { useSpent } from '../../requests/spent-requests'
import * as texts from './request-texts'

export function Spent({ vehicleId }: { vehicleId: string }) {
  const spent = useSpent(vehicleId)
  return (
    <p className="quiet" data-meter>
      {texts.spent(spent)}
    </p>
  )
}
