/** What is known of vehicles from their deliveries, in whatever order these come. */
import { describe, expect, it } from 'vitest'
import { createDeliveries } from '../store/deliveries'
import { sqlEngines, storeOf } from '../store/harness'
import { StoreError } from '../store/store'
import {
  arrivalOf,
  bodyOf,
  CHARGE,
  deliver,
  failing,
  type Invented,
  MINUTE,
  openBook,
  START,
  signalOf,
} from './book-harness'

describe.each(sqlEngines)('values on %s', async (engine) => {
  const store = await storeOf(engine)
  const open = (given?: Parameters<typeof openBook>[1]) => openBook(store, given)
  const iso = (ms: number) => new Date(ms).toISOString()

  it('are the newest that came, with where they are from', async () => {
    const kept = await open()
    const [id] = await deliver(
      kept,
      arrivalOf(
        bodyOf({
          signals: [
            signalOf(61, START - MINUTE),
            {
              ...signalOf({ latitude: 52.5 }, 0, 'location-preciselocation'),
              name: 'PreciseLocation',
              group: 'Location',
            },
            failing('closure-doors'),
          ],
        }),
      ),
    )
    const of = { sentAt: iso(START), receivedAt: iso(START), deliveryId: id, isRedacted: false, isSealed: false }
    expect(await kept.book.lastValues('vehicle-1')).toEqual([
      {
        ...{ code: 'closure-doors', name: null, group: null, value: null },
        failing: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE', at: iso(START) },
      },
      {
        ...{ code: 'location-preciselocation', name: 'PreciseLocation', group: 'Location', failing: null },
        value: {
          ...{ ...of, body: { value: { latitude: 52.5 }, unit: 'percent' }, recordedAt: null, fetchedAt: null },
          isPrivate: true,
        },
      },
      {
        ...{ code: CHARGE, name: 'StateOfCharge', group: 'TractionBattery', failing: null },
        value: {
          ...{ ...of, body: { value: 61, unit: 'percent' }, recordedAt: iso(START - MINUTE), isPrivate: false },
          fetchedAt: iso(START - MINUTE + 1_000),
        },
      },
    ])
    expect(await kept.book.lastValues('another')).toEqual([])
  })
  it('are not replaced by older ones, which are flagged; nor a known time by an unknown one', async () => {
    const kept = await open()
    const chargeOf = async () =>
      (await kept.book.lastValues('vehicle-1')).find(({ code }) => code === CHARGE)?.value?.body
    const flagsOf = async (given: Invented) => {
      const [id] = await deliver(kept, arrivalOf(bodyOf(given)))
      return (await kept.book.one(id ?? 0))?.detail.flags
    }
    expect(await flagsOf({ signals: [signalOf(1, START - 5 * MINUTE)] })).toEqual([])
    expect(await flagsOf({ signals: [signalOf(2, START - 4 * MINUTE)] })).toEqual([])
    expect(await flagsOf({ signals: [signalOf(3, START - 6 * MINUTE)] })).toEqual(['late'])
    expect(await chargeOf()).toMatchObject({ value: 2 })
    // One is older, and one is new.
    expect(await flagsOf({ signals: [signalOf(4, START - 6 * MINUTE), signalOf(4, START, 'odometer')] })).toEqual([])
    expect(await flagsOf({ signals: [signalOf(5, 0)], sentAt: START + MINUTE })).toEqual([])
    expect(await chargeOf()).toMatchObject({ value: 2 })
    // The same reading, sent earlier by another webhook.
    expect(await flagsOf({ signals: [signalOf(2, START - 4 * MINUTE)], sentAt: START - MINUTE })).toEqual([])
    const unknown = { vehicleId: 'v', sentAt: START }
    expect(await flagsOf({ ...unknown, sequence: 7, signals: [signalOf(1, 0)] })).toEqual([])
    expect(await flagsOf({ ...unknown, sequence: 6, signals: [signalOf(2, 0)] })).toEqual(['late'])
    expect(await flagsOf({ signals: [failing()], sentAt: START - 9 * MINUTE })).toEqual([])
  })
  it('in one group are taken in its order', async () => {
    const kept = await open()
    const recorded = [3, 1, 4, 2, 5]
    const ids = await deliver(
      kept,
      ...recorded.map((n) => arrivalOf(bodyOf({ signals: [signalOf(n, START - 9 * MINUTE + n)] }))),
    )
    const flags = await Promise.all(ids.map(async (id) => (await kept.book.one(id))?.detail.flags.join()))
    expect(flags).toEqual(['', 'late', '', 'late', ''])
    expect(await kept.book.lastValues('vehicle-1')).toMatchObject([
      { value: { body: { value: 5 }, deliveryId: ids[4] } },
    ])
  })
  it('fail and come again, and keep the last one meanwhile', async () => {
    const kept = await open()
    const last = async () =>
      (await kept.book.lastValues('vehicle-1')).map(({ value, failing: why }) => [value?.body, why?.code])
    await deliver(kept, arrivalOf(bodyOf({ sentAt: START - 3 * MINUTE, signals: [signalOf(1, START - 4 * MINUTE)] })))
    await deliver(kept, arrivalOf(bodyOf({ sentAt: START - MINUTE, signals: [failing()] })))
    expect(await last()).toEqual([[{ value: 1, unit: 'percent' }, 'VEHICLE_NOT_CAPABLE']])
    // Sent before it failed.
    await deliver(kept, arrivalOf(bodyOf({ sentAt: START - 2 * MINUTE, signals: [signalOf(2, START - 2 * MINUTE)] })))
    expect(await last()).toEqual([[{ value: 2, unit: 'percent' }, 'VEHICLE_NOT_CAPABLE']])
    // The same reading again says that it fails no more.
    await deliver(kept, arrivalOf(bodyOf({ sentAt: START, signals: [signalOf(2, START - 2 * MINUTE)] })))
    expect(await last()).toEqual([[{ value: 2, unit: 'percent' }, undefined]])
  })
  it('are never those of a test, of version 2, of a stranger’s webhook, or of nobody', async () => {
    const kept = await open()
    await kept.book.saveWebhooks([{ id: 'wh_webhook-1', name: 'Ours' }])
    await deliver(kept, arrivalOf(bodyOf({ mode: 'TEST' })))
    await deliver(
      kept,
      arrivalOf(
        '{"version":"2.0","webhookId":"webhook-1","eventName":"eventBased","payload":{"vehicleId":"vehicle-1","signals":[]}}',
      ),
    )
    expect(kept.told.unknown).toBe(0)
    const [stranger] = await deliver(kept, arrivalOf(bodyOf({ webhookId: 'wh_stranger' })))
    expect(kept.told.unknown).toBe(1)
    expect((await kept.book.one(stranger ?? 0))?.detail).toMatchObject({
      flags: ['unknown webhook'],
      webhookName: 'Charging',
    })
    expect(await kept.book.lastValues('vehicle-1')).toEqual([])
    // It was new, and the list is loaded again.
    await kept.book.saveWebhooks([
      { id: 'wh_webhook-1', name: 'Ours' },
      { id: 'stranger', name: 'A friend' },
    ])
    await store.query("UPDATE deliveries_waiting SET at = now() - interval '1 minute'")
    expect(await kept.book.applyPending()).toBe(1)
    expect((await kept.book.one(stranger ?? 0))?.detail).toMatchObject({ flags: [], webhookName: 'A friend' })
    expect(await kept.book.lastValues('vehicle-1')).toHaveLength(1)
    await kept.book.saveWebhooks([{ id: 'stranger', name: 'A friend' }])
    const [gone] = await deliver(kept, arrivalOf(bodyOf()))
    expect((await kept.book.one(gone ?? 0))?.detail.flags).toEqual(['unknown webhook'])
  })
  it('of errors: the open ones first, until they are resolved, whatever the order', async () => {
    const kept = await open()
    const told = (
      state: string,
      sentAt: number,
      type = 'CONNECTED_SERVICES_ACCOUNT',
      code: string | null = 'AUTHENTICATION_FAILED',
    ) =>
      arrivalOf(
        bodyOf({
          ...{ eventType: 'VEHICLE_ERROR', sentAt },
          errors: [
            {
              type,
              code,
              state,
              description: 'Not any more.',
              suggestedUserMessage: 'Connect again.',
              resolution: { type: 'REAUTHENTICATE' },
              signals: ['Charge.IsCharging'],
            },
          ],
        }),
        { at: new Date(sentAt) },
      )
    const states = async () =>
      (await kept.book.errorsOf('vehicle-1')).map(({ type, code, isOpen }) => [type, code, isOpen])
    const [first] = await deliver(kept, told('ERROR', START - 5 * MINUTE))
    expect(await kept.book.errorsOf('vehicle-1')).toEqual([
      {
        ...{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED', state: 'ERROR', isOpen: true },
        ...{
          description: 'Not any more.',
          suggestedUserMessage: 'Connect again.',
          docUrl: null,
          resolution: 'REAUTHENTICATE',
        },
        ...{ signals: ['charge-ischarging'], sentAt: iso(START - 5 * MINUTE), receivedAt: iso(START - 5 * MINUTE) },
        ...{ webhookId: 'webhook-1', deliveryId: first, isSealed: false },
      },
    ])
    await deliver(kept, told('ERROR', START - 9 * MINUTE, 'PERMISSION', null))
    await deliver(kept, told('RESOLVED', START - MINUTE))
    await deliver(kept, told('ERROR', START - 2 * MINUTE))
    expect(await states()).toEqual([
      ['PERMISSION', null, true],
      ['CONNECTED_SERVICES_ACCOUNT', 'AUTHENTICATION_FAILED', false],
    ])
  })
  it('that were left undone by a crash are taken over once, by one of several', async () => {
    const passed: number[] = []
    const kept = await open({ onSaved: (saved) => void passed.push(...saved.map(({ id }) => id)) })
    const arrivals = Array.from({ length: 130 }, (_, n) =>
      arrivalOf(bodyOf({ vehicleId: `v${n % 7}`, signals: [signalOf(n, START + n)] })),
    )
    const saved = []
    for (let from = 0; from < arrivals.length; from += 64)
      saved.push(...(await kept.book.save(arrivals.slice(from, from + 64))))
    expect(await kept.book.lastValues('v1')).toEqual([])
    expect(await kept.book.applyPending()).toBe(0) // somebody may have them in hand
    await store.query("UPDATE deliveries_waiting SET at = now() - interval '5 seconds'")
    const all = await Promise.all([kept.book, kept.book, kept.book].map((book) => book.applyPending()))
    let done = all.reduce((sum, one) => sum + one, 0)
    for (let more = -1; more !== 0; done += more) more = await kept.book.applyPending()
    expect(done).toBe(130)
    expect(new Set(passed)).toEqual(new Set(saved.map(({ id }) => id)))
    for (let vehicle = 0; vehicle < 7; vehicle += 1)
      expect(await kept.book.lastValues(`v${vehicle}`)).toMatchObject([
        { value: { body: { value: vehicle < 4 ? 126 + vehicle : 119 + vehicle } } },
      ])
  })
  it('wait where they can’t be passed on, and are when they can', async () => {
    let isThere = false
    const kept = await open({
      onSaved: () => (isThere ? undefined : Promise.reject(new Error('away'))),
    })
    await deliver(kept, arrivalOf(bodyOf()))
    expect(await kept.book.lastValues('vehicle-1')).toEqual([])
    await store.query("UPDATE deliveries_waiting SET at = now() - interval '5 seconds'")
    await expect(kept.book.applyPending()).rejects.toThrow('away')
    isThere = true
    expect(await kept.book.applyPending()).toBe(1)
    expect(await kept.book.lastValues('vehicle-1')).toHaveLength(1)
  })
  it('that the store doesn’t take keep no others from it, and aren’t tried for ever', async () => {
    const { realm } = await open()
    const rows = createDeliveries(store, realm)
    const { book } = await open({
      realm,
      rows: {
        ...rows,
        follow: (ids, build) =>
          rows.follow(ids, (claimed) => {
            const following = build(claimed)
            if (following.values.some(({ code }) => code === 'bad')) throw new StoreError('failed')
            return following
          }),
      },
    })
    const of = (vehicleId: string, code: string) =>
      arrivalOf(bodyOf({ vehicleId, signals: [signalOf(1, START, code)] }))
    await deliver({ book }, of('v1', 'good'), of('v2', 'bad'), of('v3', 'good'))
    const counts = await Promise.all(['v1', 'v2', 'v3'].map(async (vehicle) => (await book.lastValues(vehicle)).length))
    expect(counts).toEqual([1, 0, 1])
    expect(await store.query('SELECT delivery FROM deliveries_waiting WHERE realm = $1', [realm])).toEqual([])
  })
  it('of more than fit into memory wait in the store', async () => {
    const { book } = await open()
    const large = Array.from({ length: 90 }, (_, n) =>
      arrivalOf(bodyOf({ vehicleId: `v${n}`, signals: [signalOf('x'.repeat(100_000), START)] })),
    )
    const saved = [...(await book.save(large.slice(0, 45))), ...(await book.save(large.slice(45)))]
    book.follow(large, saved)
    await book.idle()
    const known = async () => {
      let count = 0
      for (let vehicle = 0; vehicle < 90; vehicle += 1) count += (await book.lastValues(`v${vehicle}`)).length
      return count
    }
    expect(await known()).toBe(83) // of 100 KB each in 8 MB
    await store.query("UPDATE deliveries_waiting SET at = now() - interval '5 seconds'")
    while ((await book.applyPending()) > 0);
    expect(await known()).toBe(90)
  }, 30_000)
})
