/** What in a webhook's own configuration explains that nothing arrives, or looks like a mistake (2.3, 6). */
import type { SignalRef, WebhookRow } from '../../api/webhooks'
import { listed } from '../../ui/listed'

const noAddress = 'Nothing can be delivered to this callback URI.'
const plainCallback = 'The callback URI uses http, so deliveries can be read and changed in transit.'
const plainErrors = 'The error callback URI uses http, so deliveries can be read and changed in transit.'
const noTriggers = 'The webhook has data but no triggers, so no signal change triggers a delivery.'
const noData = 'The webhook has no data, so a delivery would contain no signals.'
const notDelivered = (codes: readonly string[]) =>
  `Some triggers are not delivered: ${listed(codes)} ${codes.length === 1 ? 'is' : 'are'} not in the data.`
const triggersTwice = (codes: readonly string[]) => `The triggers list ${listed(codes)} more than once.`
const dataTwice = (codes: readonly string[]) => `The data lists ${listed(codes)} more than once.`
const offButSubscribing = 'The webhook is disabled but subscribes vehicles automatically.'
const noErrorAddress = 'The webhook has no error callback URI. The API doesn’t say where errors are delivered.'
const sameAddresses = 'Errors and values go to the same address, so the receiver has to tell them apart.'

type LintRule =
  | 'not https'
  | 'no callback'
  | 'no triggers'
  | 'no data'
  | 'trigger not in data'
  | 'disabled but auto-subscribing'
  | 'no error address'
  | 'same addresses'
  | 'duplicate codes'

export interface Finding {
  rule: LintRule
  /** The part of the webhook that it is about. */
  of: 'triggers' | 'data' | 'address'
  /** `broken`: nothing can arrive. `odd`: it may be meant. */
  weight: 'broken' | 'odd'
  text: string
}

const codesOf = (list: readonly SignalRef[] | null | undefined): string[] =>
  (list ?? []).flatMap(({ code }) => code ?? [])

/** The host and scheme of an address, where it is one. */
export function addressOf(text: string | null | undefined): URL | undefined {
  return text && URL.canParse(text) ? new URL(text) : undefined
}

/** @param named what a signal is called beside its code, for who has the names of all signals */
export function lint(
  { attributes }: Pick<WebhookRow, 'attributes'>,
  named = (code: string): string => code,
): Finding[] {
  const { callbackUri, errorCallbackUri, triggers, data, isEnabled, autoSubscribe } = attributes ?? {}
  const found: Finding[] = []
  const say = (of: Finding['of'], rule: LintRule, weight: Finding['weight'], text: string) =>
    found.push({ rule, of, weight, text })
  const callback = addressOf(callbackUri)
  if (!callback || !/^https?:$/.test(callback.protocol)) say('address', 'no callback', 'broken', noAddress)
  else if (callback.protocol === 'http:') say('address', 'not https', 'odd', plainCallback)
  if (addressOf(errorCallbackUri)?.protocol === 'http:') say('address', 'not https', 'odd', plainErrors)
  const [triggering, delivered] = [codesOf(triggers), codesOf(data)]
  if (triggers && triggering.length === 0) say('triggers', 'no triggers', 'broken', noTriggers)
  if (data && delivered.length === 0) say('data', 'no data', 'broken', noData)
  else if (triggers && data) {
    const missing = [...new Set(triggering)].filter((code) => !delivered.includes(code))
    if (missing.length > 0) say('data', 'trigger not in data', 'odd', notDelivered(missing.map(named)))
  }
  for (const [of, saidOf, codes] of [
    ['triggers', triggersTwice, triggering],
    ['data', dataTwice, delivered],
  ] as const) {
    const twice = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))]
    if (twice.length > 0) say(of, 'duplicate codes', 'odd', saidOf(twice.map(named)))
  }
  if (isEnabled === false && autoSubscribe === true)
    say('triggers', 'disabled but auto-subscribing', 'odd', offButSubscribing)
  if (!errorCallbackUri) say('address', 'no error address', 'odd', noErrorAddress)
  else if (errorCallbackUri === callbackUri) say('address', 'same addresses', 'odd', sameAddresses)
  return found
}
