/** Every link of the chain to a delivery, broken and unknown. */
import { describe, expect, it } from 'vitest'
import type { ConnectionRow } from '../../api/connections'
import type { WebhookRow } from '../../api/webhooks'
import type { Entry } from '../subscriptions/ledger-entries'
import { type ChainFacts, chainOf, stepsOf, verdictOf } from './delivery-chain'

const ref = (code: string) => ({ group: 'g', name: 'n', code })
type Attributes = NonNullable<WebhookRow['attributes']>
const attributes: Attributes = {
  name: 'w',
  triggers: [ref('odometer-traveleddistance')],
  data: [ref('odometer-traveleddistance')],
  callbackUri: 'https://hooks.example/a',
  errorCallbackUri: 'https://hooks.example/e',
  isEnabled: true,
  autoSubscribe: false,
}
const webhook = (change: Partial<Attributes> = {}): WebhookRow => ({
  id: 'w',
  attributes: { ...attributes, ...change },
})
const row = (mode: 'live' | 'simulated' = 'live', permissions = ['read_odometer'], user = 'u'): ConnectionRow =>
  ({
    id: 'c',
    attributes: { permissions, vehicle: { mode }, user: { id: user } },
    relationships: { user: { data: { id: user } }, vehicle: { data: { id: 'v' } } },
  }) as ConnectionRow // as far as the chain looks
const related = (...rows: ConnectionRow[]) => ({ rows, isComplete: true })
const entry = (state: Entry['state']) => ({ state })

/** Nothing that can be seen is broken. */
const whole: ChainFacts = {
  webhook: webhook(),
  vehicleId: 'v',
  userId: 'u',
  related: related(row()),
  entry: entry('present'),
  values: { code: 'odometer-traveleddistance', count: 3 },
}
const stateOf = (name: string, change: Partial<ChainFacts>) =>
  chainOf({ ...whole, ...change }).find((link) => link.name === name)?.state

describe('the chain', () => {
  it('is of the vehicle’s own connections only', () => {
    const others = row('live', ['read_odometer'])
    const ofOther = { ...others, relationships: { vehicle: { data: { id: 'w' } }, user: { data: { id: 'u' } } } }
    const facts = { related: { rows: [ofOther as ConnectionRow], isComplete: false } } // as far as the chain looks
    expect(stateOf('Connection exists', facts)).toBe('unknown')
    expect(stateOf('Permissions granted', facts)).toBe('unknown')
  })
  it('holds where all is well, and says what nobody can see', () => {
    expect(chainOf(whole).map(({ state }) => state)).toEqual([...Array(8).fill('holds'), 'unknown', 'unknown'])
    expect(verdictOf(chainOf(whole))).toBe('No problems found. Couldn’t check: Callback verified, Delivered.')
  })

  it.each<[string, Partial<ChainFacts>]>([
    ['Webhook enabled', { webhook: webhook({ isEnabled: false }) }],
    ['Callback address plausible', { webhook: webhook({ callbackUri: 'hooks' }) }],
    ['Callback address plausible', { webhook: webhook({ callbackUri: 'https://localhost/a' }) }],
    ['Callback address plausible', { webhook: webhook({ callbackUri: 'https://192.168.1.4/a' }) }],
    ['Callback address plausible', { webhook: webhook({ callbackUri: 'https://[::1]/a' }) }],
    ['Triggers and data', { webhook: webhook({ triggers: [] }) }],
    ['Triggers and data', { webhook: webhook({ data: [] }) }],
    ['Subscription known', { entry: entry('removed') }],
    ['Subscription known', { entry: entry('not found') }],
    ['Subscription known', { isListed: false }],
    ['Connection exists', { related: related() }],
    ['Connection exists', { related: related(row('live', ['read_odometer'], 'another')) }],
    ['Permissions granted', { related: related(row('live', [])) }],
    ['Signal has values', { values: { code: 'x', count: 0 } }],
  ])('%s is broken by %j', (name, change) => {
    expect(stateOf(name, change)).toBe('broken')
    expect(verdictOf(chainOf({ ...whole, ...change }))).toContain(`First problem: ${name}.`)
  })

  it.each<[string, Partial<ChainFacts>]>([
    ['Webhook enabled', { webhook: { id: 'w' } }],
    ['Callback address plausible', { webhook: { id: 'w' } }],
    ['Triggers and data', { webhook: { id: 'w' } }],
    ['Subscription known', { entry: undefined }],
    ['Subscription known', { entry: entry('accepted') }],
    ['Subscription known', { entry: entry('id unknown') }],
    ['Subscription known', { entry: entry('unknown') }],
    ['Connection exists', { related: undefined }],
    ['Connection exists', { related: { rows: [], isComplete: false } }],
    ['Permissions granted', { related: undefined }],
    ['Subscription known', { entry: undefined, webhook: webhook({ autoSubscribe: true }) }],
    ['Live or simulated', { related: undefined }],
    [
      'Live or simulated',
      { related: related(row('simulated')), webhook: webhook({ autoSubscribe: true }), entry: undefined },
    ],
    ['Signal has values', { values: undefined }],
    ['Signal has values', { values: { code: 'x', error: 'Forbidden' } }],
  ])('%s is not known by %j', (name, change) => expect(stateOf(name, change)).toBe('unknown'))

  it('a vehicle that the service’s list names is subscribed', () =>
    expect(stateOf('Subscription known', { entry: undefined, isListed: true })).toBe('holds'))
  it('a simulated vehicle that is subscribed is no broken link', () =>
    expect(stateOf('Live or simulated', { related: related(row('simulated')) })).toBe('holds'))
  it('what needs no known permission is said, not broken', () => {
    const odd = webhook({ triggers: [ref('odometer-traveleddistance'), ref('x-new')] })
    const link = chainOf({ ...whole, webhook: odd }).find(({ name }) => name === 'Permissions granted')
    expect(link).toMatchObject({ state: 'holds', text: expect.stringContaining('x-new') })
  })
  it('names the permission and the signals that need it', () => {
    const [link] = chainOf({ ...whole, related: related(row('live', [])) }).filter(({ state }) => state === 'broken')
    expect(link?.text).toBe('Not granted: read_odometer, for Odometer (odometer-traveleddistance).')
  })
  it('is in steps, each as bad as the worst of its links', () => {
    const steps = (change: Partial<ChainFacts>) =>
      stepsOf(chainOf({ ...whole, ...change })).map(({ name, state, about }) => `${name} ${state}: ${about}`)
    expect(steps({ values: undefined })).toEqual([
      'Webhook holds: Webhook enabled,Callback address plausible,Triggers and data',
      'Subscription holds: Subscription known',
      'Connection holds: Connection exists',
      'Permission holds: Permissions granted',
      'Vehicle and signal unknown: Signal has values',
      'Delivery unknown: Callback verified,Delivered',
    ])
    const off = { isEnabled: false, callbackUri: undefined }
    expect(steps({ webhook: { id: 'w', attributes: { ...attributes, ...off } } })[0]).toBe(
      'Webhook broken: Webhook enabled',
    )
  })
})
