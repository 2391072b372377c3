/** Each warning about a subscription, by what breaks it. */
import { describe, expect, it } from 'vitest'
import type { ConnectionRow } from '../../api/connections'
import type { WebhookRow } from '../../api/webhooks'
import { connectionOf, permissionsNeeded, warningsOf } from './checks'
import { type Entry, type Ledger, trioKey } from './ledger'

const trio = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
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
const none: Ledger = new Map()
const knows = (state: Entry['state']): Ledger => new Map([[trioKey(trio), { ...trio, state, at: 1 }]])
const kinds = (known: Omit<Parameters<typeof warningsOf>[0], 'trio'>) =>
  warningsOf({ trio, ...known }).map(({ kind }) => kind)

describe('warnings', () => {
  it('none where all is well, and none of what is not known', () => {
    expect(kinds({ webhook: webhook(true, false), connection: connection('live'), ledger: none })).toEqual([])
    expect(kinds({ ledger: none })).toEqual([])
  })
  it.each([
    ['disabled', { webhook: webhook(false, false), connection: connection('live'), ledger: none }],
    ['auto-subscribing', { webhook: webhook(true, true), connection: connection('live'), ledger: none }],
    ['simulated', { webhook: webhook(true, true), connection: connection('simulated'), ledger: none }],
    ['permissions', { webhook: webhook(true, false), connection: connection('live', []), ledger: none }],
    ['not connected', { webhook: webhook(true, false), connection: null, ledger: none }],
    ['duplicate', { webhook: webhook(true, false), connection: connection('live'), ledger: knows('present') }],
    ['duplicate', { webhook: webhook(true, false), connection: connection('live'), ledger: knows('accepted') }],
  ])('%s', (kind, known) => expect(kinds(known)).toEqual([kind]))
  it('what was removed is no duplicate', () =>
    expect(kinds({ connection: connection('live'), ledger: knows('removed') })).toEqual([]))
})

it('permissions by signal, as far as they are publicly known', () =>
  expect([...permissionsNeeded(webhook(true, false))]).toEqual([['read_odometer', ['odometer-traveleddistance']]]))

it('the connection that ties a user to a vehicle', () => {
  const rows = [
    { id: 'a', relationships: { user: { data: { id: 'u' } }, vehicle: { data: { id: 'x' } } } },
    { id: 'b', relationships: { user: { data: { id: 'u' } }, vehicle: { data: { id: 'v' } } } },
  ] as ConnectionRow[] // as far as it looks
  expect(connectionOf(rows, trio)?.id).toBe('b')
  expect(connectionOf(rows.slice(0, 1), trio)).toBeUndefined()
})
