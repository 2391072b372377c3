/** What a crawl reads next, against lists that grow, shrink and announce wrongly while they are read. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CrawlBook, type ReadPage } from './book'

const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)

/** More than any list here takes: a crawl without an end must not hang the test. */
const MOST_REQUESTS = 2_000

/** Reads a list page by page, as a whole crawl of the server does. */
function crawl(size: number, read: (page: number, request: number, size: number) => ReadPage) {
  const book = new CrawlBook(['all'], size)
  const found = new Set<string>()
  const pages: number[] = []
  for (let task = book.next(); task && pages.length < MOST_REQUESTS; task = book.next()) {
    const begun = book.begin()
    const { plan } = task.list
    const page = read(task.page, pages.length, plan.size)
    pages.push(task.page)
    for (const id of page.ids) found.add(id)
    book.take(task, begun, page)
  }
  return { book, found, pages }
}

/** The pages of rows that are all announced as they are. */
const honest = (ids: readonly string[], page: number, size: number): ReadPage => ({
  ids: ids.slice((page - 1) * size, page * size),
  broken: 0,
  total: ids.length,
  size,
  hasNext: page * size < ids.length,
})

describe('a list that keeps still', () => {
  it.each([0, 1, 4, 5, 8, 41])('of %i rows is read once, page by page', (count) => {
    const { book, found, pages } = crawl(4, (page) => honest(names(count), page, 4))
    expect([...found]).toEqual(names(count))
    expect(pages).toEqual(Array.from({ length: Math.max(1, Math.ceil(count / 4)) }, (_, index) => index + 1))
    expect(book.findings).toEqual({ broken: 0, unsure: [] })
    expect([book.left, book.short()]).toEqual([0, []])
  })
  it('is read by the size that it gives, and by its links if it has no totals', () => {
    const small = crawl(100, (page) => honest(names(50), page, 7))
    expect([small.found.size, small.pages.length]).toEqual([50, 8])
    const linked = crawl(4, (page) => ({ ...honest(names(21), page, 4), total: undefined }))
    expect(linked.found.size).toBe(21)
  })
})

/** What is announced beside the rows of a page, which are always true. */
interface Lies {
  size: 'asked' | 'rows' | 'real' | 'random' | 'none'
  total: 'slots' | 'rows' | 'zero' | 'few' | 'many' | 'none' | 'random'
  next: 'true' | 'always' | 'never'
  /** The page that is sent behind the last one. */
  beyond: 'nothing' | 'last page' | 'first page'
}
const truth: Lies = { size: 'real', total: 'slots', next: 'true', beyond: 'nothing' }

/** @param slots rows by their position; a hole is a row that the API leaves out of its page @param cap the size it gives */
function crawlLying(
  lies: Lies,
  slots: readonly (string | undefined)[],
  { cap = 100, size = 100, numbers = [7] }: { cap?: number; size?: number; numbers?: number[] } = {},
) {
  const whole = slots.flatMap((id) => id ?? []).length
  const totals = { slots: slots.length, rows: whole, zero: 0, few: whole >> 1, many: slots.length * 9 + 3 }
  return crawl(size, (page, request, asked) => {
    const number = numbers[request % numbers.length] ?? 0
    const real = Math.min(cap, asked)
    const last = Math.max(1, Math.ceil(slots.length / real))
    const sent = page <= last || lies.beyond === 'nothing' ? page : lies.beyond === 'last page' ? last : 1
    const ids = slots.slice((sent - 1) * real, sent * real).flatMap((id) => id ?? [])
    return {
      ids,
      broken: 0,
      total: lies.total === 'none' ? undefined : lies.total === 'random' ? number * 5 + 1 : totals[lies.total],
      size: { asked, rows: ids.length, real, random: number, none: undefined }[lies.size],
      hasNext: { true: page < last, always: true, never: false }[lies.next],
    }
  })
}

