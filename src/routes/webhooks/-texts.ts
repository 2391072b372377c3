/** The texts of the list of webhooks. */
import { plural } from '../../ui/format'
import type { WebhookSearch } from './-search'
import * as shared from './-shared-texts'

export const title = 'Webhooks'
export const one = 'webhook'
export const intro =
  'Webhooks are made and changed in the service’s own dashboard: the API has no write for them. It does not tell either whether one has passed its verification, or what was delivered.'

// The filters.
export const filters = 'Filter webhooks'
export const filterLabels = {
  'filter[name]': 'Name',
  'filter[callbackUri]': shared.callbackUri,
  'filter[isEnabled]': shared.enabled,
  'filter[autoSubscribe]': shared.autoSubscribe,
} as const satisfies Partial<Record<keyof WebhookSearch, string>>
export const any = 'Any'
export const yes = 'Yes'
export const no = 'No'

// The columns.
export const webhookColumn = 'Webhook'
export const findingsColumn = 'Findings'
export const noFindings = 'none'
export const findings = (count: number) => plural(count, 'finding')

// The selection.
export const selectAnother = 'Select another one to compare them.'
export const twoCompare = 'Two can be compared.'

// Which webhooks include a signal.
export const include = 'Which webhooks include a signal'
export const signalCode = 'Signal code'
export const includeVerb = 'Look through all webhooks'
