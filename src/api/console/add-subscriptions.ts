/** Adds what a browser kept to the history of subscriptions. */
import { MOST_TOLD, Told } from '../team-subscriptions'
import { TellSubscriptions } from '../told-subscriptions'
import { consoleEndpoint } from './endpoint'

export const addSubscriptions = consoleEndpoint('POST /team/subscriptions', {
  role: 'operator',
  what: 'Adding to the history of subscriptions',
  isChange: true,
  use: 'Adds what a browser kept to the history.',
  body: () => TellSubscriptions,
  expected: `{"subscriptions"} with 1 to ${MOST_TOLD} entries, each with "state", "at", "since" and "subscriptionId", or with "webhookId", "userId" and "vehicleId"`,
  response: () => Told,
})
