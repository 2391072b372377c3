/** Every rule of the lint, by what breaks it. */
import { describe, expect, it } from 'vitest'
import type { WebhookRow } from '../../api/webhooks'
import { lint } from './webhook-checks'

const ref = (code: string) => ({ group: 'g', name: 'n', code })
type Attributes = NonNullable<WebhookRow['attributes']>
const good: Attributes = {
  name: 'w',
  triggers: [ref('a')],
  data: [ref('a'), ref('b')],
  callbackUri: 'https://hooks.example/a',
  errorCallbackUri: 'https://hooks.example/errors',
  isEnabled: true,
  autoSubscribe: false,
}
const rules = (change: Partial<Attributes>) => lint({ attributes: { ...good, ...change } }).map(({ rule }) => rule)

describe('lint', () => {
  it('finds nothing where nothing is wrong', () => expect(rules({})).toEqual([]))
  it.each<[string, Partial<Attributes>]>([
    ['not https', { callbackUri: 'http://hooks.example/a' }],
    ['not https', { errorCallbackUri: 'http://hooks.example/errors' }],
    ['no callback', { callbackUri: 'hooks' }],
    ['no callback', { callbackUri: 'ftp://hooks.example/a' }],
    ['no callback', { callbackUri: '' }],
    ['no triggers', { triggers: [] }],
    ['no data', { data: [] }],
    ['trigger not in data', { triggers: [ref('a'), ref('c')] }],
    ['disabled but auto-subscribing', { isEnabled: false, autoSubscribe: true }],
    ['no error address', { errorCallbackUri: null }],
    ['same addresses', { errorCallbackUri: good.callbackUri as string }],
    ['duplicate codes', { triggers: [ref('a'), ref('a')] }],
    ['duplicate codes', { data: [ref('a'), ref('b'), ref('b')] }],
  ])('%s: %j', (rule, change) => expect(rules(change)).toEqual([rule]))
  it('disabled alone, or auto-subscribing alone, is none', () => {
    expect(rules({ isEnabled: false })).toEqual([])
    expect(rules({ autoSubscribe: true })).toEqual([])
  })
  it('says nothing of lists that the answer does not have', () => {
    const { triggers: _, data: __, ...rest } = good
    expect(lint({ attributes: rest })).toEqual([])
    expect(() => lint({})).not.toThrow()
  })
  it('says of which part it is', () => {
    const change = {
      triggers: [ref('a'), ref('a')],
      data: [],
      callbackUri: 'hooks',
      isEnabled: false,
      autoSubscribe: true,
    }
    expect(lint({ attributes: { ...good, ...change } }).map(({ of, rule }) => `${of}: ${rule}`)).toEqual([
      'address: no callback',
      'data: no data',
      'triggers: duplicate codes',
      'triggers: disabled but auto-subscribing',
    ])
  })
})
