/** The texts of the page of one webhook. */
import type { LintRule } from '../../tools/webhooks/lint'
import { plural } from '../../ui/format'

export const title = 'Webhook'
export const titleOf = (name: string) => `Webhook ${name}`
export const trail = 'Webhooks'
export const subscribeVerb = 'Subscribe a vehicle'
export const reading = 'Reading the webhook…'
export const rawName = 'webhook'

// Its facts.
export const disabledMeans =
  'Nothing is delivered while it is disabled; as far as is publicly known, nothing is kept for later either.'
export const enabledMeans =
  'It delivers what it is subscribed to. A service may ask that its callback passes a verification first: the API does not tell that.'
export const subscribesAll =
  'It subscribes vehicles by itself: as far as is publicly known, every live one that is connected, and no simulated one.'
export const subscribesAsked = 'A vehicle is subscribed only where somebody asked for it.'
export const callbackName = 'callback URI'
export const errorCallbackName = 'error callback URI'
export const changes = 'Changes'
export const noChanges =
  'The API has no write for webhooks, and no state of its verification: see the service’s own dashboard.'

// What looks wrong.
export const findings = (count: number) => (count === 0 ? 'No findings' : plural(count, 'finding'))
export const rules: Readonly<Record<LintRule, string>> = {
  'not https': 'not https',
  'no callback': 'no callback',
  'no triggers': 'no triggers',
  'no data': 'no data',
  'trigger not in data': 'trigger not in data',
  'disabled but auto-subscribing': 'disabled but auto-subscribing',
  'no error address': 'no error address',
  'same addresses': 'same addresses',
  'duplicate codes': 'duplicate codes',
}
export const noFindings = 'Nothing in its configuration looks like a mistake.'

// Its signals.
export const triggersMean = 'A change of one of these causes a delivery.'
export const dataMean = 'A delivery holds these: as far as is publicly known, all of them, whatever triggered it.'
export const noGroup = 'without a group'
