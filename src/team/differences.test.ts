/** Checks for differences: exact after any edits, within their requests, and honest where the service does not allow it. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crawlWords } from './crawl-words'
import { begin, isExactSince, type World, world } from './crawler-harness'

const HOUR = 3_600_000
const settings = { checkEveryMs: HOUR, wholeEveryMs: 7 * 24 * HOUR, beatEveryMs: HOUR / 10 }

/** A directory that is whole, and when the next check comes. */
async function whole(count: number, size: number, change: (made: World) => void = () => undefined) {
  const made = world(count)
  change(made)
  const life = begin(made, { ...settings, sizes: [size] })
  await made.clock.until(() => made.store.records.some(({ kind, phase }) => kind === 'head' && phase === 'done'))
  await made.clock.pass(1000)
  const asked = made.service.asked.length
  const nextExact = async () => {
    const now = made.clock.now()
    await made.clock.until(isExactSince(made, now), 3 * HOUR)
    await life.close()
    return made.service.asked.length - asked
  }
  return { ...made, life, nextExact }
}

/** The newest pages until somebody is known, and for each removal its share of a bisection; never much more than all. */
function boundOf(pages: number, size: number, added: number, removed: number): number {
  const head = Math.floor(added / size) + 1
  if (removed === 0) return head
  return head + Math.ceil(Math.min(pages, removed * (1.5 + Math.log2(Math.max(1, pages / removed)))))
}

const edits = fc.record({
  count: fc.constantFrom(40, 150, 700, 2000, 5000),
  size: fc.constantFrom(10, 20, 100),
  kind: fc.constantFrom('none', 'additions', 'removals', 'both'),
  steps: fc.array(fc.record({ add: fc.nat(5), remove: fc.array(fc.nat(4999), { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
})
const seeds = Array.from({ length: 60 }, (_, index) => 1000 + index * 17)

describe('a list that returns 404 past its end', () => {
  it('is checked again if it loses its last page during a check', async () => {
    const { service, store, nextExact } = await whole(2000, 20, (made) => {
      made.service.isStrict = true
    })
    service.remove([1990])
    let isShorter = false
    service.fail = ({ page }) => {
      if (isShorter || page < 99) return
      isShorter = true
      service.rows.splice(1960)
    }
    await nextExact()
    expect(isShorter).toBe(true)
    expect(store.records.map(({ error }) => error).filter((error) => error === crawlWords.failing(undefined))).toEqual(
      [],
    )
    expect(store.ids()).toEqual(service.ids())
  })
})

describe('after random edits', () => {
  it.each([0, 10, 20, 30, 40, 50])(
    '60 of 60 checks end exact, within their requests (%i to ten more)',
    async (from) => {
      for (const seed of seeds.slice(from, from + 10)) {
        const [edit] = fc.sample(edits, { seed, numRuns: 1 })
        if (!edit) throw new Error('There is one for each seed.')
        const { count, size, kind, steps } = edit
        const made = await whole(count, size)
        const known = new Set(made.service.rows)
        for (const { add, remove } of steps) {
          if (kind === 'additions' || kind === 'both') made.service.add(add)
          if (kind === 'removals' || kind === 'both') made.service.remove(remove)
        }
        const kept = made.service.rows.filter((row) => known.has(row)).length
        const [removed, added] = [known.size - kept, made.service.rows.length - kept]
        const requests = await made.nextExact()
        expect(made.store.ids(), `seed ${seed}`).toEqual(made.service.ids())
        expect(requests, `seed ${seed}`).toBeLessThanOrEqual(boundOf(count / size, size, added, removed))
        expect(made.store.records.filter((one) => one.kind === 'whole')).toHaveLength(1)
      }
    },
  )
  it('that go on during the check it ends exact as soon as they rest', async () => {
    const made = await whole(2000, 20)
    const { service, store } = made
    service.remove([100, 700, 1500])
    const from = service.asked.length
    // Before the first pages of the search somebody comes or goes.
    service.before = (request) => {
      if (request === from + 2) service.add()
      if (request === from + 9) service.remove([20])
    }
    await made.nextExact()
    expect(store.ids()).toEqual(service.ids())
    expect(store.records.filter(({ kind }) => kind === 'whole')).toHaveLength(1)
  })
})

describe('where the service does not allow it', () => {
  it.each<[string, string, (made: World) => void]>([
    ['does not count', crawlWords.modes, ({ service }) => Object.assign(service, { hasTotals: false })],
    ['lists the oldest first', crawlWords.unordered, ({ service }) => void service.rows.reverse()],
    [
      'tells no times',
      crawlWords.unordered,
      ({ service }) => {
        service.rows = service.rows.map((row) => ({ ...row, createdAt: 0 }))
      },
    ],
    ['lists live ones alone', crawlWords.modes, ({ service }) => Object.assign(service, { liveOnly: true })],
  ])('a service that %s is crawled as a whole, and that is said', async (_, words, change) => {
    const made = await whole(300, 20, change)
    expect((await made.life.state()).crawl.error).toBe(words)
    made.service.remove([7, 8, 9])
    await made.clock.until(
      () => made.store.records.filter(({ kind, phase }) => kind === 'whole' && phase === 'done').length === 2,
      2 * 24 * HOUR,
    )
    await made.life.close()
    expect(made.store.ids()).toEqual(made.service.ids())
  })
  it('a service that counts no more is crawled as a whole', async () => {
    const made = await whole(300, 20)
    made.service.hasTotals = false
    await made.clock.until(() => made.store.records.at(-1)?.error === crawlWords.noTotals, 3 * HOUR)
    await made.life.close()
  })
  it('a service that counts more than it lists is crawled as a whole after two checks', async () => {
    const made = await whole(300, 20)
    made.service.total = (rows) => rows.length + 2
    await made.clock.until(() => made.store.records.at(-1)?.error === crawlWords.unlisted, 3 * HOUR)
    expect(await made.life.state()).toMatchObject({ crawl: { phase: 'idle', error: crawlWords.unlisted } })
    await made.clock.until(() => made.store.records.filter(({ kind }) => kind === 'whole').length === 2, 48 * HOUR)
    await made.life.close()
  })
  it('so many removals that a search costs more are found by a whole crawl', async () => {
    const made = await whole(1000, 10)
    made.service.remove(Array.from({ length: 200 }, (_, index) => index * 4))
    await made.clock.until(() => made.store.records.at(-1)?.error === crawlWords.many, 3 * HOUR)
    const now = made.clock.now()
    await made.clock.until(isExactSince(made, now), 48 * HOUR)
    await made.life.close()
    expect(made.store.ids()).toEqual(made.service.ids())
  })
  it('nobody is taken for gone where more than half are listed no more, until a person has asked', async () => {
    const made = await whole(300, 20)
    const before = made.store.ids()
    made.service.rows = made.service.rows.slice(0, 100)
    await made.clock.until(() => made.store.records.at(-1)?.error === crawlWords.many, 3 * HOUR)
    await made.clock.until(() => made.store.records.some(({ error }) => error === crawlWords.halved), 48 * HOUR)
    expect(made.store.ids()).toEqual(before)
    await made.life.start('ada')
    await made.clock.until(isExactSince(made, made.clock.now()))
    await made.life.close()
    expect(made.store.ids()).toEqual(made.service.ids())
  })
})
