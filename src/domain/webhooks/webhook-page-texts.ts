/** The texts of the page of one webhook. */

import { plural } from '../../ui/format'

export const title = 'Webhook'
export const titleOf = (name: string) => `Webhook ${name}`
export const trail = 'Webhooks'
export const subscribeVerb = 'Subscribe a vehicle'
export const reading = 'Loading the webhook…'
export const rawName = 'webhook'

// Its facts.
export const disabledMeans =
  'Nothing is delivered while it is disabled, and nothing is queued for later (per public docs).'
export const enabledMeans =
  'Delivers for its subscribed vehicles. The provider may require a verified callback first; the API doesn’t report verification.'
export const subscribesAll =
  'Subscribes connected live vehicles automatically; simulated ones are skipped (per public docs).'
export const subscribesAsked = 'Vehicles are subscribed only on request.'
export const callbackName = 'callback URI'
export const errorCallbackName = 'error callback URI'
export const changes = 'Changes'
export const noChanges = 'Read-only. Edit webhooks and check verification in the provider’s dashboard.'

// What looks wrong.
export const findings = (count: number) => (count === 0 ? 'No findings' : plural(count, 'finding'))
export const noFindings = 'No problems found in its configuration.'

// Its signals.
export const triggersMean = 'A change of one of these signals triggers a delivery.'
export const dataMean = 'Each delivery contains all of these signals, whatever triggered it (per public docs).'
export const noGroup = 'No group'
