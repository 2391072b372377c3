/** What in a webhook's own configuration explains that nothing arrives, or looks like a mistake (2.3, 6). */
import type { SignalRef, WebhookRow } from '../../api/webhooks'
import { listed } from '../../ui/format'

export type LintRule =
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

export function lint({ attributes }: Pick<WebhookRow, 'attributes'>): Finding[] {
  const { callbackUri, errorCallbackUri, triggers, data, isEnabled, autoSubscribe } = attributes ?? {}
  const found: Finding[] = []
  const say = (rule: LintRule, weight: Finding['weight'], text: string) => found.push({ rule, weight, text })
  const callback = addressOf(callbackUri)
  if (!callback || !/^https?:$/.test(callback.protocol))
    say('no callback', 'broken', 'The callback URI is no address that anything could be delivered to.')
  else if (callback.protocol === 'http:')
    say('not https', 'odd', 'The callback URI is http: what is delivered can be read and changed on its way.')
  if (addressOf(errorCallbackUri)?.protocol === 'http:')
    say('not https', 'odd', 'The error callback URI is http: what is delivered can be read and changed on its way.')
  const [triggering, delivered] = [codesOf(triggers), codesOf(data)]
  if (triggers && triggering.length === 0)
    say('no triggers', 'broken', 'It has data but no triggers: no change of a signal causes a delivery.')
  if (data && delivered.length === 0) say('no data', 'broken', 'It has no data: a delivery would hold no signal.')
  else if (triggers && data) {
    const missing = [...new Set(triggering)].filter((code) => !delivered.includes(code))
    if (missing.length > 0)
      say(
        'trigger not in data',
        'odd',
        `What triggers it is not delivered: ${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} not among the data.`,
      )
  }
  for (const [what, codes] of [
    ['triggers', triggering],
    ['data', delivered],
  ] as const) {
    const twice = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))]
    if (twice.length > 0) say('duplicate codes', 'odd', `The ${what} name ${listed(twice)} more than once.`)
  }
  if (isEnabled === false && autoSubscribe === true)
    say('disabled but auto-subscribing', 'odd', 'It is disabled, and yet every new live vehicle is subscribed to it.')
  if (!errorCallbackUri)
    say(
      'no error address',
      'odd',
      'It has no error callback URI: where errors are delivered, the interface does not show.',
    )
  else if (errorCallbackUri === callbackUri)
    say(
      'same addresses',
      'odd',
      'Errors are delivered to the same address as values: the receiver has to tell them apart.',
    )
  return found
}
