/** `/simulator`: has the sandbox deliver to this server's receiver, well or with a fault. There with the sandbox alone. */
import type { Hono } from 'hono'
import { deliveryFaults } from '../../api/delivery-faults.data'
import {
  MOST_DELIVERIES,
  MOST_PER_SECOND,
  SimulatorOrder,
  type SimulatorResult,
  type SimulatorState,
} from '../../api/simulator'
import { withoutSlug } from '../../receiver/receiver-settings'
import { requesterOf } from '../auth/asker'
import { gatewayError } from '../errors'
import type { Audit } from '../record/audit'
import type { Settings } from '../settings/environment'
import { createTeamGuard, type TeamEnv, type TeamGuardOptions } from '../team/team-guard'
import { createTeamNotes } from '../team/team-notes'
import { NoQuery } from '../team/team-query'

export interface Simulate {
  /** Resolves once all of the order has ended. */
  simulate(order: SimulatorOrder): Promise<SimulatorResult>
  state(): SimulatorState
  /** Ends the orders that are being delivered. */
  stop(): void
}

const ordering = {
  effect: 'change',
  what: 'The simulator',
  schema: SimulatorOrder,
  expected: `{"fault", "count", "perSecond", "vehicleId", "webhookId", "timeScale", "seed"}, each optional: up to ${MOST_DELIVERIES} deliveries, ${MOST_PER_SECOND} a second; faults: ${deliveryFaults.map(([name]) => name).join(', ')}`,
} as const

/** Viewers see it, too. */
function shownState(simulate: Simulate): SimulatorState {
  const { callback, ...state } = simulate.state()
  return { callback: callback && withoutSlug(callback), ...state }
}

interface Options extends TeamGuardOptions {
  settings: Settings
  simulate: Simulate
  audit: Pick<Audit, 'note'>
}

export function mountSimulator(app: Hono<TeamEnv>, { simulate, ...options }: Options): void {
  const { settings } = options
  const note = createTeamNotes(options.audit, options)
  const { reading, writing, guarded } = createTeamGuard(options)
  app.get(
    '/simulator',
    reading(ordering.what, NoQuery, async () => shownState(simulate)),
  )
  app.post(
    '/simulator',
    writing(ordering, async (order, c, account) => {
      try {
        const result = await simulate.simulate(order)
        const { fault, count, vehicleId, webhookId } = order
        note(account, 'deliveries simulated', requesterOf(c, settings.signIn), { fault, count, vehicleId, webhookId })
        return result
      } catch (error) {
        if (!(error instanceof Error && error.name === 'SimulatorError')) throw error
        return gatewayError('BAD_REQUEST', error.message)
      }
    }),
  )
  app.delete(
    '/simulator',
    guarded(ordering.effect, ordering.what, async (c, account) => {
      simulate.stop()
      note(account, 'simulator stopped', requesterOf(c, settings.signIn))
      return shownState(simulate)
    }),
  )
}
