/** The history of subscriptions, which the API doesn't list. */
import * as z from 'zod/mini'
import { exportFormats } from '../export-formats'
import { teamSubscriptionFilters } from '../subscriptions'
import { TeamSubscriptions } from '../team-subscriptions'
import { consoleEndpoint } from './endpoint'
import { pageFields, text } from './queries'

const filters = { webhook: text, user: text, vehicle: text, state: z.optional(z.enum(teamSubscriptionFilters)) }

export const subscriptionHistory = {
  list: consoleEndpoint('GET /team/subscriptions', {
    role: 'viewer',
    use: 'The history of subscriptions.',
    query: () => z.strictObject({ ...pageFields, ...filters }),
    response: () => TeamSubscriptions,
  }),
  file: consoleEndpoint('GET /team/subscriptions/file', {
    role: 'viewer',
    use: 'All of the history that matches, as a file.',
    sends: 'file',
    query: () => z.strictObject({ ...filters, q: pageFields.q, format: z.enum(exportFormats) }),
  }),
}
