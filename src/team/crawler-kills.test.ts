/** A crawl that is killed anywhere goes on where it was: nothing is lost, nothing is read twice. */
import { describe, expect, it } from 'vitest'
import { begin, isExactSince, type World, world } from './crawler-harness'
import { randomOf } from './random-harness'

const PAGES = 50
const settings = { sizes: [20], checkEveryMs: 600_000 }
/** Calls of an undisturbed crawl, heartbeats among them. */
const CALLS = 200

function slowly(): World {
  const made = world(PAGES * 20)
  made.service.latencyMs = 400
  return made
}

const moments = Array.from({ length: 20 }, (_, index) => index + 1)

describe('killed at a random moment', () => {
  it.each(moments)('(%i) no page is lost, and none read again but the one under way', async (seed) => {
    const random = randomOf(seed)
    const made = slowly()
    const { clock, service, store } = made
    const deaths = 1 + (seed % 3)
    for (let death = 0; death < deaths; death += 1) {
      const life = begin(made, { ...settings, diesAt: 1 + Math.floor(random() * CALLS), isDoneFirst: random() < 0.5 })
      await clock.pass(Math.floor(random() * 30_000))
      life.kill()
    }
    const life = begin(made, settings)
    await clock.until(isExactSince(made, 0))
    await life.close()
    expect(store.ids()).toEqual(service.ids())
    const whole = store.records.filter(({ kind }) => kind === 'whole')
    expect(whole).toMatchObject([{ phase: 'done', error: null }])
    const pages = store.pagesOf(whole[0]?.id ?? 0).filter(({ list }) => list === 'all')
    expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: PAGES }, (_, index) => index + 1))
    expect(pages.every(({ readings }) => readings === 1)).toBe(true)
    // The pages, three counts, the check, and what was under way at each end.
    expect(service.asked.length).toBeLessThanOrEqual(PAGES + 3 + 1 + 2 * deaths)
  })

  it.each(moments)('(%i) it ends as the list is, of which 1 % changes meanwhile', async (seed) => {
    const random = randomOf(seed * 31)
    const made = slowly()
    const { clock, service, store } = made
    // Ten changes at any requests of the crawl.
    const changes = new Set(Array.from({ length: 10 }, () => Math.floor(random() * PAGES)))
    service.before = (request) => {
      if (!changes.has(request)) return
      if (random() < 0.5) service.add()
      else service.remove([Math.floor(random() * service.rows.length)])
    }
    for (let death = 0; death < 2; death += 1) {
      const life = begin(made, { ...settings, diesAt: 1 + Math.floor(random() * CALLS), isDoneFirst: random() < 0.5 })
      await clock.pass(Math.floor(random() * 30_000))
      life.kill()
    }
    const life = begin(made, settings)
    await clock.until(() => service.asked.length > PAGES)
    await clock.until(isExactSince(made, clock.now()))
    await life.close()
    expect(store.ids()).toEqual(service.ids())
    expect(store.records.filter(({ kind }) => kind === 'whole')).toHaveLength(1)
  })
})
