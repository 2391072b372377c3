/** Each warning about a subscription, by what breaks it. */
import { describe, expect, it } from 'vitest'
import type { ConnectionRow } from '../../api/connections'
import type { WebhookRow } from '../../api/webhooks'
import { connectionOf, permissionsNeeded, warningsOf } from './checks'
import { type Entry, subscriptionKeyText } from './subscription-key'

const subscriptionKey = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
const webhook = (isEnabled: boolean, autoSubscribe: boolean): WebhookRow => ({
  id: 'w',
  attributes: {
    isEnabled,
    autoSubscribe,
    triggers: [{ group: 'Odometer', name: 'TraveledDistance', code: 'odometer-traveleddistance' }],
    data: [{ group: 'x', name: 'y', code: 'x-y' }],
  },
})
const connection = (mode: 'live' | 'simulated', permissions = ['read_odometer']) =>
  ({ id: 'c', attributes: { permissions, vehicle: { mode } } }) as ConnectionRow // as far as the checks look
const none = new Map<string, Entry>()
const knows = (state: Entry['state']) =>
  new Map<string, Entry>([[subscriptionKeyText(subscriptionKey), { ...subscriptionKey, state, at: 1, since: 1 }]])
const kinds = (known: Omit<Parameters<typeof warningsOf>[0], 'subscriptionKey'>) =>
  warningsOf({ subscriptionKey, ...known }).map(({ kind }) => kind)

describe('warnings', () => {
  it('none where all is well, and none of what is not known', () => {
    expect(kinds({ webhook: webhook(true, false), connection: connection('live'), subscribed: none })).toEqual([])
    expect(kinds({ subscribed: none })).toEqual([])
  })
  it.each([
    ['disabled', { webhook: webhook(false, false), connection: connection('live'), subscribed: none }],
    ['auto-subscribing', { webhook: webhook(true, true), connection: connection('live'), subscribed: none }],
    ['simulated', { webhook: webhook(true, true), connection: connection('simulated'), subscribed: none }],
    ['permissions', { webhook: webhook(true, false), connection: connection('live', []), subscribed: none }],
    ['not connected', { webhook: webhook(true, false), connection: null, subscribed: none }],
    ['duplicate', { webhook: webhook(true, false), connection: connection('live'), subscribed: knows('present') }],
    ['duplicate', { webhook: webhook(true, false), connection: connection('live'), subscribed: knows('accepted') }],
  ])('%s', (kind, known) => expect(kinds(known)).toEqual([kind]))
  it('a creation without a response is one, and is not told as known', () => {
    const texts = (state: Entry['state']) =>
      warningsOf({ subscriptionKey, subscribed: knows(state) }).map(({ text }) => text)
    expect(texts('unknown')).toEqual([expect.stringContaining('may exist already')])
    expect(texts('present')).toEqual([expect.stringContaining('has subscribed')])
  })
})

it('permissions by signal, as far as they are publicly known', () =>
  expect([...permissionsNeeded(webhook(true, false))]).toEqual([['read_odometer', ['odometer-traveleddistance']]]))

it('the connection that ties a user to a vehicle', () => {
  const rows = [
    { id: 'a', relationships: { user: { data: { id: 'u' } }, vehicle: { data: { id: 'x' } } } },
    { id: 'b', relationships: { user: { data: { id: 'u' } }, vehicle: { data: { id: 'v' } } } },
  ] as ConnectionRow[] // as far as it looks
  expect(connectionOf(rows, subscriptionKey)?.id).toBe('b')
  expect(connectionOf(rows.slice(0, 1), subscriptionKey)).toBeUndefined()
})
