/** The one table of the console's own addresses: what the server mounts and documents. */
import { activity } from './activity'
import { addSubscriptions } from './add-subscriptions'
import { beginJob } from './begin-job'
import { deliveries } from './deliveries'
import { directory } from './directory'
import type { ConsoleEndpoint } from './endpoint'
import { events } from './events'
import { jobs } from './jobs'
import { server } from './server'
import { session, signIn } from './session'
import { simulator } from './simulator'
import { store } from './store'
import { subscriptionHistory } from './subscription-history'
import { views } from './views'

export const consoleApi = {
  activity,
  deliveries,
  directory,
  events,
  jobs: { ...jobs, begin: beginJob },
  server,
  session,
  signIn,
  simulator,
  store,
  subscriptionHistory: { ...subscriptionHistory, add: addSubscriptions },
  views,
}
export type ConsoleApi = typeof consoleApi

export const consoleEndpoints: readonly ConsoleEndpoint[] = Object.values(consoleApi).flatMap(
  (group): ConsoleEndpoint[] => Object.values(group),
)