describe('a list that announces wrongly', () => {
  it('whose page size is the number of rows sent is read in as many requests as it has pages', () => {
    const { found, pages } = crawlLying({ ...truth, size: 'rows' }, names(1001))
    expect([found.size, pages.length]).toEqual([1001, 11])
  })
  it('that leaves rows out of its pages takes hardly more, and what it counts besides is reported', () => {
    const slots = names(1001).map((id, index) => (index % 10 === 3 || (index > 1 && index < 100) ? undefined : id))
    const { book, found, pages } = crawlLying({ ...truth, size: 'rows' }, slots)
    expect(found.size).toBe(slots.flatMap((id) => id ?? []).length)
    expect(book.short()).toEqual([{ list: 'all', total: 1001, found: found.size }])
    expect(pages.length).toBeLessThanOrEqual(13)
  })
  it('costs few requests more if its total is far too high, or a next page is always named', () => {
    for (const beyond of ['nothing', 'last page', 'first page'] as const)
      for (const lies of [{ total: 'many' }, { next: 'always' }, { total: 'many', next: 'always' }] as const) {
        const { found, pages } = crawlLying({ ...truth, ...lies, beyond }, names(1001))
        expect(found.size).toBe(1001)
        expect(pages.length).toBeLessThanOrEqual(11 + 3 + 1) // three that bring nothing, and the first page once more
      }
  })
  it('is found in full, in a bounded number of requests', () => {
    const announced: fc.Arbitrary<Lies> = fc
      .record({
        size: fc.constantFrom('asked', 'rows', 'real', 'random', 'none'),
        total: fc.constantFrom('slots', 'rows', 'zero', 'few', 'many', 'none', 'random'),
        next: fc.constantFrom('true', 'always', 'never'),
        beyond: fc.constantFrom('nothing', 'last page', 'first page'),
      } as const)
      // Nothing tells of a page that neither a total nor a link announces.
      .filter(({ total, next }) => next !== 'never' || ['slots', 'rows', 'many'].includes(total))
    fc.assert(
      fc.property(
        announced,
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 9 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        (lies, count, size, cap, numbers, holes) => {
          const real = Math.min(cap, size)
          // A page that is all left out reads as the end if it names no next one: its first row stays.
          const slots = names(count).map((id, at) => (at % real && holes[at % holes.length] ? undefined : id))
          const { book, found, pages } = crawlLying(lies, slots, { cap, size, numbers })
          expect(book.left).toBe(0)
          expect([...found].sort()).toEqual(slots.flatMap((id) => id ?? []).sort())
          // Pages whose totals contradict one another are read again, each five times at most.
          const most = Math.max(1, Math.ceil(slots.length / real)) + 3 + 2
          expect(pages.length).toBeLessThanOrEqual(most * (lies.total === 'random' ? 6 : 1))
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 300) },
    )
  })
})

describe('a list that moves', () => {
  it.each(['grows', 'shrinks', 'slowly both'] as const)('%s: loses no row that was there throughout', (kind) => {
    const every = kind === 'slowly both' ? 24 : 1
    const step = fc.record({
      add: fc.integer({ min: 0, max: kind === 'shrinks' ? 0 : 3 }),
      remove: fc.array(fc.nat(200), { maxLength: kind === 'grows' ? 0 : 3 }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(step, { maxLength: 30 }),
        (count, size, steps) => {
          const ids = names(count)
          const throughout = new Set(ids)
          let added = 0
          const moves: { request: number; isAdding: boolean }[] = []
          const move = (request: number) => {
            const change = steps[Math.floor(request / every)]
            if (!change || request % every !== 0) return
            // In the slow case one kind of change at a time: what comes and goes between two requests is not seen.
            const isAdding = kind !== 'slowly both' || (request / every) % 2 === 0
            moves.push({ request, isAdding })
            if (isAdding) ids.unshift(...Array.from({ length: change.add }, () => `new${added++}`))
            if (kind === 'grows' || (kind === 'slowly both' && isAdding)) return
            for (const at of change.remove) {
              const [gone] = ids.splice(at % Math.max(1, ids.length), 1)
              if (gone !== undefined) throughout.delete(gone)
            }
          }
          const { book, found, pages } = crawl(size, (page, request) => {
            move(request)
            return honest(ids, page, size)
          })
          expect(book.left).toBe(0)
          // The one thing that totals do not show, see gap-detector.ts: both kinds before the page before is read again.
          const isHidden = pages.some((one, from) =>
            pages.some((other, to) => {
              const between = moves.filter(({ request }) => request > from && request <= to)
              return other === one - 1 && new Set(between.map(({ isAdding }) => isAdding)).size > 1
            }),
          )
          if (book.findings.unsure.length > 0 || isHidden) return
          expect([...throughout].filter((id) => !found.has(id))).toEqual([])
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 500) },
    )
  })
  it('is hardly ever unsure', () => {
    const ids = names(200)
    const { book, pages } = crawl(10, (page) => {
      ids.pop()
      return honest(ids, page, 10)
    })
    expect(book.findings).toMatchObject({ unsure: [] })
    expect(pages.length - new Set(pages).size).toBeGreaterThan(5) // read again for a total that moved
  })
  it('names the page before which rows may be missing, if a search for gaps was in vain', () => {
    let request = 0
    // Every second response counts more than the one before: no two pages ever agree.
    const { book } = crawl(1, (page) => ({
      ids: [`${page} ${request++}`],
      broken: 0,
      total: page === 1 ? 9 : 2,
      size: 1,
      hasNext: page === 1,
    }))
    expect(book.findings.unsure).toEqual([{ list: 'all', page: 2 }])
  })
})
