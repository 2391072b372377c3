/** The one table of the console's own addresses: what the server mounts and documents. */
import { addSubscriptions } from './add-subscriptions'
import { beginJob } from './begin-job'
import { deliveries } from './deliveries'
import { directory } from './directory'
import type { ConsoleEndpoint } from './endpoint'
import { jobs } from './jobs'
import { server } from './server'
import { session, signIn } from './session'
import { simulator } from './simulator'
import { subscriptionHistory } from './subscription-history'
import { views } from './views'

export const consoleApi = {
  server,
  signIn,
  session,
  directory,
  views,
  jobs: { ...jobs, begin: beginJob },
  subscriptionHistory: { ...subscriptionHistory, add: addSubscriptions },
  deliveries,
  simulator,
}
export type ConsoleApi = typeof consoleApi

export const consoleEndpoints: readonly ConsoleEndpoint[] = Object.values(consoleApi).flatMap(
  (group): ConsoleEndpoint[] => Object.values(group),
)
