/** What is learnt of subscriptions, in any order and from any tab: no id is lost, and no creation without an answer. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IN_PROGRESS_MS } from '../../api/subscriptions'
import { entryOf, inOrder, stateOf, subscribedIn } from './ledger'
import { answered, begun, kept, MOST_ENTRIES, noted, purged, type Sent, withBegun } from './ledger-changes'
import { type Entry, isOf, isSame, keyOf, type Ledger, merged, readEntry, subscriptionKeyText } from './subscription-key'

const subscriptionKey = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
const none: Ledger = new Map()
const first: Sent = { ...subscriptionKey, creation: 'c1' }
const second: Sent = { ...subscriptionKey, creation: 'c2' }
const seen = { ...subscriptionKey, subscriptionId: 's1', state: 'present' } as const
const sent = (old: Ledger, one: Sent, at: number) => withBegun(old, begun(one, at))
const shown = (ledger: Ledger) => inOrder(ledger).map(({ subscriptionId, state }) => [subscriptionId, state])
/** The first creation, accepted, and its id read. */
const known = noted(answered(sent(none, first, 10), first, 'accepted', 11), seen, 12)

describe('one creation', () => {
  it('is unknown, then accepted, its id unknown a while later, then present, gone and removed', () => {
    let ledger = sent(none, first, 1000)
    expect(shown(ledger)).toEqual([[undefined, 'unknown']])
    ledger = answered(ledger, first, 'accepted', 1001)
    const [entry] = inOrder(ledger)
    if (!entry) throw new Error('no entry')
    expect(stateOf(entry, 1001 + IN_PROGRESS_MS)).toBe('accepted')
    expect(stateOf(entry, 1002 + IN_PROGRESS_MS)).toBe('id unknown')
    ledger = noted(ledger, seen)
    expect(shown(ledger)).toEqual([['s1', 'present']])
    ledger = noted(ledger, { subscriptionId: 's1', state: 'not found' })
    expect(inOrder(ledger)).toEqual([
      expect.objectContaining({ ...subscriptionKey, subscriptionId: 's1', state: 'not found' }),
    ])
    ledger = noted(ledger, { subscriptionId: 's1', state: 'removed' })
    ledger = noted(ledger, { subscriptionId: 's1', state: 'not found' }) // because it was removed
    expect(shown(ledger)).toEqual([['s1', 'removed']])
  })
  it('that is refused leaves nothing to see; one without an answer stays unknown', () => {
    const both = sent(sent(none, first, 1), second, 2)
    expect(shown(answered(both, first, 'refused', 3))).toEqual([[undefined, 'unknown']])
    expect(subscribedIn(both).get(subscriptionKeyText(subscriptionKey))?.state).toBe('unknown')
  })
  it('that was cleared while it was under way is written down again once it is answered', () => {
    expect(shown(answered(none, first, 'accepted', 3))).toEqual([[undefined, 'accepted']])
    expect(answered(none, first, 'refused', 3)).toBe(none)
  })
  it('whose subscription was seen already says no less than that', () => {
    const ledger = noted(sent(none, first, 10), seen, 12)
    for (const how of ['accepted', 'already', 'refused'] as const)
      expect(shown(answered(ledger, first, how, 13))).toEqual([['s1', 'present']])
  })
})

describe('the same three again', () => {
  const again = sent(known, second, 20)
  it('accepted: a second entry, and the id that is known stays', () => {
    const ledger = answered(again, second, 'accepted', 21)
    expect(shown(ledger)).toEqual([
      [undefined, 'accepted'],
      ['s1', 'present'],
    ])
    // A read of the one that is known does not tell which the second made; a read of another does.
    expect(shown(noted(ledger, seen, 30))).toEqual(shown(ledger))
    expect(shown(noted(ledger, { ...seen, subscriptionId: 's2' }, 30))).toEqual([
      ['s2', 'present'],
      ['s1', 'present'],
    ])
  })
  it('refused as they are subscribed: nothing is made, and the id that is known stays', () => {
    expect(shown(answered(again, second, 'already', 21))).toEqual([['s1', 'present']])
  })
  it('refused as they are subscribed, after one without an answer: that one was made', () => {
    const ledger = answered(sent(sent(none, first, 10), second, 20), second, 'already', 21)
    expect(shown(ledger)).toEqual([[undefined, 'id unknown']])
    expect(ledger.get('c1')?.state).toBe('id unknown')
  })
  it('refused as they are subscribed, and nothing known of it here: it is there, without an id', () => {
    expect(shown(answered(sent(none, first, 10), first, 'already', 11))).toEqual([[undefined, 'id unknown']])
  })
  it('of which one was removed is no reason to warn', () => {
    expect(subscribedIn(noted(known, { subscriptionId: 's1', state: 'removed' })).size).toBe(0)
    expect(subscribedIn(answered(sent(none, first, 1), first, 'refused')).size).toBe(0)
  })
})

