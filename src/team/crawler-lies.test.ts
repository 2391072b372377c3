/** The crawler against lists that announce wrongly or hold rows that can't be read. */
import { describe, expect, it } from 'vitest'
import { begin, isExactSince, world } from './crawler-harness'

describe('a list that lies', () => {
  it('is not reported as short while it is read', async () => {
    const made = world(400)
    made.service.latencyMs = 1000
    const life = begin(made, { sizes: [20] })
    await made.clock.until(() => made.service.asked.length > 8)
    const { crawl } = await life.state()
    expect([crawl.phase, crawl.remarks.short]).toEqual(['crawling', 0])
    await life.close()
  })
  it.each<[string, (rows: readonly unknown[]) => number]>([
    ['counts too many', (rows) => rows.length + 40],
    ['counts too few', (rows) => Math.floor(rows.length / 2)],
  ])('that %s is read to its end', async (_, total) => {
    const made = world(300)
    made.service.total = total
    const life = begin(made, { sizes: [20] })
    await made.clock.until(() => made.store.records[0]?.phase === 'done')
    await life.close()
    expect(made.store.ids()).toEqual(made.service.ids())
    expect(made.service.asked.length).toBeLessThan(3 * 22)
  })
  it('that ignores the mode, lists live ones alone or gives smaller pages is read as a whole', async () => {
    for (const lies of [{ knowsModes: false }, { liveOnly: true }, { mostSize: 15 }]) {
      const made = world(300)
      Object.assign(made.service, lies)
      const life = begin(made, { sizes: [20] })
      await made.clock.until(() => made.store.records[0]?.phase === 'done')
      await life.close()
      expect(made.store.ids()).toEqual(made.service.ids())
    }
  })
  it('rows that cannot be read are said, and additions found all the same', async () => {
    const made = world(300)
    made.service.broken.add('c5').add('c250')
    const life = begin(made, { sizes: [20] })
    await made.clock.until(isExactSince(made, 0))
    expect((await life.state()).crawl.remarks).toEqual({ missing: 0, unsure: 0, short: 0, broken: 2 })
    made.service.add(3)
    const now = made.clock.now()
    await made.clock.pass(1000)
    await made.clock.until(isExactSince(made, now + 1000))
    await life.close()
    expect(made.store.ids()).toHaveLength(301)
  })
})
