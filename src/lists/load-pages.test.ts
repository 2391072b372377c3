/** A list page by page: each page once, no further than was announced, never for ever; what moved is said. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connections } from '../api/connections'
import { ApiError } from '../api/errors'
import { type ListPage, type Loaded, loadPages, MOST_PAGES, nothingLoaded } from './load-pages'

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `r${from + index}`)
const failure = (status: number) => new ApiError('http', connections.list, { status, facts: { retryAfter: 1 } })

interface Service {
  rows: (page: number) => readonly string[]
  size: number
  /** What it counts; nothing where absent. */
  total?: (page: number) => number | undefined
  /** Whether it says that a page is the last; where absent, it has no links. */
  isLast?: (page: number) => boolean
}

/** A list that stands still. */
const still = (count: number, size: number): Service => ({
  size,
  rows: (page) => upTo(count).slice((page - 1) * size, page * size),
  total: () => count,
  isLast: (page) => page * size >= count,
})

/** @returns what was asked for, what is new of it, and how far it came */
async function load(
  service: Service,
  more: { at?: Loaded; upTo?: number; most?: number; limit?: number; endsWith404?: boolean } = {},
) {
  const { at = nothingLoaded(), limit = 200, ...options } = more
  const asked: number[] = []
  const found: string[] = []
  const read = async (page: number): Promise<ListPage<string>> => {
    asked.push(page)
    if (asked.length > limit) throw new Error(`more than ${limit} requests`)
    return { rows: service.rows(page), total: service.total?.(page), isLast: service.isLast?.(page) ?? false }
  }
  const { signal } = new AbortController()
  const pages = loadPages(at, { read, signal, onWait: () => undefined, idOf: (row) => row, ...options })
  for await (const { fresh } of pages) found.push(...fresh)
  return { asked, found, at }
}

describe('a list ends', () => {
  it('where its links say so', async () => {
    const { asked, found, at } = await load({ ...still(250, 100), total: () => undefined })
    expect([asked, found]).toEqual([[1, 2, 3], upTo(250)])
    expect(at).toMatchObject({ isEnd: true, hasDrifted: false, count: 250, pages: 3 })
  })
  it.each([
    ['has no links', undefined],
    ['always links to a next page', () => false],
  ])('where its count does, though it %s', async (_, isLast) => {
    const { rows, size, total } = still(200, 100)
    const { asked, at } = await load({ rows, size, ...(total && { total }), ...(isLast && { isLast }) })
    expect(asked).toEqual([1, 2])
    expect(at).toMatchObject({ isEnd: true, hasDrifted: false })
  })
  it('where its count does, whatever else it sends', async () => {
    const endless = { rows: (page: number) => upTo(100, page * 100), size: 100, isLast: () => false }
    expect((await load({ ...endless, total: () => 250 })).asked).toEqual([1, 2, 3])
  })
  it('with an empty page, where it says nothing', async () => {
    const { rows, size } = still(200, 100)
    const { asked, at } = await load({ rows, size })
    expect(asked).toEqual([1, 2, 3])
    expect(at).toMatchObject({ isEnd: true, hasDrifted: false, count: 200 })
  })
  it('with a page that holds nothing new, though it says that there is more; and it is said', async () => {
    const { asked, found, at } = await load({ rows: () => upTo(100), size: 100, isLast: () => false })
    expect([asked, found]).toEqual([[1, 2], upTo(100)])
    expect(at).toMatchObject({ isEnd: true, hasDrifted: true, count: 100 })
    expect((await load({ rows: () => upTo(10), size: 10, total: () => 50, isLast: () => false })).asked).toEqual([1, 2])
  })
  it('somewhere, where it never ends; and it is said', async () => {
    const endless = { rows: (page: number) => upTo(10, page * 10), size: 10, isLast: () => false }
    const { asked, at } = await load(endless, { most: 50 })
    expect(asked).toHaveLength(50)
    expect(at).toMatchObject({ isEnd: true, hasDrifted: true })
    expect(MOST_PAGES).toBeLessThan(100_000)
  })
  it('by its links, where it counts fewer than one page of it holds', async () => {
    const { asked, at } = await load({ ...still(250, 100), total: () => 0 })
    expect(asked).toEqual([1, 2, 3])
    expect(at).toMatchObject({ count: 250, hasDrifted: true })
  })
})