describe('an id', () => {
  it('that was met without its three is the same once they are known', () => {
    const alone = noted(none, { subscriptionId: 's1', state: 'not found' }, 5)
    expect(shown(noted(alone, seen, 6))).toEqual([['s1', 'present']])
    // It was in progress when it was not found.
    const open = answered(sent(alone, first, 5), first, 'accepted', 6)
    expect(shown(noted(open, seen, 7))).toEqual([['s1', 'present']])
  })
  it('of a subscription that is older than the creation is not taken for what it made', () => {
    const open = answered(sent(none, first, 10_000_000), first, 'accepted', 10_000_001)
    expect(shown(noted(open, { ...seen, createdAt: 1 }))).toHaveLength(2)
    expect(shown(noted(open, { ...seen, createdAt: 10_000_002 }))).toEqual([['s1', 'present']])
  })
  it('that somebody has given to a creation stands under it; given to a second one, both are that subscription', () => {
    const open = answered(sent(noted(none, seen, 1), first, 5), first, 'accepted', 6)
    const given = noted(open, { ...seen, creation: 'c1' }, 7)
    expect(shown(given)).toEqual([['s1', 'present']])
    expect(given.get('c1')?.subscriptionId).toBe('s1')
    const other = answered(sent(given, second, 8), second, 'accepted', 9)
    expect(shown(noted(other, { ...seen, creation: 'c2' }, 10))).toEqual([['s1', 'present']])
  })
})

it('the subscriptions of a user are removed with the user, those without an answer too', () => {
  const others = noted(
    sent(known, second, 20),
    { ...subscriptionKey, userId: 'u2', subscriptionId: 's9', state: 'present' },
    21,
  )
  expect(shown(purged(others, 'u', 30))).toEqual([
    ['s9', 'present'],
    [undefined, 'removed'],
    ['s1', 'removed'],
  ])
})

it('each keeps its place, newest first, whatever is learnt of it', () => {
  const old = readEntry({ subscriptionId: 'old', state: 'present', at: 5 }) // of an older version
  if (!old) throw new Error('it is not read')
  const three = ['w1', 'w2', 'w3'].map((webhookId) => ({ ...subscriptionKey, webhookId, creation: webhookId }))
  let ledger = three.reduce((now, one) => sent(now, one, 10), new Map([[keyOf(old), old]]) as Ledger)
  ledger = noted(ledger, { subscriptionId: 'last', state: 'not found' }, 20)
  const names = () => inOrder(ledger).map(({ webhookId, subscriptionId }) => webhookId ?? subscriptionId)
  const before = ['last', 'w1', 'w2', 'w3', 'old']
  expect(names()).toEqual(before)
  for (const one of three) ledger = answered(ledger, one, 'accepted', 25)
  ledger = noted(ledger, { subscriptionId: 'old', state: 'removed' }, 30)
  ledger = noted(ledger, { ...subscriptionKey, webhookId: 'w1', subscriptionId: 's1', state: 'present' }, 31)
  ledger = noted(ledger, { subscriptionId: 's1', state: 'removed' }, 32)
  expect(names()).toEqual(before)
})

it('the entry that says most of the three is the one that is told', () => {
  expect(entryOf(answered(sent(known, second, 20), second, 'accepted', 21), subscriptionKey)?.state).toBe('present')
  expect(entryOf(noted(known, { subscriptionId: 's1', state: 'removed' }), subscriptionKey)?.state).toBe('removed')
  expect(entryOf(known, { ...subscriptionKey, webhookId: 'w2' })).toBeUndefined()
})

describe('what is written', () => {
  it('is read as it was; entries of older versions are each one of their own', () => {
    for (const entry of known.values()) expect(readEntry(JSON.parse(JSON.stringify(entry)))).toEqual(entry)
    expect(readEntry({ ...subscriptionKey, state: 'accepted', at: 7 })).toMatchObject({
      creation: subscriptionKeyText(subscriptionKey),
      since: 7,
    })
    expect(readEntry({ ...subscriptionKey, subscriptionId: 's', state: 'present', at: 7 })?.creation).toBeUndefined()
    for (const broken of [1, null, {}, { state: 'flying', at: 1, subscriptionId: 's' }, { state: 'present', at: 1 }])
      expect(readEntry(broken)).toBeUndefined()
  })
  it('leaves out what was void for long, and makes room with what is gone before what is there', () => {
    const refused = answered(sent(none, first, 10), first, 'refused', 11)
    expect(kept(refused, 12)).toHaveLength(1) // until every tab has heard
    expect(kept(refused, 4_000_000)).toEqual([])
    const entries = Array.from({ length: MOST_ENTRIES + 2 }, (_, nth): Entry => {
      const state = nth >= MOST_ENTRIES ? 'removed' : 'present'
      return { subscriptionId: `s${nth}`, state, at: nth, since: nth }
    })
    const left = kept(new Map(entries.map((entry) => [keyOf(entry), entry])))
    expect(left).toHaveLength(MOST_ENTRIES)
    expect(left.every(({ state }) => state === 'present')).toBe(true)
  })
})

