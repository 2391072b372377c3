/** The texts of the page of one webhook. */

import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

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

// What it does, and what looks wrong in it.
export const flow = 'What it does'
export const stopped = 'Disabled.'
export const when = 'When'
export const nothingChanges = 'No signal changes'
export const anyOf = (signals: ReactNode) => <>any of {signals}</>
export const or = ' or '
export const changesVerb = 'changes'
export const send = 'Send'
export const to = 'To'
export const signals = (count: number) => (count === 0 ? 'No signals' : plural(count, 'signal'))
export const andMore = (count: number) => ` and ${formatCount(count)} more`
export const unnamedSignal = 'Unnamed signal'
export const nowhere = 'No usable address'
export const errorsTo = (address: ReactNode) => <>Errors to {address}</>
export const noFindings = 'No problems found in its configuration.'

// Its signals.
export const triggersMean = 'A change of one of these signals triggers a delivery.'
export const dataMean = 'Each delivery contains all of these signals, whatever triggered it (per public docs).'
export const noGroup = 'No group'
