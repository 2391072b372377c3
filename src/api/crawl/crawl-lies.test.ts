/** The crawl against services that keep still but announce wrongly: it finds every row, in few requests. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Crawl, type CrawlPage } from './crawl'

/** What is announced beside the rows of a page, which are always true. */
interface Lies {
  size: 'asked' | 'rows' | 'real' | 'random' | 'none'
  total: 'slots' | 'rows' | 'zero' | 'few' | 'many' | 'none' | 'random'
  next: 'true' | 'always' | 'never'
  /** What stands behind the last page. */
  beyond: 'nothing' | 'last page' | 'first page'
}

interface Service extends Lies {
  /** Rows by their place; a hole is a row that the service leaves out of its page. */
  slots: readonly (string | undefined)[]
  /** The size that the service gives, whatever is asked for. */
  cap: number
}

/** How many pages the service has, for what was asked for first. */
const pagesOf = ({ slots, cap }: Service, size: number) => Math.max(1, Math.ceil(slots.length / Math.min(cap, size)))

/** Only what is answered: nobody else's list, and no time. */
async function crawl(service: Service, { size = 100, concurrency = 2, numbers = [7] } = {}) {
  const { slots, cap } = service
  const found = new Set<string>()
  let requests = 0
  const crawl = new Crawl<object>({
    lists: ['all'],
    size,
    concurrency,
    onChange: () => {},
    onRows: (rows) => {
      for (const { id } of rows) found.add(id)
    },
    readPage: async (_list, page, asked): Promise<CrawlPage<object>> => {
      const number = numbers[requests % numbers.length] ?? 0
      requests += 1
      if (requests > 5000) return new Promise(() => {}) // a crawl without an end would hang the test
      for (let turn = number % 4; turn >= 0; turn -= 1) await Promise.resolve()
      const real = Math.min(cap, asked)
      const last = Math.max(1, Math.ceil(slots.length / real))
      const shown = page <= last || service.beyond === 'nothing' ? page : service.beyond === 'last page' ? last : 1
      const rows = slots.slice((shown - 1) * real, shown * real).flatMap((id) => (id === undefined ? [] : { id }))
      const whole = slots.flatMap((id) => id ?? []).length
      const totals = { slots: slots.length, rows: whole, zero: 0, few: whole >> 1, many: slots.length * 9 + 3 }
      return {
        rows,
        broken: 0,
        total:
          service.total === 'none' ? undefined : service.total === 'random' ? number * 5 + 1 : totals[service.total],
        size: { asked, rows: rows.length, real, random: number, none: undefined }[service.size],
        hasNext: { true: page < last, always: true, never: false }[service.next],
      }
    },
  })
  crawl.start()
  for (let turn = 0; turn < 20_000 && crawl.state.phase === 'crawling'; turn += 1) await Promise.resolve()
  return { found, requests, state: crawl.state }
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)
const honest: Lies = { size: 'real', total: 'slots', next: 'true', beyond: 'nothing' }

describe('a service whose page size is the number of rows sent', () => {
  it('is asked for no more pages than it has', async () => {
    const { found, requests, state } = await crawl({ ...honest, size: 'rows', slots: names(1001), cap: 100 })
    expect(state).toMatchObject({ phase: 'done', missing: [], unsure: [], short: [] })
    expect(found.size).toBe(1001)
    expect(requests).toBe(11)
  })
  it('is asked for hardly more where it leaves rows out of its pages, and what it counts besides is said', async () => {
    const slots = names(1001).map((id, index) => (index % 10 === 3 || (index > 1 && index < 100) ? undefined : id))
    const { found, requests, state } = await crawl({ ...honest, size: 'rows', slots, cap: 100 })
    expect(found.size).toBe(slots.flatMap((id) => id ?? []).length)
    expect(state).toMatchObject({ phase: 'done', short: [{ list: 'all', total: 1001, found: found.size }] })
    expect(requests).toBeLessThanOrEqual(13)
  })
})

it('a total that is far too high, or a next page that is always named, costs few requests more', async () => {
  for (const beyond of ['nothing', 'last page', 'first page'] as const)
    for (const lies of [{ total: 'many' }, { next: 'always' }, { total: 'many', next: 'always' }] as const) {
      const { found, requests } = await crawl({ ...honest, ...lies, beyond, slots: names(1001), cap: 100 })
      expect(found.size).toBe(1001)
      expect(requests).toBeLessThanOrEqual(11 + 3 + 2) // the first page once more, and one that was under way by then
    }
})

it('every row is found in a bounded number of requests, whatever is announced', async () => {
  const announced: fc.Arbitrary<Lies> = fc
    .record({
      size: fc.constantFrom('asked', 'rows', 'real', 'random', 'none'),
      total: fc.constantFrom('slots', 'rows', 'zero', 'few', 'many', 'none', 'random'),
      next: fc.constantFrom('true', 'always', 'never'),
      beyond: fc.constantFrom('nothing', 'last page', 'first page'),
    } as const)
    // Nothing tells of a page that neither a total nor a link announces.
    .filter(({ total, next }) => next !== 'never' || ['slots', 'rows', 'many'].includes(total))
  await fc.assert(
    fc.asyncProperty(
      announced,
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(40), { minLength: 1, maxLength: 9 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
      async (lies, count, size, cap, concurrency, numbers, holes) => {
        const real = Math.min(cap, size)
        // A page that is all left out reads as the end where it names no next one: its first row stays.
        const slots = names(count).map((id, place) => (place % real && holes[place % holes.length] ? undefined : id))
        const service = { ...lies, slots, cap }
        const { found, requests, state } = await crawl(service, { size, concurrency, numbers })
        expect(state).toMatchObject({ phase: 'done', left: 0, missing: [] })
        expect([...found].sort()).toEqual(slots.flatMap((id) => id ?? []).sort())
        // Three pages that bring nothing end the list; others are under way meanwhile, and may overtake the last one.
        const pages = pagesOf(service, size) + 3 + 2 * concurrency
        // Pages whose totals contradict one another are read again, each five times at most.
        expect(requests).toBeLessThanOrEqual(pages * (lies.total === 'random' ? 6 : 1))
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
})
