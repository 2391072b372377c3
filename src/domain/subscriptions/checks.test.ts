/** Each warning about a subscription, by what breaks it. */
import { describe, expect, it } from 'vitest'
import type { ConnectionRow } from '../../api/connections'
import type { WebhookRow } from '../../api/webhooks'
import { connectionOf, permissionsNeeded, warningsOf } from './checks'
import type { HistoryEntry } from './history-entries'

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
const none = undefined
const knows = (state: HistoryEntry['state'], name: string | null = 'Ann') => ({ state, by: { name, isTold: false } })
const kinds = (known: Parameters<typeof warningsOf>[0]) => warningsOf(known).map(({ kind }) => kind)

describe('warnings', () => {
  it('none where all is well, and none of what is not known', () => {
    expect(kinds({ webhook: webhook(true, false), connection: connection('live'), before: none })).toEqual([])
    expect(kinds({ before: none })).toEqual([])
  })
  it.each([
    ['disabled', { webhook: webhook(false, false), connection: connection('live'), before: none }],
    ['auto-subscribing', { webhook: webhook(true, true), connection: connection('live'), before: none }],
    ['simulated', { webhook: webhook(true, true), connection: connection('simulated'), before: none }],
    ['permissions', { webhook: webhook(true, false), connection: connection('live', []), before: none }],
    ['not connected', { webhook: webhook(true, false), connection: null, before: none }],
    ['duplicate', { webhook: webhook(true, false), connection: connection('live'), before: knows('present') }],
    ['duplicate', { webhook: webhook(true, false), connection: connection('live'), before: knows('accepted') }],
  ])('%s', (kind, known) => expect(kinds(known)).toEqual([kind]))
  it('a creation without a response is one, and is not told as known', () => {
    const texts = (state: HistoryEntry['state'], name: string | null) =>
      warningsOf({ before: knows(state, name) }).map(({ text }) => text)
    expect(texts('unknown', 'Ann')).toEqual([expect.stringContaining('may exist already')])
    expect(texts('present', 'Ann')).toEqual([expect.stringContaining('already (present, Ann).')])
    expect(texts('accepted', null)).toEqual([expect.stringContaining('already (accepted).')])
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
