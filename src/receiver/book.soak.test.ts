/** How fast deliveries are written down and read, and how much room they take, on both engines in a folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openEmbedded } from '../store/embedded'
import { openTestStore } from '../store/harness'
import type { Store } from '../store/store'
import { arrivalOf, bodyOf, deliver, MINUTE, openBook, START, signalOf } from './book-harness'

const folder = mkdtempSync(join(tmpdir(), 'book-'))
afterAll(() => rmSync(folder, { recursive: true }))
const engines: Record<string, () => Promise<Store>> = {
  embedded: () => openEmbedded({ folder: join(folder, 'store') }, { warn: () => undefined }),
  postgresql: () => openTestStore('postgresql'),
}
let made = 0
/** Of about five KB, with twenty signals, of one of 500 vehicles. */
function arrival() {
  made += 1
  const signals = Array.from({ length: 20 }, (_, n) => signalOf(made, START + made, `tractionbattery-signal-${n}`))
  return arrivalOf(
    bodyOf({
      vehicleId: `vehicle-${made % 500}`,
      userId: `user-${made % 300}`,
      externalId: `customer-${made}`,
      signals,
    }),
    {
      at: new Date(START - 60 * MINUTE + made * 10),
    },
  )
}
const groupOf = (size: number) => Array.from({ length: size }, arrival)
async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

describe.each(Object.keys(engines))('on %s', (engine) => {
  it('a group costs little more than one, and a page is read at once among many', async () => {
    const store = await (engines[engine]?.() ?? expect.unreachable())
    const kept = await openBook(store)
    const { book } = kept
    await deliver(kept, ...groupOf(64))
    const rates: Record<string, number> = {}
    for (const size of [1, 16, 64]) {
      const groups = Array.from({ length: size === 1 ? 200 : 30 }, () => groupOf(size))
      const saving = await msOf(async () => {
        for (const group of groups) await book.save(group)
      })
      rates[size] = Math.round((groups.length * size * 1000) / saving)
      const followed = groups.slice(0, 8)
      const all = await msOf(async () => {
        for (const group of followed) await deliver(kept, ...group.map(() => arrival()))
      })
      console.info(
        `${engine}, groups of ${size}, ${groups[0]?.[0]?.body.length} bytes each: ${rates[size]}/s saved (${(saving / groups.length).toFixed(1)} ms a group), ${(all / followed.length).toFixed(1)} ms saved and followed`,
      )
    }
    for (let n = 0; n < 400; n += 1) await book.save(groupOf(64))
    await store.query('DELETE FROM deliveries_waiting')
    await (store.maintain?.() ?? store.query('VACUUM ANALYZE'))
    const [disk] = await store.query(
      "SELECT pg_total_relation_size('deliveries') + pg_total_relation_size('delivery_attempts') AS bytes, (SELECT count(*) FROM deliveries) AS rows",
    )
    const room = await book.room()
    console.info(
      `${engine}: ${disk?.rows} rows take ${Math.round(Number(disk?.bytes) / Number(disk?.rows))} bytes each on the disk, counted as ${Math.round(room / Number(disk?.rows))}`,
    )
    const [{ id = 0 } = {}] = (await book.page({ limit: 1 })).rows
    const times = {
      'a page': await msOf(() => book.page({ limit: 50 })),
      'of a vehicle': await msOf(() => book.page({ vehicleId: 'vehicle-7', limit: 50 })),
      'by a signal': await msOf(() => book.page({ signal: 'tractionbattery-signal-3', limit: 50 })),
      'by a flag that none has': await msOf(() => book.page({ flag: 'test', limit: 50 })),
      one: await msOf(() => book.one(id)),
      arrivals: await msOf(() => book.arrivals({})),
      'last values': await msOf(() => book.lastValues('vehicle-7')),
      room: await msOf(() => book.room()),
      'a purge of 80': await msOf(() => book.purge({ userId: 'user-7' })),
    }
    console.info(
      engine,
      Object.entries(times)
        .map(([what, ms]) => `${what} ${ms.toFixed(1)} ms`)
        .join(', '),
    )
    // What is rare is looked for part by part, to the very first of them.
    await store.query(
      "UPDATE deliveries SET flags = '{test}' WHERE id = (SELECT min(id) FROM deliveries WHERE realm = $1)",
      [kept.realm],
    )
    const pages = []
    for (let before: number | undefined, isLast = false; !isLast; ) {
      const { rows, next, count } = await book.page({ flag: 'test', limit: 50, before })
      pages.push([rows.length, count])
      isLast = next === null
      before = next ?? undefined
    }
    expect(pages).toEqual([
      [0, { value: 0, isExact: false }],
      [1, { value: 0, isExact: false }],
    ])
    await store.close()
    expect(rates[16]).toBeGreaterThan(150)
    expect(rates[64]).toBeGreaterThan(rates[1] ?? 0)
    expect(room / Number(disk?.bytes)).toBeGreaterThan(0.75)
    expect(room / Number(disk?.bytes)).toBeLessThan(1.25)
    for (const ms of Object.values(times)) expect(ms).toBeLessThan(1_000)
  }, 300_000)
})
