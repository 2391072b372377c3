/** The shared history of subscriptions in the store: pages, filters, two realms, removed users, and a backup of it. */
import { describe, expect, it } from 'vitest'
import { copyStore } from './backup-harness'
import { createDirectory } from './directory'
import { at, dumpOf, rowOf } from './directory-harness'
import { newRealm, openTestStore, sqlEngines, storeOf } from './harness'
import type { SubscriptionFact } from './subscription-facts'
import { createSubscriptions, type Subscriptions } from './subscriptions'

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number

  async function open(): Promise<Subscriptions> {
    realm = await newRealm(store)
    return createSubscriptions(store, realm)
  }
  const fact = (minute: number, given: Partial<SubscriptionFact>): SubscriptionFact => ({
    ...{ state: 'present', at: at(minute), by: 'ann', isTold: false },
    ...given,
  })
  const three = (nth: number) => ({ webhookId: `w-${nth % 2}`, userId: `u-${nth}`, vehicleId: `v-${nth}` })
  /** All of them, page by page. */
  async function walk(history: Subscriptions, search: object, limit: number): Promise<(string | null)[]> {
    const found: (string | null)[] = []
    for (let after: string | undefined; ; ) {
      const { rows, next } = await history.page({ ...search, limit, after })
      expect(rows.length).toBeLessThanOrEqual(limit)
      found.push(...rows.map(({ subscriptionId }) => subscriptionId))
      if (next === null) return found
      after = next
    }
  }

  it('a UUID in another case is the same, in a creation, a search and a removal of its user', async () => {
    const history = await open()
    const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
    const ids = { webhookId: uuid, userId: uuid, vehicleId: uuid }
    const upper = { webhookId: uuid, userId: uuid.toUpperCase(), vehicleId: uuid.toUpperCase() }
    await history.note([fact(1, { ...upper, state: 'accepted' })])
    await history.note([fact(2, { ...ids, subscriptionId: 's-1' })])
    expect(await walk(history, { user: uuid.toUpperCase(), webhook: uuid.toUpperCase(), vehicle: uuid }, 9)).toEqual([
      's-1',
    ])
    expect(await walk(history, { user: uuid }, 9)).toEqual(['s-1'])
    await createDirectory(store, realm).purgeUser(uuid, at(3))
    expect((await history.page({ limit: 9 })).rows).toEqual([])
  })
  it('a creation, and the read that gives its ID, are one row, which keeps its number', async () => {
    const history = await open()
    await history.note([fact(1, { ...three(1), state: 'accepted' })])
    const [before] = (await history.page({ limit: 9 })).rows
    expect(before).toEqual({
      ...{ n: expect.any(Number), ...three(1), subscriptionId: null, state: 'accepted' },
      ...{ at: at(1).toISOString(), by: 'ann', since: at(1).toISOString(), sinceBy: 'ann', isTold: false },
    })
    await history.note([fact(2, { ...three(1), subscriptionId: 's-1', by: null })])
    const { rows, count } = await history.page({ limit: 9 })
    expect(rows).toEqual([{ ...before, subscriptionId: 's-1', state: 'present', at: at(2).toISOString(), by: null }])
    expect(count).toEqual({ value: 1, isExact: true })
  })
  it('two rows that turn out to be the same become one, and what is older changes nothing', async () => {
    const history = await open()
    await history.note([fact(1, { subscriptionId: 's-1', state: 'not found' })])
    await history.note([fact(2, { ...three(1), state: 'accepted' })])
    expect((await history.page({ limit: 9 })).count.value).toBe(2)
    await history.note([
      fact(9, { ...three(1), subscriptionId: 's-1' }),
      fact(5, { subscriptionId: 's-1', state: 'removed' }),
    ])
    expect((await history.page({ limit: 9 })).rows).toMatchObject([
      { ...three(1), subscriptionId: 's-1', state: 'present' },
    ])
  })
  it('is read page by page, newest first, and each once', async () => {
    const history = await open()
    const ids = Array.from({ length: 25 }, (_, nth) => `s-${nth}`)
    // Several were heard of at the same moment.
    await history.note(ids.map((subscriptionId, nth) => fact(Math.floor(nth / 4), { subscriptionId, ...three(nth) })))
    const all = await walk(history, {}, 7)
    expect(all).toEqual(ids.toReversed())
    for (const after of ['x', 'WzFd', Buffer.from('["2026-01-01T00:00:00.000Z",0]').toString('base64url')])
      await expect(history.page({ limit: 9, after })).rejects.toThrow('damaged')
  })
  it('is filtered by what it ties together, by state, and by what an ID begins with; the count is exact', async () => {
    const history = await open()
    const states = ['present', 'removed', 'not found', 'unknown'] as const
    await history.note(
      Array.from({ length: 8 }, (_, nth) =>
        fact(nth, { ...three(nth), subscriptionId: `S-${nth}`, state: states[nth % 4] ?? 'present' }),
      ),
    )
    const now = new Date()
    await history.note([
      fact(0, { webhookId: 'w-9', userId: 'u-9', vehicleId: 'v-9', state: 'accepted', at: now }),
      fact(9, { webhookId: 'w-8', userId: 'u-9', vehicleId: 'v-9', state: 'accepted' }),
    ])
    const counted = async (search: object) => (await history.page({ ...search, limit: 2 })).count.value
    expect(await counted({})).toBe(10)
    expect([
      await counted({ webhook: 'w-1' }),
      await counted({ user: 'u-9' }),
      await counted({ vehicle: 'v-3' }),
    ]).toEqual([4, 2, 1])
    for (const state of states) expect([state, await counted({ state })]).toEqual([state, 2])
    expect([await counted({ state: 'accepted' }), await counted({ state: 'id unknown' })]).toEqual([1, 1])
    expect([await counted({ state: 'there' }), await counted({ state: 'there', webhook: 'w-0' })]).toEqual([4, 2])
    expect([await counted({ q: ' s-' }), await counted({ q: 's-3' }), await counted({ q: '-3' })]).toEqual([8, 1, 0])
    expect([await counted({ q: 'u-9' }), await counted({ q: 'w-', state: 'removed' })]).toEqual([2, 2])
    expect(await walk(history, { webhook: 'w-1' }, 3)).toEqual(['S-7', 'S-5', 'S-3', 'S-1'])
  })
  it('of one realm is never in another’s', async () => {
    const theirs = await open()
    await theirs.note([fact(1, { ...three(1), state: 'accepted' }), fact(1, { subscriptionId: 's-1' })])
    const ours = await open()
    const nothing = { rows: [], next: null, count: { value: 0, isExact: true } }
    for (const search of [{}, { q: 's-1' }, { user: 'u-1' }, { state: 'there' as const }])
      expect(await ours.page({ ...search, limit: 9 })).toMatchObject(nothing)
    await ours.note([fact(9, { subscriptionId: 's-1', ...three(1), state: 'removed' })])
    await createDirectory(store, realm).purgeUser('u-1', at(10))
    const { rows } = await theirs.page({ limit: 9 })
    expect(rows.map(({ state }) => state)).toEqual(['present', 'accepted'])
  })
  it('has nothing of a user who was removed, and hears of it from before no more', async () => {
    const history = await open()
    const directory = createDirectory(store, realm)
    const zoe = { ...three(1), userId: 'u-zoë' }
    await directory.save([rowOf('c-zoë-1')], at(1))
    await history.note([
      fact(1, { ...zoe, state: 'accepted' }),
      fact(2, { ...zoe, subscriptionId: 's-zoë' }),
      fact(2, { ...three(2), subscriptionId: 's-2' }),
    ])
    await directory.purgeUser('u-zoë', at(5))
    await history.note([
      fact(4, { ...zoe, subscriptionId: 's-zoë', isTold: true }),
      fact(5, { ...zoe, state: 'accepted' }),
    ])
    expect((await dumpOf(store)).replaceAll('u-zoë', '')).not.toContain('zoë')
    expect((await history.page({ limit: 9 })).rows.map(({ subscriptionId }) => subscriptionId)).toEqual(['s-2'])
    // Who came back is somebody again.
    await history.note([fact(6, { ...zoe, state: 'accepted' })])
    expect((await history.page({ user: 'u-zoë', limit: 9 })).count.value).toBe(1)
  })
  it('takes in nothing that no ID is, and all of the rest', async () => {
    const history = await open()
    const long = 'x'.repeat(600)
    await history.note([
      ...['', 'a\0b', '\ud800', long].map((subscriptionId) => fact(1, { subscriptionId })),
      fact(1, { ...three(1), userId: long, state: 'accepted' }),
      fact(1, { subscriptionId: `{"a":'"\\;--` }),
    ])
    expect(await walk(history, {}, 9)).toEqual([`{"a":'"\\;--`])
    await history.note([])
    expect((await history.page({ q: '\ud800', limit: 9 })).rows).toEqual([])
  })
  it('is in a backup, and goes on behind its last number once that is restored', async () => {
    const history = await open()
    await history.note([fact(1, { ...three(1), subscriptionId: 's-kept', by: 'zoë' })])
    const other = await openTestStore(engine)
    await copyStore(store, other)
    const restored = createSubscriptions(other, realm)
    expect((await restored.page({ limit: 9 })).rows).toEqual((await history.page({ limit: 9 })).rows)
    await restored.note([fact(2, { subscriptionId: 's-new' })])
    expect(await walk(restored, {}, 9)).toEqual(['s-new', 's-kept'])
    await other.close()
  })
})
