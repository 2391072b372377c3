/** The texts of the list of webhooks. */
import { plural } from '../../ui/format'

export const title = 'Webhooks'
export const one = 'webhook'
export const intro =
  'Read-only. Create and edit webhooks in the provider’s dashboard. The API doesn’t report verification or deliveries.'

// The filters.
export const filters = 'Filter webhooks'

// The columns.
export const webhookColumn = 'Webhook'
export const findingsColumn = 'Findings'
export const noFindings = 'None'
export const findings = (count: number) => plural(count, 'finding')

// The selection.
export const selectAnother = 'Select another webhook to compare.'
export const twoCompare = 'Select two webhooks to compare.'

// Which webhooks include a signal.
export const include = 'Find webhooks by signal'
export const includeVerb = 'Search all webhooks'