describe('in any order, from any tab', () => {
  const RUNS = Number(process.env.LEDGER_RUNS ?? 300)
  const creations = fc.constantFrom('c1', 'c2', 'c3')
  const webhooks = fc.constantFrom('w1', 'w2')
  const ids = fc.constantFrom('s1', 's2', 's3')
  const learns = fc.oneof(
    fc.record({
      what: fc.constantFrom('sent', 'accepted', 'already', 'refused'),
      creation: creations,
      webhookId: webhooks,
    }),
    fc.record({
      what: fc.constantFrom('present', 'not found', 'removed'),
      subscriptionId: ids,
      webhookId: fc.option(webhooks, { nil: undefined }),
      creation: fc.option(creations, { nil: undefined }),
    }),
  )
  type Learnt = typeof learns extends fc.Arbitrary<infer T> ? T : never
  /** One creation is of one webhook. */
  const keyFor = (creation: string) => ({ ...subscriptionKey, webhookId: creation === 'c3' ? 'w2' : 'w1' })
  function learn(old: Ledger, learnt: Learnt, at: number): Ledger {
    if ('subscriptionId' in learnt) {
      const { webhookId, subscriptionId, creation, what } = learnt
      const tied = creation ? keyFor(creation) : webhookId === undefined ? {} : { ...subscriptionKey, webhookId }
      const state = what as 'present' // or another of the three
      return noted(old, { ...tied, subscriptionId, creation, state }, at)
    }
    const one = { ...keyFor(learnt.creation), creation: learnt.creation }
    return learnt.what === 'sent' ? sent(old, one, at) : answered(old, one, learnt.what as 'accepted', at) // one of three
  }
  const idsIn = (...ledgers: Ledger[]) =>
    new Set(ledgers.flatMap((ledger) => [...ledger.values()].flatMap(({ subscriptionId }) => subscriptionId ?? [])))
  const unanswered = (ledger: Ledger) =>
    [...ledger.values()].flatMap(({ creation, state }) => (creation && state === 'unknown' ? creation : []))

  it('nothing that is learnt takes a known id away', () => {
    fc.assert(
      fc.property(fc.array(learns, { maxLength: 20 }), (all) => {
        let ledger = none
        const met = new Set<string>()
        all.forEach((learnt, at) => {
          const isFirst = !('what' in learnt && learnt.what === 'sent' && ledger.has(learnt.creation))
          if (isFirst) ledger = learn(ledger, learnt, at)
          if ('subscriptionId' in learnt) met.add(learnt.subscriptionId)
          expect(idsIn(ledger)).toEqual(met)
          for (const [key, entry] of ledger) expect(key).toBe(keyOf(entry))
        })
      }),
      { numRuns: RUNS },
    )
  })

  const ledgers = fc.array(learns, { maxLength: 12 }).chain((all) =>
    fc.array(fc.nat(50), { minLength: all.length, maxLength: all.length }).map((times) =>
      all.reduce((ledger, learnt, nth) => {
        const isAgain = learnt.what === 'sent' && 'creation' in learnt && ledger.has(learnt.creation ?? '')
        return isAgain ? ledger : learn(ledger, learnt, times[nth] ?? 0)
      }, none),
    ),
  )
  it('two that are merged are the same whichever comes first, and once as often as twice; no id is lost', () => {
    fc.assert(
      fc.property(ledgers, ledgers, (a, b) => {
        const both = merged(a, b)
        expect(isSame(both, merged(b, a))).toBe(true)
        expect(isSame(merged(both, both), both)).toBe(true)
        expect(isSame(merged(both, a), both)).toBe(true)
        expect(idsIn(both)).toEqual(idsIn(a, b))
        for (const [key, entry] of both) expect(key).toBe(keyOf(entry))
        // What neither has heard the answer of stays open.
        for (const creation of unanswered(a)) if (!b.has(creation)) expect(both.get(creation)?.state).toBe('unknown')
      }),
      { numRuns: RUNS },
    )
  })
})

it('purges what a user has subscribed, in whatever case their UUID was written', () => {
  const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  const ids = { webhookId: 'w', userId: uuid.toUpperCase(), vehicleId: uuid }
  const entry = { ...ids, creation: 'c', state: 'accepted', at: 1, since: 1 } as const
  const own = new Map([['c', entry]])
  expect(purged(own, uuid, 2).get('c')?.state).toBe('removed')
  expect(isOf(entry, { ...ids, userId: uuid })).toBe(true)
  expect(subscriptionKeyText(ids)).toBe(subscriptionKeyText({ ...ids, userId: uuid }))
})
