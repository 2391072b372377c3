/** What in a webhook's own configuration explains that nothing arrives, or looks like a mistake (2.3, 6). */
import type { SignalRef, WebhookRow } from '../../api/webhooks'
import * as texts from './lint-texts'

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
  if (!callback || !/^https?:$/.test(callback.protocol)) say('no callback', 'broken', texts.noAddress)
  else if (callback.protocol === 'http:') say('not https', 'odd', texts.plainCallback)
  if (addressOf(errorCallbackUri)?.protocol === 'http:') say('not https', 'odd', texts.plainErrors)
  const [triggering, delivered] = [codesOf(triggers), codesOf(data)]
  if (triggers && triggering.length === 0) say('no triggers', 'broken', texts.noTriggers)
  if (data && delivered.length === 0) say('no data', 'broken', texts.noData)
  else if (triggers && data) {
    const missing = [...new Set(triggering)].filter((code) => !delivered.includes(code))
    if (missing.length > 0) say('trigger not in data', 'odd', texts.notDelivered(missing))
  }
  for (const [saidOf, codes] of [
    [texts.triggersTwice, triggering],
    [texts.dataTwice, delivered],
  ] as const) {
    const twice = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))]
    if (twice.length > 0) say('duplicate codes', 'odd', saidOf(twice))
  }
  if (isEnabled === false && autoSubscribe === true)
    say('disabled but auto-subscribing', 'odd', texts.offButSubscribing)
  if (!errorCallbackUri) say('no error address', 'odd', texts.noErrorAddress)
  else if (errorCallbackUri === callbackUri) say('same addresses', 'odd', texts.sameAddresses)
  return found
}
