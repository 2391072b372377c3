/** The sandbox's simulator, which delivers to this server's receiver, well or with a fault. */
import type { SimulatorOrder, SimulatorResult, SimulatorState } from '../../api/simulator'
import { withoutSlug } from '../../receiver/receiver-settings'
import { type ConsoleHandlers, Refused } from '../console/handler'
import type { NoteFor } from '../team/team-notes'

export interface Simulate {
  /** Resolves once all of the order has ended. */
  simulate(order: SimulatorOrder): Promise<SimulatorResult>
  state(): SimulatorState
  /** Ends the orders that are being delivered. */
  stop(): void
}

export function simulatorHandlers(note: NoteFor, simulate: Simulate): ConsoleHandlers['simulator'] {
  /** Viewers see it, too. */
  function shownState(): SimulatorState {
    const { callback, ...state } = simulate.state()
    return { callback: callback && withoutSlug(callback), ...state }
  }
  return {
    read: async () => shownState(),
    async order({ body: order, account, by }) {
      try {
        const result = await simulate.simulate(order)
        const { fault, count, vehicleId, webhookId } = order
        note(account, 'deliveries simulated', by, { fault, count, vehicleId, webhookId })
        return result
      } catch (error) {
        if (!(error instanceof Error && error.name === 'SimulatorError')) throw error
        throw new Refused('BAD_REQUEST', error.message)
      }
    },
    async stop({ account, by }) {
      simulate.stop()
      note(account, 'simulator stopped', by)
      return shownState()
    },
  }
}
