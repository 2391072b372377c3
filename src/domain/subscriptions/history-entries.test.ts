/** The team's history and this browser's as one list: each once, the team's word first, and what is newer at once. */
import { describe, expect, it } from 'vitest'
import type { TeamSubscription } from '../../api/team-subscriptions'
import { type HistoryQuestion, historyRows, matches } from './history-entries'
import type { ShownEntry } from './ledger'
import { keyOf } from './subscription-key'

const MINUTE = 60_000
const at = (minute: number) => minute * MINUTE
const three = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
const team = (n: number, minute: number, more: Partial<TeamSubscription> = {}): TeamSubscription => ({
  ...{ n, ...three, subscriptionId: `s-${n}`, state: 'present', by: 'Ann', sinceBy: 'Bob', isTold: false },
  ...{ at: new Date(at(minute)).toISOString(), since: new Date(at(minute)).toISOString() },
  ...more,
})
const own = (minute: number, more: Partial<ShownEntry> = {}): ShownEntry => ({
  ...{ state: 'present', at: at(minute), since: at(minute), ...three },
  ...more,
})
interface Given {
  team?: TeamSubscription[]
  own?: ShownEntry[]
  isEnd?: boolean
  asOf?: number
  toldUpTo?: number
  question?: HistoryQuestion
}
const rowsOf = ({ team = [], own = [], isEnd = true, asOf = at(500), toldUpTo = 0, question = {} }: Given) =>
  historyRows({
    ...{ team, isEnd, asOf, toldUpTo, question, now: at(1000) },
    own: new Map(own.map((entry) => [keyOf(entry), entry])),
  })
const brief = (given: Given) =>
  rowsOf(given).rows.map(({ entry, by }) => [entry.subscriptionId ?? '-', entry.state, by?.name ?? '-'])

describe('the team’s rows', () => {
  it('are shown as they are, with who', () => {
    const { rows, extra } = rowsOf({ team: [team(2, 9, { isTold: true, by: null }), team(1, 5, { webhookId: null })] })
    expect(extra).toBe(0)
    expect(rows).toEqual([
      {
        ...{ key: '2', by: { name: null, isTold: true }, sinceBy: { name: 'Bob', isTold: true } },
        entry: { ...three, subscriptionId: 's-2', state: 'present', at: at(9), since: at(9) },
      },
      {
        ...{ key: '1', by: { name: 'Ann', isTold: false }, sinceBy: { name: 'Bob', isTold: false } },
        entry: { userId: 'u', vehicleId: 'v', subscriptionId: 's-1', state: 'present', at: at(5), since: at(5) },
      },
    ])
  })
  it('count for more than what this browser knew when they were asked for', () => {
    const removed = own(400, { subscriptionId: 's-1', state: 'removed', since: at(1) })
    expect(brief({ team: [team(1, 5)], own: [removed] })).toEqual([['s-1', 'present', 'Ann']])
    expect(brief({ team: [team(1, 5)], own: [removed], toldUpTo: at(450), asOf: at(300) })).toEqual([
      ['s-1', 'removed', '-'],
    ])
  })
  it('are told from this browser’s by ID, else by the three and when they were sent', () => {
    const created = own(5, { creation: 'c', state: 'accepted' })
    expect(brief({ team: [team(1, 6)], own: [created] })).toHaveLength(1)
    expect(brief({ team: [team(1, 6, { subscriptionId: null, state: 'accepted' })], own: [created] })).toHaveLength(1)
    expect(brief({ team: [team(1, 60)], own: [created] })).toHaveLength(2)
    expect(brief({ team: [team(1, 6)], own: [own(6, { subscriptionId: 's-2' })] })).toHaveLength(2)
  })
})

describe('what this browser alone knows', () => {
  const mine = own(20, { subscriptionId: 'mine' })
  it('is in its place, until the team was told', () => {
    const all = [team(3, 30), team(1, 10)]
    expect(brief({ team: all, own: [mine] }).map(([id]) => id)).toEqual(['s-3', 'mine', 's-1'])
    expect(rowsOf({ team: all, own: [mine] }).extra).toBe(1)
    // Who was removed by a colleague is not brought back from here.
    expect(brief({ team: all, own: [mine], toldUpTo: at(20) }).map(([id]) => id)).toEqual(['s-3', 's-1'])
  })
  it('waits for its page where there are more', () => {
    const old = own(2, { subscriptionId: 'old' })
    expect(brief({ team: [team(3, 30), team(1, 10)], own: [mine, old], isEnd: false }).map(([id]) => id)).toEqual([
      's-3',
      'mine',
      's-1',
    ])
  })
  it('is filtered as the server filters', () => {
    for (const [question, count] of [
      [{}, 1],
      [{ webhook: 'w', user: 'u', vehicle: 'v', state: 'present', q: ' MI' }, 1],
      [{ state: 'there' }, 1],
      [{ state: 'removed' }, 0],
      [{ vehicle: 'other' }, 0],
      [{ q: 'ine' }, 0],
    ] as const)
      expect([question, rowsOf({ own: [mine], question }).extra]).toEqual([question, count])
    const accepted = own(20, { creation: 'c', state: 'accepted' })
    expect(matches(accepted, { state: 'id unknown' }, at(1000))).toBe(true)
    expect(matches(accepted, { state: 'accepted' }, at(20))).toBe(true)
    expect(matches(accepted, { state: 'accepted' }, at(1000))).toBe(false)
  })
})
