/** Who is removed goes from the book, and what still comes of them is kept without what it says. */
import { describe, expect, it } from 'vitest'
import { createDeliveries } from '../store/deliveries'
import { createDirectory } from '../store/directory'
import { rowOf } from '../store/directory-harness'
import { sqlEngines, storeOf } from '../store/harness'
import type { Store } from '../store/store'
import { arrivalOf, bodyOf, deliver, type Invented, MINUTE, openBook, START, signalOf } from './book-harness'

const at = (minute: number) => new Date(START + minute * MINUTE)

describe.each(sqlEngines)('a purge on %s', async (engine) => {
  const store = await storeOf(engine)
  const open = async (given?: Parameters<typeof openBook>[1]) => {
    const kept = await openBook(store, given)
    return { ...kept, directory: createDirectory(store, kept.realm) }
  }
  const ada = (vehicle: number, more: Invented = {}) =>
    arrivalOf(bodyOf({ userId: 'u-ada', vehicleId: `v-${vehicle}`, externalId: 'ada@example.com', ...more }))
  const bob = (vehicle: number) => arrivalOf(bodyOf({ userId: 'u-bob', vehicleId: `v-${vehicle}` }))
  const rowsLeft = async (realm: number) => {
    const counts = []
    for (const table of ['deliveries', 'delivery_attempts', 'deliveries_waiting', 'last_values', 'vehicle_errors'])
      counts.push(...(await store.query(`SELECT count(*) AS count FROM ${table} WHERE realm = $1`, [realm])))
    return counts.map(({ count }) => count)
  }

  it('erases all of a user, and nothing of another one', async () => {
    const { book, realm } = await open()
    const error = { eventType: 'VEHICLE_ERROR', errors: [{ type: 'T', code: 'C', state: 'ERROR' }] }
    await deliver({ book }, ada(1), ada(2), ada(1, error), bob(3))
    await book.save([ada(2)]) // and not followed
    expect(await rowsLeft(realm)).toEqual([5, 5, 1, 3, 1])
    expect(await book.purge({ userId: 'u-ada' })).toEqual({ deliveries: 4, values: 2, errors: 1 })
    expect(await rowsLeft(realm)).toEqual([1, 1, 0, 1, 0])
    expect((await book.page({ limit: 9 })).rows.map(({ userId }) => userId)).toEqual(['u-bob'])
    expect(await book.purge({ userId: 'u-ada' })).toEqual({ deliveries: 0, values: 0, errors: 0 })
    expect(await book.purge({})).toEqual({ deliveries: 0, values: 0, errors: 0 })
    expect(await rowsLeft(realm)).toEqual([1, 1, 0, 1, 0])
  })
  it('erases all of a vehicle, or of the two of them alone, pinned or not', async () => {
    const { book, realm } = await open()
    const [first] = await deliver({ book }, ada(1), bob(1), ada(2), bob(2))
    await book.pin(first ?? 0, null)
    expect(await book.purge({ userId: 'u-ada', vehicleId: 'v-1' })).toEqual({ deliveries: 1, values: 0, errors: 0 })
    expect(await book.purge({ vehicleId: 'v-2' })).toEqual({ deliveries: 2, values: 1, errors: 0 })
    expect((await book.page({ limit: 9 })).rows.map(({ userId, vehicleId }) => [userId, vehicleId])).toEqual([
      ['u-bob', 'v-1'],
    ])
    expect(await rowsLeft(realm)).toEqual([1, 1, 0, 1, 0])
  })
  it('goes part by part, and takes any number', async () => {
    const { book, realm } = await open()
    for (let group = 0; group < 9; group += 1) await book.save(Array.from({ length: 64 }, () => ada(1)))
    expect(await book.purge({ vehicleId: 'v-1' })).toEqual({ deliveries: 9 * 64, values: 0, errors: 0 })
    expect(await rowsLeft(realm)).toEqual([0, 0, 0, 0, 0])
  })
  it('finds what names a vehicle alone by the one user who is known to have it', async () => {
    const { book, directory } = await open()
    await directory.save([rowOf('c-ada-1'), rowOf('c-ada-2'), rowOf('c-bob-2')], at(0))
    await deliver({ book }, ada(1, { userId: undefined }), ada(2, { userId: undefined }))
    expect(await book.countOf({ userId: 'u-ada' })).toEqual({ deliveries: { value: 1, isExact: true }, values: 1 })
    await book.purge({ userId: 'u-ada' })
    expect((await book.page({ limit: 9 })).rows.map(({ vehicleId }) => vehicleId)).toEqual(['v-2'])
    expect(await book.lastValues('v-1')).toEqual([])
  })
  it('leaves of what still comes the envelope alone', async () => {
    const { book, directory, told } = await open()
    await directory.save([rowOf('c-ada-1'), rowOf('c-bob-2'), rowOf('c-cid-3'), rowOf('c-dan-3')], at(0))
    await deliver({ book }, ada(1), bob(2))
    await directory.purgeUser('u-ada', at(1))
    await directory.removed('c-bob-2', at(1))
    await directory.removed('c-cid-3', at(1))
    await book.purge({ userId: 'u-ada' })
    await book.purge({ vehicleId: 'v-2' })
    told.passed.length = 0
    const of = (userId: string, vehicleId: string) => arrivalOf(bodyOf({ userId, vehicleId, externalId: 'x' }))
    const arrivals = [ada(1), of('u-eve', 'v-2'), of('u-cid', 'v-3'), of('u-dan', 'v-3'), of('u-fay', 'v-9')]
    const saved = await book.save(arrivals)
    book.follow(arrivals, saved)
    await book.idle()
    expect(saved.map(({ isRemoved }) => isRemoved)).toEqual([true, true, true, false, false])
    expect(told.passed).toEqual(saved.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id))
    const one = await book.one(saved[0]?.id ?? 0)
    expect(one?.body).toBeUndefined()
    expect(await book.original(saved[0]?.id ?? 0)).toBeUndefined()
    expect(one?.detail).toMatchObject({
      ...{ flags: ['removed'], hasBody: false, userId: 'u-ada', vehicleId: 'v-1', externalId: null, isSealed: false },
      ...{ vehicle: { make: null, model: null, year: null }, signals: ['tractionbattery-stateofcharge'], values: [] },
    })
    for (const vehicle of ['v-1', 'v-2']) expect(await book.lastValues(vehicle)).toEqual([])
    expect(await book.lastValues('v-3')).toMatchObject([{ value: { deliveryId: saved[3]?.id } }])
    // The same event again.
    const retry = arrivals[0] ? await book.save([arrivals[0]]) : []
    expect(retry).toEqual([{ id: saved[0]?.id, isNew: false, isRemoved: true }])
    // Connected again, as the directory has seen.
    await directory.save([rowOf('c-ada-1b', { userId: 'u-ada', vehicleId: 'v-1', createdAt: at(5).getTime() })], at(6))
    expect(await book.save([ada(1)])).toMatchObject([{ isRemoved: false }])
  })
  it('waits for who saves beside it, and then erases that, too', async () => {
    const { book, directory, realm } = await open()
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let isHeld = () => {}
    const held = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    // Once it is known that nobody was removed, and before anything is written.
    const slow: Store = {
      ...store,
      transaction: (work) =>
        store.transaction(({ query }) =>
          work({
            async query(sql, parameters) {
              if (sql.includes('INSERT INTO deliveries ')) {
                isHeld()
                await gate
              }
              return await query(sql, parameters)
            },
          }),
        ),
    }
    const other = await openBook(store, { realm, rows: createDeliveries(slow, realm) })
    const saving = deliver(other, ada(1))
    await held
    const purging = directory.purgeUser('u-ada', at(1)).then(() => book.purge({ userId: 'u-ada' }))
    if (engine === 'postgresql')
      await expect
        .poll(() => store.query("SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"))
        .toEqual([{ count: 1 }])
    letGo()
    await saving
    expect((await purging).deliveries).toBe(1)
    expect(await rowsLeft(realm)).toEqual([0, 0, 0, 0, 0])
  }, 20_000)
  it('beside many who save leaves no row of before, and no body', async () => {
    const { book, directory, realm } = await open()
    await directory.save([rowOf('c-ada-1')], at(0))
    const all = Array.from({ length: 12 }, (_, n) =>
      deliver(
        { book },
        ...Array.from({ length: 8 }, (_, m) => ada(1, { signals: [signalOf(n * 8 + m, START + n * 8 + m)] })),
      ),
    )
    await Promise.race(all)
    await directory.purgeUser('u-ada', at(1))
    const { deliveries } = await book.purge({ userId: 'u-ada' })
    expect(deliveries).toBeGreaterThan(0)
    await Promise.all(all)
    await book.idle()
    const { rows } = await book.page({ limit: 100 })
    expect(rows.length).toBe(96 - deliveries)
    for (const row of rows) expect(row).toMatchObject({ flags: ['removed'], hasBody: false, externalId: null })
    expect(await store.query('SELECT count(*) AS count FROM last_values WHERE realm = $1', [realm])).toEqual([
      { count: 0 },
    ])
  }, 20_000)
})