describe('a list that goes on', () => {
  it('does so behind what was loaded', async () => {
    const at = nothingLoaded()
    expect((await load(still(250, 100), { at, upTo: 1 })).asked).toEqual([1])
    expect(at).toMatchObject({ isEnd: false, pages: 1, count: 100 })
    expect((await load(still(250, 100), { at })).asked).toEqual([2, 3])
    expect((await load(still(250, 100), { at })).asked).toEqual([])
    expect(at).toMatchObject({ isEnd: true, hasDrifted: false, count: 250 })
  })
  it('does so at the page that failed, which was not counted', async () => {
    const at = nothingLoaded()
    let isDown = true
    const service = still(250, 100)
    const rows = (page: number) => {
      if (page === 2 && isDown) throw failure(500)
      return service.rows(page)
    }
    await expect(load({ ...service, rows }, { at })).rejects.toThrow('500')
    expect(at).toMatchObject({ pages: 1, count: 100 })
    isDown = false
    const { asked, found } = await load({ ...service, rows }, { at })
    expect([asked, found]).toEqual([[2, 3], upTo(150, 100)])
  })
  it('takes nothing in once it was given up, also where what is read heeds no signal', async () => {
    const controller = new AbortController()
    const at = nothingLoaded()
    const read = async (page: number) => {
      if (page === 2) controller.abort()
      return { rows: still(250, 100).rows(page), total: 250, isLast: false }
    }
    const found: string[] = []
    const options = { read, signal: controller.signal, onWait: () => undefined }
    const all = async () => {
      for await (const { fresh } of loadPages(at, options)) found.push(...fresh)
    }
    await expect(all()).rejects.toThrow('aborted')
    expect([found, at.pages]).toEqual([upTo(100), 1])
  })
})

describe('a page that is a 404', () => {
  const shrinking = (total: number | undefined) => ({
    size: 10,
    rows: (page: number) => {
      if (page > 3) throw failure(404)
      return upTo(10, page * 10)
    },
    total: () => total,
    isLast: () => false,
  })
  it.each([60, undefined])('ends a list that counts %s, which is then not complete', async (total) => {
    const { asked, found, at } = await load(shrinking(total), { endsWith404: true })
    expect([asked, found.length]).toEqual([[1, 2, 3, 4], 30])
    expect(at).toMatchObject({ isEnd: true, hasDrifted: true, hasLostPages: true, count: 30, total })
  })
  it('fails the first page, and any page of a billed list', async () => {
    await expect(load(shrinking(60))).rejects.toThrow(ApiError)
    const service = {
      ...shrinking(60),
      rows: () => {
        throw failure(404)
      },
    }
    await expect(load(service, { endsWith404: true })).rejects.toThrow(ApiError)
  })
})

describe('a page that fails', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  it.each([503, 429])('with %i is requested again', async (status) => {
    let asked = 0
    const waits = vi.fn()
    const read = async () => {
      asked += 1
      if (asked < 3) throw failure(status)
      return { rows: ['a'], total: 1, isLast: true }
    }
    const all = async () => {
      for await (const { fresh } of loadPages(nothingLoaded(), {
        read,
        signal: new AbortController().signal,
        onWait: waits,
      }))
        return fresh
      return []
    }
    const ended = all().catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await ended).toEqual(['a'])
    expect([asked, waits.mock.calls.length]).toEqual([3, status === 429 ? 2 : 0])
  })
})

it('whatever moves and whatever is announced: it ends, no page comes twice, no row twice, and what is missing is said', async () => {
  const moves = fc.array(fc.record({ at: fc.nat(60), isGone: fc.boolean() }), { maxLength: 4 })
  const arbitrary = fc.record({
    count: fc.nat(60),
    size: fc.integer({ min: 1, max: 20 }),
    hasTotal: fc.boolean(),
    links: fc.constantFrom('true', 'always', 'none'),
    moves,
    movesAt: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ count, size, hasTotal, links, moves, movesAt }) => {
      let list = upTo(count)
      let made = 0
      const rows = (page: number) => {
        if (page === movesAt)
          for (const { at, isGone } of moves) {
            if (isGone) list = list.filter((_, index) => index !== at)
            else list = [...list.slice(0, at), `new ${made++}`, ...list.slice(at)]
          }
        return list.slice((page - 1) * size, page * size)
      }
      const { asked, found, at } = await load({
        size,
        rows,
        ...(hasTotal && { total: () => list.length }),
        ...(links !== 'none' && { isLast: (page: number) => links === 'true' && page * size >= list.length }),
      })
      expect(at.isEnd).toBe(true)
      expect(asked).toEqual(Array.from(asked, (_, index) => index + 1))
      expect(asked.length).toBeLessThanOrEqual(Math.ceil((count + moves.length) / size) + 1)
      expect(new Set(found).size).toBe(found.length)
      const isMissing = list.some((row) => !found.includes(row))
      // What comes and goes unseen, in a list that counts the same as before or not at all, nobody can tell.
      if (isMissing && hasTotal && list.length !== count) expect(at.hasDrifted).toBe(true)
      if (moves.length === 0) expect([isMissing, at.hasDrifted]).toEqual([false, false])
    }),
    { numRuns: 300 },
  )
})
