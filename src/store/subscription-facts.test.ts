/** What is known of subscriptions after something was found out: forward in time, each ID once, none lost. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { teamSubscriptionStates } from '../api/subscriptions'
import { at } from './directory-harness'
import { type SubscriptionFact, type SubscriptionRow, takeIn } from './subscription-facts'

const three = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
const seen = (state: SubscriptionFact['state'], minute: number, more: Partial<SubscriptionFact> = {}) =>
  ({ state, at: at(minute), by: 'ann', isTold: false, ...more }) satisfies SubscriptionFact
const created = (minute: number, more: Partial<SubscriptionFact> = {}) =>
  seen('accepted', minute, { ...three, ...more })
const found = (subscriptionId: string, minute: number, more: Partial<SubscriptionFact> = {}) =>
  seen('present', minute, { subscriptionId, ...three, ...more })

function after(...facts: readonly SubscriptionFact[]) {
  const rows = new Set<SubscriptionRow>()
  for (const fact of facts) takeIn(rows, [fact])
  return [...rows]
}
/** In a few words. */
const brief = (rows: readonly SubscriptionRow[]) =>
  rows.map(({ subscriptionId, state, by, since }) => [
    subscriptionId,
    state,
    by,
    (Number(since) - Number(at(0))) / 60_000,
  ])

describe('a creation', () => {
  it('and what shows its subscription are one, heard of when it was sent', () => {
    const rows = after(created(10), found('s-1', 30, { by: 'bob', createdAt: at(10) }))
    expect(brief(rows)).toEqual([['s-1', 'present', 'bob', 10]])
    expect(rows).toMatchObject([{ ...three, sinceBy: 'ann', isTold: false }])
  })
  it('is met also where only its ID was known, and where the clocks differ', () => {
    const idAlone = seen('not found', 5, { subscriptionId: 's-1' })
    expect(brief(after(idAlone, created(10), found('s-1', 30)))).toEqual([['s-1', 'present', 'ann', 5]])
    expect(brief(after(created(10), found('s-1', 9)))).toEqual([['s-1', 'present', 'ann', 9]])
  })
  it('has made none that is older, nor a second one', () => {
    expect(brief(after(created(60), found('s-0', 70, { createdAt: at(1) })))).toEqual([
      [null, 'accepted', 'ann', 60],
      ['s-0', 'present', 'ann', 70],
    ])
    expect(brief(after(created(1), found('s-1', 2), created(3), found('s-1', 4), found('s-2', 5)))).toEqual([
      ['s-1', 'present', 'ann', 1],
      ['s-2', 'present', 'ann', 3],
    ])
  })
  it('that is refused because the subscription exists adds one only if none is known', () => {
    const refused = created(9, { by: 'bob', isExisting: true })
    expect(brief(after(refused))).toEqual([[null, 'accepted', 'bob', 9]])
    expect(brief(after(created(1), refused))).toEqual([[null, 'accepted', 'ann', 1]])
    expect(brief(after(found('s-1', 1), refused))).toEqual([['s-1', 'present', 'ann', 1]])
    expect(brief(after(seen('unknown', 1, three), refused))).toEqual([[null, 'accepted', 'bob', 1]])
    const removed = seen('removed', 5, { subscriptionId: 's-1' })
    expect(brief(after(found('s-1', 1), removed, refused))).toEqual([
      ['s-1', 'removed', 'ann', 1],
      [null, 'accepted', 'bob', 9],
    ])
  })
  it('without a response takes nothing back, and is settled by a later one', () => {
    expect(brief(after(created(1), seen('unknown', 2, three)))).toEqual([[null, 'accepted', 'ann', 1]])
    expect(brief(after(seen('unknown', 1, three), created(2, { by: 'bob' })))).toEqual([[null, 'accepted', 'bob', 1]])
  })
})

describe('a subscription', () => {
  it('is what was found out last, whatever is heard of later', () => {
    const removed = seen('removed', 9, { subscriptionId: 's', by: 'bob' })
    expect(brief(after(found('s', 5), removed, found('s', 8)))).toEqual([['s', 'removed', 'bob', 5]])
    expect(brief(after(found('s', 5), removed, found('s', 10)))).toEqual([['s', 'present', 'ann', 5]])
  })
  it('that was removed here is not found because of that', () => {
    const removed = seen('removed', 9, { subscriptionId: 's' })
    const missing = seen('not found', 10, { subscriptionId: 's', by: 'bob' })
    expect(brief(after(removed, missing))).toEqual([['s', 'removed', 'ann', 9]])
    expect(brief(after(found('s', 5), missing))).toEqual([['s', 'not found', 'bob', 5]])
  })
  it('whose removal got no response is unknown until it is read', () => {
    const unclear = seen('unknown', 6, { subscriptionId: 's' })
    expect(brief(after(found('s', 5), unclear))).toEqual([['s', 'unknown', 'ann', 5]])
    expect(
      brief(after(unclear, seen('not found', 7, { subscriptionId: 's' }), seen('unknown', 8, { subscriptionId: 's' }))),
    ).toEqual([['s', 'not found', 'ann', 6]])
  })
})

describe('what a browser tells', () => {
  const told = { isTold: true, by: 'eve' }
  it('adds what is missing, and changes nothing that the server has seen', () => {
    const rows = after(found('s', 5, { userId: undefined }), found('s', 9, { ...told, state: 'removed', since: at(1) }))
    expect(brief(rows)).toEqual([['s', 'present', 'ann', 1]])
    expect(rows).toMatchObject([{ userId: 'u', sinceBy: 'eve', isTold: false }])
  })
  it('settles what the server doesn’t know, and what another browser told before', () => {
    expect(after(seen('unknown', 1, three), created(2, told))).toMatchObject([{ state: 'accepted', isTold: true }])
    const gone = found('s', 9, { ...told, state: 'removed' })
    expect(brief(after(found('s', 5, { isTold: true }), gone))).toEqual([['s', 'removed', 'eve', 5]])
  })
  it('of a creation alone is nothing new where its ID is known', () => {
    expect(after(created(10), found('s', 11), created(12, { ...told, since: at(10) }))).toHaveLength(1)
    expect(after(found('s', 11), created(90, { ...told, since: at(80) }))).toHaveLength(2)
  })
})

it('is nothing without an ID and without all three', () => {
  expect(after(seen('accepted', 1, { webhookId: 'w', userId: 'u' }))).toEqual([])
})

it('loses no ID and names none twice, and twice the same is the same as once', () => {
  const id = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined })
  const fact = fc.record({
    ...{ webhookId: id, userId: id, vehicleId: id, subscriptionId: id, isTold: fc.boolean() },
    state: fc.constantFrom(...teamSubscriptionStates),
    at: fc.integer({ min: 0, max: 30 }).map(at),
    by: fc.constant(null),
  })
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 12 }), (facts) => {
      const rows = new Set<SubscriptionRow>()
      takeIn(rows, facts)
      const ids = [...rows].flatMap(({ subscriptionId }) => subscriptionId ?? [])
      expect(new Set(ids)).toEqual(new Set(facts.flatMap(({ subscriptionId }) => subscriptionId ?? [])))
      expect(ids).toHaveLength(new Set(ids).size)
      const open = [...rows].filter((row) => row.subscriptionId === null)
      expect(open).toHaveLength(new Set(open.map((row) => `${row.webhookId} ${row.userId} ${row.vehicleId}`)).size)
      const last = facts.at(-1)
      if (last?.subscriptionId === undefined) return
      takeIn(rows, [last])
      expect(takeIn(rows, [last])).toEqual([])
    }),
  )
})
