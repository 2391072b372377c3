/** The sandbox's simulator, which delivers to this server's receiver. A server with other hosts doesn't have it. */
import { deliveryFaults } from '../delivery-faults.data'
import { MOST_DELIVERIES, MOST_PER_SECOND, SimulatorOrder, SimulatorResult, SimulatorState } from '../simulator'
import { consoleEndpoint } from './endpoint'

const WHAT = 'The simulator'

export const simulator = {
  read: consoleEndpoint('GET /simulator', {
    role: 'viewer',
    use: 'The sandbox’s simulator of deliveries.',
    response: () => SimulatorState,
  }),
  order: consoleEndpoint('POST /simulator', {
    role: 'operator',
    what: WHAT,
    use: 'Has the sandbox deliver.',
    place: 'simulator', // held until all is delivered, so reading and stopping take another
    body: () => SimulatorOrder,
    expected: `{"fault", "count", "perSecond", "vehicleId", "webhookId", "timeScale", "seed"}, each optional: up to ${MOST_DELIVERIES} deliveries, ${MOST_PER_SECOND} a second; faults: ${deliveryFaults.map(([name]) => name).join(', ')}`,
    response: () => SimulatorResult,
  }),
  stop: consoleEndpoint('DELETE /simulator', {
    role: 'operator',
    what: WHAT,
    use: 'Ends what the sandbox delivers.',
    response: () => SimulatorState,
  }),
}
