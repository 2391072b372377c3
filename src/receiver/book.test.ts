/** What is written down of deliveries, and read back. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sqlEngines, storeOf } from '../store/harness'
import type { Arrival } from './arrival'
import { arrivalOf, bodyOf, deliver, type Kept, MINUTE, openBook, START, signalOf } from './book-harness'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

describe.each(sqlEngines)('a book on %s', async (engine) => {
  const store = await storeOf(engine)
  const open = (given?: Parameters<typeof openBook>[1]) => openBook(store, given)

  it('keeps what came: envelope, body to the byte, signature, address', async () => {
    const kept = await open()
    const body = fixture('state.json')
    const at = new Date(1_790_000_000_500)
    const [id] = await deliver(kept, arrivalOf(body, { at }))
    expect(await kept.book.page({ limit: 10 })).toEqual({
      rows: [
        {
          ...{
            id,
            eventId: '00000000-0000-4000-8000-000000000003',
            kind: 'state',
            eventType: 'VEHICLE_STATE',
            mode: 'live',
          },
          ...{ webhookId: '0b6f2a5e-4c1d-4f7b-9a3e-2d8c5b7e1f10', webhookName: 'Charging sessions' },
          ...{ vehicleId: '7c2e9d41-5b86-4e0a-8f13-6a9d0c4b2e75', userId: 'e1a4c7b2-38d5-4f96-b0e7-1c5f8a2d6b39' },
          ...{ externalId: 'customer-4711', vehicle: { make: 'KIA', model: 'EV6', year: 2024 } },
          triggers: ['charge-ischarging'],
          signals: ['charge-ischarging', 'tractionbattery-stateofcharge', 'charge-energyadded', 'closure-doors'],
          ...{
            flags: [],
            attempts: 1,
            bytes: 1422,
            signedWith: 'current',
            hasBody: true,
            isSealed: false,
            pinned: null,
          },
          ...{ at: at.toISOString(), lastAt: at.toISOString(), sentAt: new Date(1_790_000_000_000).toISOString() },
        },
      ],
      next: null,
      count: { value: 1, isExact: true },
    })
    const one = await kept.book.one(id ?? 0)
    expect(one?.body).toEqual(body)
    expect(one?.detail).toMatchObject({
      ...{ deliveryId: '00000000-0000-4000-8000-000000000103', version: '4.0', sequence: 1_789_999_999_970 },
      signature: 'ab'.repeat(32),
      tries: [{ at: at.toISOString(), sentAt: '2026-09-21T14:13:20.000Z', status: 200, address: '198.51.100.7' }],
      ...{ errors: [], unread: [], previous: null },
    })
    expect(one?.detail.values.map(({ code, body: value, error }) => [code, value, error])).toEqual([
      ['charge-ischarging', { value: true }, null],
      ['tractionbattery-stateofcharge', { value: 61, unit: 'percent' }, null],
      ['charge-energyadded', { value: 4.25, unit: 'kWh' }, null],
      ['closure-doors', undefined, { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' }],
    ])
    expect(await kept.book.one(id ? id + 1_000 : 0)).toBeUndefined()
  })
  it('keeps every body that is proven, and what is wrong with it', async () => {
    const kept = await open()
    const names = [
      'not-json.txt',
      'truncated.json',
      'unknown-event.json',
      'hostile.json',
      'version2-event.json',
      'test.json',
      'bare.json',
      'raw-not-round-tripping.json',
      'error.json',
      'state-keyed-signals.json',
    ]
    const at = new Date(1_790_000_000_000)
    const ids = await deliver(kept, ...names.map((name) => arrivalOf(fixture(name), { at })))
    const { rows } = await kept.book.page({ limit: 20 })
    const flags = new Map(rows.map(({ id, flags }) => [names[ids.indexOf(id)], flags]))
    expect(flags).toEqual(
      new Map([
        ['state-keyed-signals.json', []],
        ['error.json', []],
        ['raw-not-round-tripping.json', []],
        ['bare.json', []],
        ['test.json', ['test']],
        ['version2-event.json', ['version 2']],
        ['hostile.json', ['unreadable']],
        ['unknown-event.json', ['unreadable']],
        ['truncated.json', ['unreadable']],
        ['not-json.txt', ['unreadable']],
      ]),
    )
    for (const [place, name] of names.entries()) {
      const one = await kept.book.one(ids[place] ?? 0)
      expect(one?.body).toEqual(fixture(name))
      expect(await kept.book.original(ids[place] ?? 0)).toEqual({ body: fixture(name), signature: 'ab'.repeat(32) })
    }
    const notJson = rows.find(({ id }) => id === ids[0])
    expect(notJson?.eventId).toMatch(/^sha256:[0-9a-f]{64}$/)
  })
  it('counts another attempt of an event, in another group and in the same one', async () => {
    const kept = await open()
    const body = bodyOf({ eventId: 'twice' })
    const retry = body.replace(`"deliveredAt":${START}`, `"deliveredAt":${START + 25_000}`)
    const first = arrivalOf(body)
    const other = arrivalOf(bodyOf({ eventId: 'other' }))
    const second = arrivalOf(retry, { at: new Date(START + 25_000), address: '2001:db8::1' })
    const saved = await kept.book.save([first, other, first])
    expect(saved.map(({ isNew }) => isNew)).toEqual([true, true, false])
    expect(saved[2]?.id).toBe(saved[0]?.id)
    expect((saved[1]?.id ?? 0) > (saved[0]?.id ?? 0)).toBe(true)
    const again = await kept.book.save([second])
    expect(again).toEqual([{ id: saved[0]?.id, isNew: false, isRemoved: false }])
    const { rows, count } = await kept.book.page({ limit: 10 })
    expect(count).toEqual({ value: 2, isExact: true })
    expect(rows.map(({ eventId, attempts }) => [eventId, attempts])).toEqual([
      ['other', 1],
      ['twice', 3],
    ])
    expect(rows[1]).toMatchObject({
      at: first.at.toISOString(),
      lastAt: second.at.toISOString(),
      sentAt: first.at.toISOString(),
    })
    const one = await kept.book.one(saved[0]?.id ?? 0)
    expect(one?.body?.toString()).toBe(body)
    expect(one?.detail.tries.map(({ at, sentAt, address }) => [at, sentAt, address])).toEqual([
      [first.at.toISOString(), first.at.toISOString(), '198.51.100.7'],
      [first.at.toISOString(), first.at.toISOString(), '198.51.100.7'],
      [second.at.toISOString(), second.at.toISOString(), '2001:db8::1'],
    ])
  })
  it('saves by several at once each event once, in whatever order they have them', async () => {
    const kept = await open()
    const arrivals = Array.from({ length: 40 }, () => arrivalOf(bodyOf()))
    const orders = [arrivals, arrivals.toReversed(), arrivals.toSorted(() => 0.5 - Math.random()), arrivals]
    const saved = await Promise.all(orders.map((order) => kept.book.save(order)))
    expect(saved.flat().filter(({ isNew }) => isNew)).toHaveLength(40)
    const { rows } = await kept.book.page({ limit: 100 })
    expect(rows.map(({ attempts }) => attempts)).toEqual(Array.from({ length: 40 }, () => 4))
  })
  it('keeps what was answered before, while it could not be saved', async () => {
    const kept = await open()
    const earlier = [{ at: new Date(START - 25_000), status: 503 }]
    const [id] = await deliver(kept, arrivalOf(bodyOf(), { earlier }))
    const one = await kept.book.one(id ?? 0)
    expect(one?.detail.tries.map(({ at, status, address }) => [at, status, address])).toEqual([
      [new Date(START - 25_000).toISOString(), 503, null],
      [new Date(START).toISOString(), 200, '198.51.100.7'],
    ])
  })
  it('keeps no more than so many attempts, and counts all', async () => {
    const kept = await open()
    const body = bodyOf({ eventId: 'again' })
    for (let time = 0; time < 52; time += 1) await kept.book.save([arrivalOf(body)])
    const { rows } = await kept.book.page({ limit: 1 })
    expect(rows[0]?.attempts).toBe(52)
    expect((await kept.book.one(rows[0]?.id ?? 0))?.detail.tries).toHaveLength(50)
  })
  it('flags what is odd of an arrival', async () => {
    const kept = await open()
    const flagsOf = async (arrival: Arrival) => {
      const [id] = await deliver(kept, arrival)
      return (await kept.book.one(id ?? 0))?.detail.flags
    }
    expect(await flagsOf(arrivalOf(bodyOf({ mode: 'TEST' })))).toEqual(['test'])
    expect(await flagsOf(arrivalOf(bodyOf(), { signedWith: 'old' }))).toEqual(['old key'])
    expect(await flagsOf(arrivalOf(bodyOf({ sentAt: START - 10 * MINUTE })))).toEqual([])
    expect(await flagsOf(arrivalOf(bodyOf({ sentAt: START - 10 * MINUTE - 1 })))).toEqual(['clock'])
    expect(await flagsOf(arrivalOf(bodyOf({ sentAt: START + 11 * MINUTE })))).toEqual(['clock'])
    expect(
      await flagsOf(arrivalOf(fixture('verify.json'), { at: new Date(1_790_000_000_000), signedWith: 'none' })),
    ).toEqual([])
  })
  it('is found by what it is about, a page at a time', async () => {
    const kept = await open()
    const arrivals = Array.from({ length: 12 }, (_, n) =>
      arrivalOf(
        bodyOf({
          sentAt: START + n * MINUTE,
          ...{ eventId: `e${n}`, vehicleId: `v${n % 3}`, userId: `u${n % 2}`, webhookId: n < 6 ? 'w1' : 'wh_w2' },
          ...(n === 5 && { eventType: 'VEHICLE_ERROR', errors: [{ type: 'T', code: null, state: 'ERROR' }] }),
          ...(n === 7 && { triggers: ['FIRST_DELIVERY'], signals: [signalOf(1, START, 'odometer-traveleddistance')] }),
          ...(n === 9 && { mode: 'TEST' }),
        }),
        { at: new Date(START + n * MINUTE) },
      ),
    )
    await deliver(kept, ...arrivals)
    const found = async (search: Omit<Parameters<Kept['book']['page']>[0], 'limit'>) => {
      const { rows, count } = await kept.book.page({ ...search, limit: 50 })
      expect(count).toEqual({ value: rows.length, isExact: true })
      return rows.map(({ eventId }) => Number(eventId.slice(1)))
    }
    expect(await found({ webhook: 'w1' })).toEqual([5, 4, 3, 2, 1, 0])
    expect(await found({ webhook: 'wh_w2', vehicleId: 'v0' })).toEqual([9, 6])
    expect(await found({ vehicleId: 'v1' })).toEqual([10, 7, 4, 1])
    expect(await found({ userId: 'u1' })).toEqual([11, 9, 7, 5, 3, 1])
    expect(await found({ userId: 'u1', vehicleId: 'v1' })).toEqual([7, 1])
    expect(await found({ userId: 'nobody' })).toEqual([])
    expect(await found({ kind: 'error' })).toEqual([5])
    expect(await found({ signal: 'odometer-traveleddistance' })).toEqual([7])
    expect(await found({ trigger: 'FIRST_DELIVERY' })).toEqual([7])
    expect(await found({ flag: 'test' })).toEqual([9])
    expect(await found({ flag: 'none', webhook: 'w2' })).toEqual([11, 10, 8, 7, 6])
    expect(await found({ since: new Date(START + 10 * MINUTE) })).toEqual([11, 10])
    expect(await found({ until: new Date(START + MINUTE) })).toEqual([1, 0])
    expect(await found({ since: new Date(START + 2 * MINUTE), until: new Date(START + 3 * MINUTE) })).toEqual([3, 2])
    expect(await found({ since: new Date(START + 60 * MINUTE) })).toEqual([])
    expect(await found({ until: new Date(START - 60 * MINUTE) })).toEqual([])
    expect(await found({ signal: 'a\0b', trigger: '\ud800' })).toEqual([])
    const pages: number[][] = []
    let before: number | undefined
    do {
      const page = await kept.book.page({ limit: 5, before })
      expect(page.count.value).toBe(12)
      pages.push(page.rows.map(({ eventId }) => Number(eventId.slice(1))))
      before = page.next ?? undefined
    } while (before !== undefined)
    expect(pages).toEqual([
      [11, 10, 9, 8, 7],
      [6, 5, 4, 3, 2],
      [1, 0],
    ])
    const [newest] = (await kept.book.page({ limit: 1 })).rows
    const since = await kept.book.since((newest?.id ?? 0) - 3, 2)
    expect(since.map(({ eventId }) => eventId)).toEqual(['e9', 'e10'])
    expect(await kept.book.since(newest?.id ?? 0, 10)).toEqual([])
  })
  it('compares with the one before it of the same vehicle and webhook', async () => {
    const kept = await open()
    const of = (value: number, more = {}) => arrivalOf(bodyOf({ ...more, signals: [signalOf(value, START + value)] }))
    const ids = await deliver(
      ...[kept, of(1), of(2, { vehicleId: 'other' }), of(3, { webhookId: 'other' })],
      ...[arrivalOf(bodyOf({ eventType: 'VEHICLE_ERROR', errors: [] })), of(4)],
    )
    const one = await kept.book.one(ids[4] ?? 0)
    expect(one?.detail.previous).toMatchObject({ id: ids[0], values: [{ body: { value: 1 } }] })
    expect((await kept.book.one(ids[0] ?? 0))?.detail.previous).toBeNull()
  })
  it('tells how they arrive', async () => {
    const kept = await open()
    const HOUR = 60 * MINUTE
    const ago = [30 * HOUR, 23.5 * HOUR, 90 * MINUTE, 20 * MINUTE, 16 * MINUTE, 12 * MINUTE, 8 * MINUTE]
    await deliver(kept, ...ago.map((ms) => arrivalOf(bodyOf(), { at: new Date(START - ms) })))
    await deliver(kept, arrivalOf(bodyOf({ vehicleId: 'v2', webhookId: 'w2' }), { at: new Date(START - 1) }))
    const arrivals = await kept.book.arrivals({ webhookId: 'wh_webhook-1', vehicleId: 'vehicle-1' })
    expect(arrivals).toEqual({
      last: new Date(START - 8 * MINUTE).toISOString(),
      day: { value: 6, isExact: true },
      hours: [1, ...Array.from({ length: 21 }, () => 0), 1, 4],
      usualGap: 70 * MINUTE,
    })
    expect(await kept.book.arrivals({ webhookId: 'w2' })).toMatchObject({ day: { value: 1 }, usualGap: null })
    expect((await kept.book.arrivals({})).day).toEqual({ value: 7, isExact: true })
    expect(await kept.book.arrivals({ vehicleId: 'nothing' })).toMatchObject({
      last: null,
      day: { value: 0, isExact: true },
    })
  })
  it('counts of whom there is how much', async () => {
    const kept = await open()
    await deliver(kept, ...['v1', 'v1', 'v2'].map((vehicleId) => arrivalOf(bodyOf({ vehicleId, userId: 'u1' }))))
    await deliver(kept, arrivalOf(bodyOf({ vehicleId: 'v1', userId: 'u2' })))
    expect(await kept.book.countOf({ userId: 'u1' })).toEqual({ deliveries: { value: 3, isExact: true }, values: 1 })
    expect(await kept.book.countOf({ vehicleId: 'v1' })).toEqual({ deliveries: { value: 3, isExact: true }, values: 1 })
    expect(await kept.book.countOf({ userId: 'u1', vehicleId: 'v1' })).toMatchObject({
      deliveries: { value: 2 },
      values: 0,
    })
  })
  it('tells another instance nothing of another realm', async () => {
    const [one, two] = [await open(), await open()]
    const [id] = await deliver(one, arrivalOf(bodyOf()))
    expect((await two.book.page({ limit: 10 })).rows).toEqual([])
    expect(await two.book.one(id ?? 0)).toBeUndefined()
    expect(await two.book.lastValues('vehicle-1')).toEqual([])
    expect(await two.book.purge({ vehicleId: 'vehicle-1' })).toEqual({ deliveries: 0, values: 0, errors: 0 })
    expect(await two.book.unpin(id ?? 0)).toBe(false)
    expect((await one.book.page({ limit: 10 })).rows).toHaveLength(1)
  })
  it('passes on what is new and proven, and tells pages', async () => {
    const kept = await open()
    const arrivals = [
      arrivalOf(bodyOf({ eventId: 'a' })),
      arrivalOf(fixture('verify.json'), { signedWith: 'none' }),
      arrivalOf(fixture('not-json.txt')),
    ]
    const ids = await deliver(kept, ...arrivals, arrivalOf(bodyOf({ eventId: 'a' })))
    expect(kept.told.passed.toSorted()).toEqual([ids[0], ids[2]])
    const hints = kept.told.hints
    expect(hints).toBeGreaterThan(0)
    await deliver(kept, arrivalOf(bodyOf({ eventId: 'a' })))
    expect(kept.told.passed).toHaveLength(2)
    expect(kept.told.hints).toBeGreaterThan(hints)
  })
})
