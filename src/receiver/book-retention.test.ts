/** How long deliveries are kept, and how many. */
import { describe, expect, it } from 'vitest'
import { sqlEngines, storeOf } from '../store/harness'
import { createInstances } from '../store/instances'
import { arrivalOf, bodyOf, deliver, openBook, START, signalOf } from './book-harness'

const DAY = 86_400_000

describe.each(sqlEngines)('retention on %s', async (engine) => {
  const store = await storeOf(engine)
  const open = (given?: Parameters<typeof openBook>[1]) => openBook(store, given)
  const ago = (days: number, more = {}) =>
    arrivalOf(bodyOf({ sentAt: START - days * DAY, ...more }), { at: new Date(START - days * DAY) })

  it('erases what is older than so many days, with its attempts, unless it is pinned', async () => {
    const { book, realm } = await open()
    const ids = await deliver({ book }, ago(30), ago(8), ago(7.001), ago(6.999), ago(0))
    expect(await book.pin(ids[1] ?? 0, 'ada')).toBe('pinned')
    expect(await book.forget()).toBe(2)
    const { rows } = await book.page({ limit: 9 })
    expect(rows.map(({ id }) => id)).toEqual([ids[4], ids[3], ids[1]])
    expect(rows[2]?.pinned).toMatchObject({ by: 'ada' })
    expect(await store.query('SELECT count(*) AS count FROM delivery_attempts WHERE realm = $1', [realm])).toEqual([
      { count: 3 },
    ])
    expect(await book.unpin(ids[1] ?? 0)).toBe(true)
    expect(await book.forget()).toBe(1)
    expect(await book.unpin(ids[1] ?? 0)).toBe(false)
    expect(await book.pin(ids[1] ?? 0, null)).toBe('gone')
  })
  it('keeps the last values, until nobody has told of them for a long time', async () => {
    const { book } = await open()
    await deliver({ book }, ago(91, { vehicleId: 'old' }), ago(89, { vehicleId: 'newer' }))
    await book.forget()
    expect(await book.lastValues('old')).toEqual([])
    expect(await book.lastValues('newer')).toHaveLength(1)
  })
  it('erases nothing that is still to be followed', async () => {
    const { book } = await open()
    await book.save([ago(30)])
    expect(await book.forget()).toBe(0)
    await store.query("UPDATE deliveries_waiting SET at = now() - interval '5 seconds'")
    expect(await book.applyPending()).toBe(1)
    expect(await book.forget()).toBe(1)
  })
  it('erases the oldest of what is too much', async () => {
    const most = 400_000
    const { book } = await open({ settings: { mostBytes: most } })
    const large = { signals: [signalOf('x'.repeat(20_000), START)] }
    const ids: number[] = []
    for (let group = 0; group < 3; group += 1)
      ids.push(
        ...(await book.save(Array.from({ length: 12 }, (_, n) => ago(1 - (group * 12 + n) / 100, large)))).map(
          ({ id }) => id,
        ),
      )
    await store.query('DELETE FROM deliveries_waiting')
    await book.pin(ids[0] ?? 0, null)
    const before = await book.room()
    expect(before).toBeGreaterThan(36 * 20_000)
    const erased = await book.forget()
    expect(await book.room()).toBeLessThanOrEqual(most)
    expect(await book.room()).toBeGreaterThan(most - 25_000)
    const { rows } = await book.page({ limit: 50 })
    expect(rows.map(({ id }) => id)).toEqual([...ids.slice(erased + 1).toReversed(), ids[0]])
    expect(await book.forget()).toBe(0)
  })
  it('erases the oldest by itself as more comes', async () => {
    const most = 200_000
    const { book } = await open({ settings: { mostBytes: most } })
    const large = { signals: [signalOf('x'.repeat(20_000), START)] }
    for (let n = 0; n < 20; n += 1) {
      await deliver({ book }, ago(1 - n / 100, large))
      await expect.poll(book.room, { interval: 5 }).toBeLessThanOrEqual(most)
    }
  })
  it('erases the oldest as the last comes, too, while what came before is being erased', async () => {
    const most = 200_000
    const { book } = await open({ settings: { mostBytes: most } })
    const large = { signals: [signalOf('x'.repeat(20_000), START)] }
    for (let n = 0; n < 20; n += 1) await deliver({ book }, ago(1 - n / 100, large))
    await expect.poll(book.room, { interval: 5 }).toBeLessThanOrEqual(most)
  })
  it('takes so many pins, also of two at once', async () => {
    const { book } = await open()
    const ids: number[] = []
    for (let group = 0; group < 4; group += 1)
      ids.push(...(await book.save(Array.from({ length: 51 }, () => ago(0)))).map(({ id }) => id))
    await store.query('UPDATE deliveries SET pinned_at = now() WHERE id = ANY ($1::bigint[])', [ids.slice(0, 199)])
    const both = await Promise.all(ids.slice(199, 201).map((id) => book.pin(id, null)))
    expect(both.toSorted()).toEqual(['full', 'pinned'])
    expect(await book.pin(ids[0] ?? 0, 'again')).toBe('pinned')
    expect((await book.one(ids[0] ?? 0))?.detail.pinned?.by).toBeNull()
  })
  it('erases what another realm has left, and nothing of one that is served', async () => {
    const [left, served, mine] = [await open(), await open(), await open()]
    const instance = { id: '00000000-0000-4000-8000-000000000001', name: 'one', version: '1', build: null }
    await createInstances(store, served.realm).beat({ ...instance, startedAt: new Date() })
    for (const { book } of [left, served, mine]) await deliver({ book }, ago(9))
    expect(await mine.book.forget()).toBe(2)
    expect((await left.book.page({ limit: 9 })).rows).toEqual([])
    expect((await served.book.page({ limit: 9 })).rows).toHaveLength(1)
  })
  it('is left to the one who does it', async () => {
    const { book, realm } = await open()
    await deliver({ book }, ago(9))
    if (engine === 'postgresql')
      await store.transaction(async ({ query }) => {
        await query('SELECT pg_advisory_xact_lock(1973264, $1::integer)', [realm])
        expect(await book.forget()).toBe(0)
      })
    expect(await book.forget()).toBeGreaterThan(0)
  })
})
