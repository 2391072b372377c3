/** What keys open, what is never stored, and that nothing of a user is in clear on the disk. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyStore } from '../store/backup-harness'
import { openEmbedded } from '../store/embedded'
import { openTestStore, sqlEngines, storeOf } from '../store/harness'
import { openRealm } from '../store/realms'
import { arrivalOf, bodyOf, deliver, type Kept, MINUTE, openBook, START, signalOf } from './book-harness'

const [first, second] = [randomBytes(32), randomBytes(32)]
const error = { eventType: 'VEHICLE_ERROR', errors: [{ type: 'T', code: 'C', state: 'ERROR', description: 'Why.' }] }

describe.each(sqlEngines)('keys on %s', async (engine) => {
  const store = await storeOf(engine)

  it('that are older open what was sealed with them, and find it', async () => {
    const { book, realm } = await openBook(store, { keys: [first] })
    const old = await deliver(
      { book },
      arrivalOf(bodyOf({ signals: [signalOf(1, START - MINUTE), signalOf(1, START, 'b')] })),
      arrivalOf(bodyOf(error)),
    )
    const later = await openBook(store, { realm, keys: [second, first] })
    const [id] = await deliver(
      later,
      arrivalOf(bodyOf({ sentAt: START + 1, signals: [signalOf(2, START), signalOf(2, START - MINUTE, 'b')] })),
      arrivalOf(bodyOf({ ...error, sentAt: START + 1, errors: [{ ...error.errors[0], state: 'RESOLVED' }] })),
    )
    const { rows } = await later.book.page({ vehicleId: 'vehicle-1', userId: 'user-1', limit: 9 })
    expect(rows.map(({ isSealed, userId }) => [isSealed, userId])).toEqual(
      Array.from({ length: 4 }, () => [false, 'user-1']),
    )
    expect((await later.book.one(id ?? 0))?.detail.previous?.id).toBe(old[0])
    expect((await later.book.lastValues('vehicle-1')).map(({ code, value }) => [code, value?.body])).toEqual([
      ['b', { value: 1, unit: 'percent' }],
      ['tractionbattery-stateofcharge', { value: 2, unit: 'percent' }],
    ])
    expect((await later.book.errorsOf('vehicle-1')).map(({ isOpen, description }) => [isOpen, description])).toEqual([
      [false, 'Why.'],
    ])
    expect(await later.book.purge({ userId: 'user-1' })).toEqual({ deliveries: 4, values: 4, errors: 2 })
  })
  it('that are others leave rows sealed, and break nothing', async () => {
    const { book, realm } = await openBook(store, { keys: [first] })
    const [id, left] = await deliver({ book }, arrivalOf(bodyOf()), arrivalOf(bodyOf(error)))
    await book.save([arrivalOf(bodyOf())])
    await store.query("UPDATE deliveries_waiting SET at = now() - interval '5 seconds'")
    const stranger = (await openBook(store, { realm, keys: [second] })).book
    expect(await stranger.applyPending()).toBe(1) // there is nothing to be done for it
    const { rows } = await stranger.page({ limit: 9 })
    expect(rows).toHaveLength(3)
    for (const row of rows)
      expect(row).toMatchObject({
        isSealed: true,
        hasBody: true,
        userId: null,
        vehicleId: null,
        externalId: null,
        webhookId: 'webhook-1',
      })
    const one = await stranger.one(id ?? 0)
    expect(one?.body).toBeUndefined()
    expect(one?.detail).toMatchObject({
      isSealed: true,
      values: [],
      previous: null,
      tries: [{ status: 200, address: null }],
    })
    expect(await stranger.original(id ?? 0)).toBeUndefined()
    expect(await stranger.lastValues('vehicle-1')).toEqual([])
    const { vault } = await openBook(store, { realm, keys: [first] })
    const unreadable = { deliveries: 3, values: 1, errors: 1, keys: [vault.keyNames[0]] }
    expect(await stranger.countUnreadable()).toEqual(unreadable)
    expect(await book.countUnreadable()).toEqual({ deliveries: 0, values: 0, errors: 0, keys: [] })
    await stranger.purge({ userId: 'user-1', vehicleId: 'vehicle-1' })
    expect(stranger.unreadable()).toEqual(unreadable)
    // Rows of one vehicle under another’s key, as if somebody had moved them.
    await store.query('UPDATE last_values SET vehicle_key = $1', [
      (await openBook(store, { realm, keys: [second] })).vault.lookup('vehicle', 'v'),
    ])
    expect(await stranger.lastValues('v')).toMatchObject([{ value: { isSealed: true, isPrivate: false } }])
    await store.query('UPDATE vehicle_errors SET vehicle_key = $1', [
      (await openBook(store, { realm, keys: [first] })).vault.lookup('vehicle', 'v'),
    ])
    expect(await book.errorsOf('v')).toMatchObject([{ type: 'T', isSealed: true, description: null, isOpen: true }])
    expect((await book.one(left ?? 0))?.detail.isSealed).toBe(false)
  })
  it('never come to what is not to be stored', async () => {
    const redact = ['Location-PreciseLocation', 'vehicleidentification-vin']
    const { book } = await openBook(store, { settings: { redact } })
    const location = {
      ...signalOf({ latitude: 52.4912 }, START, 'location-preciselocation'),
      name: 'PreciseLocation',
      group: 'Location',
    }
    const ids = await deliver(
      { book },
      arrivalOf(bodyOf({ signals: [signalOf(61, START), location] })),
      arrivalOf(bodyOf({ vehicleId: 'v2' })),
      arrivalOf('not JSON: latitude 52.4912'),
    )
    const one = await book.one(ids[0] ?? 0)
    expect(one?.detail).toMatchObject({
      flags: ['redacted'],
      hasBody: true,
      signals: ['tractionbattery-stateofcharge', 'location-preciselocation'],
    })
    expect(one?.body?.toString()).not.toContain('52.4912')
    expect(one?.detail.values.map(({ body }) => body)).toEqual([{ value: 61, unit: 'percent' }, undefined])
    expect(await book.original(ids[0] ?? 0)).toBeUndefined()
    const values = await book.lastValues('vehicle-1')
    expect(values.map(({ code, value }) => [code, value?.body, value?.isRedacted])).toEqual([
      ['location-preciselocation', undefined, true],
      ['tractionbattery-stateofcharge', { value: 61, unit: 'percent' }, false],
    ])
    expect((await book.one(ids[1] ?? 0))?.detail.flags).toEqual([])
    expect(await book.original(ids[1] ?? 0)).toBeDefined()
    expect((await book.one(ids[2] ?? 0))?.detail).toMatchObject({ flags: ['unreadable', 'redacted'], hasBody: false })
  })
})

it('a backup holds all of it, and numbers go on after it', async () => {
  const [from, to] = await Promise.all([openTestStore('postgresql'), openTestStore('postgresql')])
  const kept = await openBook(from, { realm: await openRealm(from, 'kept') })
  const ids = await deliver(kept, arrivalOf(bodyOf()), arrivalOf(bodyOf(error)))
  await kept.book.pin(ids[0] ?? 0, 'ada')
  expect(await copyStore(from, to)).not.toContain('user-1')
  const restored = await openBook(to, { realm: await openRealm(to, 'kept') })
  for (const read of [
    ({ book }: Kept) => book.page({ userId: 'user-1', limit: 9 }),
    ({ book }: Kept) => book.one(ids[1] ?? 0),
    ({ book }: Kept) => book.lastValues('vehicle-1'),
    ({ book }: Kept) => book.errorsOf('vehicle-1'),
    ({ book }: Kept) => book.room(),
  ])
    expect(await read(restored)).toEqual(await read(kept))
  const [next] = await deliver(restored, arrivalOf(bodyOf()))
  expect(next).toBeGreaterThan(ids[1] ?? 0)
  await Promise.all([from.close(), to.close()])
}, 30_000)

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const canaries = [
    'canary-user-4711',
    'canary-vehicle-4711',
    'canary@example.com',
    '1HGCM82633A004352',
    '52.49123456',
    'canary-description',
    '203.0.113.77',
  ]
  const filesOf = (place: string): string[] =>
    readdirSync(place).flatMap((name) => {
      const path = join(place, name)
      const is = statSync(path)
      return is.isDirectory() ? filesOf(path) : is.isFile() ? [path] : []
    })
  const found = (words: readonly string[]) => {
    const files = filesOf(folder)
    const bytes = files.map((file) => readFileSync(file))
    return { files: files.length, words: words.filter((word) => bytes.some((one) => one.includes(word))) }
  }

  it('holds nothing of a user in clear, before and after they are purged', async () => {
    const store = await openEmbedded({ folder }, { warn: () => undefined })
    const { book } = await openBook(store)
    await book.saveWebhooks([{ id: 'webhook-1', name: 'seen-in-clear' }])
    const whom = { userId: 'canary-user-4711', vehicleId: 'canary-vehicle-4711', externalId: 'canary@example.com' }
    const arrivals = Array.from({ length: 40 }, (_, n) =>
      arrivalOf(
        bodyOf({
          ...whom,
          eventId: `seen-in-clear-${n}`,
          signals: [
            signalOf({ latitude: 52.49123456, longitude: 13.1 }, START + n, 'location-preciselocation'),
            signalOf('1HGCM82633A004352', START + n, 'vehicleidentification-vin'),
          ],
        }),
        { address: '203.0.113.77' },
      ),
    )
    await deliver({ book }, ...arrivals)
    await deliver(
      { book },
      arrivalOf(bodyOf({ ...whom, ...error, errors: [{ ...error.errors[0], description: 'canary-description' }] })),
    )
    await deliver({ book }, arrivalOf('canary-user-4711 is in no JSON'))
    expect(await book.lastValues(whom.vehicleId)).toMatchObject([
      { value: { body: { value: { latitude: 52.49123456 } } } },
      { value: { body: { value: '1HGCM82633A004352' } } },
    ])
    await store.query('CHECKPOINT')
    expect(found(['seen-in-clear'])).toMatchObject({ words: ['seen-in-clear'] }) // it would be seen
    expect(found(canaries).words).toEqual([])
    expect(await book.purge({ userId: whom.userId })).toEqual({ deliveries: 41, values: 2, errors: 1 })
    await store.maintain()
    await store.close()
    const after = found(canaries)
    expect(after.files).toBeGreaterThan(50)
    expect(after.words).toEqual([])
  }, 60_000)
})
