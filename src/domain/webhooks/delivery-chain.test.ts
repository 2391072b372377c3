/** Every link of the chain to a delivery, broken and unknown. */
import { describe, expect, it } from 'vitest'
import type { ConnectionRow } from '../../api/connections'
import type { WebhookRow } from '../../api/webhooks'
import type { HistoryState } from '../subscriptions/history-entries'
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
const entry = (state: HistoryState) => ({ state })

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
    expect(stateOf('Connection status', facts)).toBe('unknown')
    expect(stateOf('Permissions', facts)).toBe('unknown')
  })
  it('holds where all is well, and says what nobody can see', () => {
    expect(chainOf(whole).map(({ state }) => state)).toEqual([...Array(8).fill('holds'), 'unknown', 'unknown'])
    expect(verdictOf(chainOf(whole))).toBe('No problems found. Couldn’t check: Callback verification, Deliveries.')
  })

  it.each<[string, Partial<ChainFacts>]>([
    ['Webhook is disabled', { webhook: webhook({ isEnabled: false }) }],
    ['Callback address is not valid', { webhook: webhook({ callbackUri: 'hooks' }) }],
    ['Callback address is local', { webhook: webhook({ callbackUri: 'https://localhost/a' }) }],
    ['Callback address is local', { webhook: webhook({ callbackUri: 'https://192.168.1.4/a' }) }],
    ['Callback address is local', { webhook: webhook({ callbackUri: 'https://[::1]/a' }) }],
    ['Triggers or data are missing', { webhook: webhook({ triggers: [] }) }],
    ['Triggers or data are missing', { webhook: webhook({ data: [] }) }],
    ['Subscription was removed', { entry: entry('removed') }],
    ['Subscription was not found', { entry: entry('not found') }],
    ['Vehicle is not subscribed', { isListed: false }],
    ['No connection', { related: related() }],
    ['No connection for this user', { related: related(row('live', ['read_odometer'], 'another')) }],
    ['Permissions are missing', { related: related(row('live', [])) }],
    ['Signal has no values', { values: { code: 'x', count: 0 } }],
  ])('%s is broken by %j', (name, change) => {
    expect(stateOf(name, change)).toBe('broken')
    expect(verdictOf(chainOf({ ...whole, ...change }))).toContain(`First problem: ${name}.`)
  })

  it.each<[string, Partial<ChainFacts>]>([
    ['Webhook state', { webhook: { id: 'w' } }],
    ['Callback address', { webhook: { id: 'w' } }],
    ['Triggers and data', { webhook: { id: 'w' } }],
    ['Subscription status', { entry: undefined }],
    ['Subscription status', { entry: entry('accepted') }],
    ['Subscription status', { entry: entry('id unknown') }],
    ['Subscription status', { entry: entry('unknown') }],
    ['Connection status', { related: undefined }],
    ['Connection status', { related: { rows: [], isComplete: false } }],
    ['Permissions', { related: undefined }],
    ['Subscription status', { entry: undefined, webhook: webhook({ autoSubscribe: true }) }],
    ['Live or simulated', { related: undefined }],
    [
      'Live or simulated',
      { related: related(row('simulated')), webhook: webhook({ autoSubscribe: true }), entry: undefined },
    ],
    ['Signal values', { values: undefined }],
    ['Signal values', { values: { code: 'x', error: 'Forbidden' } }],
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
      'Vehicle and signal unknown: Signal values',
      'Delivery unknown: Callback verification,Deliveries',
    ])
    const off = { isEnabled: false, callbackUri: undefined }
    expect(steps({ webhook: { id: 'w', attributes: { ...attributes, ...off } } })[0]).toBe(
      'Webhook broken: Webhook is disabled',
    )
  })
})
