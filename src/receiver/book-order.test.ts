/** The same deliveries tell the same of vehicles, in whatever order they come, and how often. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareValues } from '../api/delivery-order'
import { sqlEngines, storeOf } from '../store/harness'
import { arrivalOf, bodyOf, deliver, failing, openBook, START, signalOf } from './book-harness'

describe.each(sqlEngines)('values on %s', async (engine) => {
  const store = await storeOf(engine)

  const COUNT = process.env.SOAK ? 1000 : 250
  it(`come out the same, shuffled and doubled, ${COUNT} of them`, async () => {
    const VEHICLES = COUNT / 50
    const event = fc.record({
      vehicle: fc.nat(VEHICLES - 1),
      recorded: fc.option(fc.nat(40), { nil: undefined }),
      sequence: fc.option(fc.nat(5), { nil: undefined }),
      sent: fc.option(fc.nat(20), { nil: undefined }),
      codes: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }),
      fails: fc.boolean(),
      error: fc.option(fc.constantFrom('ERROR', 'RESOLVED'), { nil: undefined, freq: 4 }),
    })
    const [events = []] = fc.sample(fc.array(event, { minLength: COUNT, maxLength: COUNT, size: 'max' }), {
      numRuns: 1,
      seed: 28,
    })
    expect(events).toHaveLength(COUNT)
    const bodies = events.map(({ vehicle, recorded, sequence, sent, codes, fails, error }, n) =>
      bodyOf({
        ...{ eventId: `e${n}`, vehicleId: `v${vehicle}` },
        sentAt: sent === undefined ? 0 : START + sent,
        ...(sequence !== undefined && { sequence: START + sequence }),
        ...(error
          ? { eventType: 'VEHICLE_ERROR', errors: [{ type: `T${n % 3}`, code: null, state: error }] }
          : {
              signals: codes.map((code) => {
                const at = recorded === undefined ? 0 : START + recorded
                return fails && code === codes[0] ? failing(`c-${code}`) : signalOf(n, at, `c-${code}`)
              }),
            }),
      }),
    )
    const knownOf = async (order: readonly string[], group: number) => {
      const kept = await openBook(store)
      for (let from = 0; from < order.length; from += group)
        await deliver(kept, ...order.slice(from, from + group).map((body) => arrivalOf(body)))
      const known = []
      for (let vehicle = 0; vehicle < VEHICLES; vehicle += 1) {
        const values = await kept.book.lastValues(`v${vehicle}`)
        const errors = await kept.book.errorsOf(`v${vehicle}`)
        // A number of the realm's own, and when the state that counts came here.
        known.push({
          values: values.map(({ value, ...rest }) => ({ ...rest, value: value && { ...value, deliveryId: 0 } })),
          errors: errors.map((one) => ({ ...one, deliveryId: 0 })).toSorted((a, b) => (a.type < b.type ? -1 : 1)),
        })
      }
      return known
    }
    const ordered = await knownOf(bodies, 64)
    // As delivery-order.ts has it, of all that came.
    for (const [vehicle, { values }] of ordered.entries())
      for (const { code, value } of values) {
        const told = events.flatMap(({ recorded, sequence, sent, ...event }, n) => {
          const hasIt = event.vehicle === vehicle && !event.error && event.codes.some((one) => `c-${one}` === code)
          if (!hasIt || (event.fails && code === `c-${event.codes[0]}`)) return []
          const at = (ms: number | undefined) => (ms === undefined ? undefined : START + ms)
          return { recordedAt: at(recorded), sequence: at(sequence), sentAt: at(sent), eventKey: `e${n}`, n }
        })
        const newest = told.toSorted(compareValues).at(-1)
        expect(value?.body).toEqual(newest && { value: newest.n, unit: 'percent' })
      }
    expect(ordered.flatMap(({ values, errors }) => [...values, ...errors]).length).toBeGreaterThan(COUNT / 10)
    const shuffled =
      fc.sample(fc.shuffledSubarray([...bodies, ...bodies], { minLength: 2 * COUNT }), { numRuns: 1, seed: 7 })[0] ?? []
    expect(shuffled).toHaveLength(2 * COUNT)
    expect(await knownOf(shuffled, 61)).toEqual(ordered)
  }, 60_000)
})
