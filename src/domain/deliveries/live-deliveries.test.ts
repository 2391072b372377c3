/** A list takes in what arrives as the server would have listed it. */
import { describe, expect, it } from 'vitest'
import type { TeamDeliveries, TeamDelivery } from '../../api/team-deliveries'
import { withNew } from './live-deliveries'

const row = (id: number, more: Partial<TeamDelivery> = {}): TeamDelivery =>
  ({
    id,
    kind: 'state',
    webhookId: 'w',
    vehicleId: 'v',
    userId: 'u',
    signals: ['s'],
    triggers: ['t'],
    flags: [],
    ...more,
  }) as TeamDelivery // what is looked at
const page = (ids: readonly number[], next: number | null = null): TeamDeliveries => ({
  rows: ids.map((id) => row(id)),
  next,
  count: { value: ids.length, isExact: true },
})
const idsOf = ({ rows }: TeamDeliveries) => rows.map(({ id }) => id)

describe('the first page', () => {
  it('begins with what has arrived, is no longer than it may be, and goes on behind its last row', () => {
    const now = withNew(page([3, 2, 1]), [row(4), row(6), row(5)], { limit: 4 })
    expect([idsOf(now), now.next, now.count.value]).toEqual([[6, 5, 4, 3], 3, 6])
  })
  it('takes the newer state of a row that comes again, and counts it once', () => {
    const now = withNew(page([2, 1], 1), [row(2, { flags: ['late'] })], { limit: 2 })
    expect([idsOf(now), now.rows[0]?.flags, now.count.value, now.next]).toEqual([[2, 1], ['late'], 2, 1])
  })
  it('leaves out what belongs to an older page', () => {
    expect(idsOf(withNew(page([9, 7]), [row(8), row(3)], { limit: 5 }))).toEqual([9, 7])
  })
  it('takes what its filters ask for alone', () => {
    const others = [
      row(11, { kind: 'error' }),
      row(12, { webhookId: 'other' }),
      row(13, { vehicleId: 'other' }),
      row(14, { userId: null }),
      row(15, { signals: [] }),
      row(16, { triggers: ['other'] }),
      row(17, { flags: ['test'] }),
      row(18, { webhookId: 'wh_w' }),
    ]
    const question = {
      kind: 'state',
      webhook: 'wh_w',
      vehicle: 'v',
      user: 'u',
      signal: 's',
      trigger: 't',
      flag: 'none',
    } as const
    expect(idsOf(withNew(page([10]), others, { ...question, limit: 50 }))).toEqual([18, 10])
    expect(idsOf(withNew(page([10]), others, { flag: 'test', limit: 50 }))).toEqual([17, 10])
  })
  it('what arrived outside of its times is left out', () => {
    const at = (id: number, minute: string) => row(id, { at: `2026-11-20T08:${minute}:00.000Z` })
    const rows = [at(11, '00'), at(12, '10'), at(13, '20')]
    const since = '2026-11-20T09:10+01:00'
    expect(idsOf(withNew(page([10]), rows, { since, limit: 50 }))).toEqual([13, 12, 10])
    expect(idsOf(withNew(page([10]), rows, { until: since, limit: 50 }))).toEqual([12, 11, 10])
  })
})
