/** All values of a signal: no more requests than were agreed to, and no value twice. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Collection } from './collect-values'

/** What a component would see. */
vi.mock('react', async () => (await import('../../core/react-harness')).reactOutsideComponents())
const { nextAccount } = await import('../../core/account')
const { collect, pagesFor, useCollection } = await import('./collect-values')

const wanted = { vehicleId: 'v', signalCode: 's' }
const state = (): Collection => {
  const found = useCollection(wanted)
  if (!found) throw new Error('nothing was collected')
  return found
}
const left = () => pagesFor(state().total ?? 0, state().size) - state().pages
const values = () => state().records.map(({ value }) => value)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

interface Service {
  total: number | (() => number)
  /** The largest page it answers, now. */
  size: () => number
  /** True where it refuses what is larger. */
  refuses?: boolean
  pageNumber?: (asked: number) => number
}

/** Answers values without times, which nothing could tell apart. @returns the pages that were asked for */
function serve({ total: given, size: most, refuses, pageNumber = (asked) => asked }: Service): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://console').searchParams
    const [number, wish] = [Number(query.get('page')), Number(query.get('pageSize'))]
    asked.push(`${number} of ${wish}`)
    if (refuses && wish > most())
      return Response.json({ errors: [{ detail: `pageSize is at most ${most()}` }] }, { status: 400 })
    const total = typeof given === 'number' ? given : given()
    const size = Math.min(wish, most())
    const data = upTo(total).slice((number - 1) * size, number * size)
    return Response.json({
      data: data.map((value) => ({ value })),
      meta: { pageNumber: pageNumber(number), pageSize: size, totalCount: total },
      links: { self: '?', first: '?page=1', prev: null, next: number * size < total ? '?page=2' : null, last: '?' },
    })
  })
  return asked
}

afterEach(() => {
  nextAccount(null)
  vi.unstubAllGlobals()
})

describe('reading all values', () => {
  it('takes the pages that were agreed to', async () => {
    const asked = serve({ total: 250, size: () => 1000 })
    await collect(wanted, 250)
    expect(asked).toEqual(['1 of 100', '2 of 100', '3 of 100'])
    expect([state().phase, values()]).toEqual(['done', upTo(250)])
  })
  it('stops at smaller pages, and goes on in them when asked', async () => {
    const asked = serve({ total: 120, size: () => 30 })
    await collect(wanted, 120)
    expect([asked.length, state().phase, left()]).toEqual([1, 'stopped', 3])
    expect(state().remark).toContain('returned pages of 30')
    await collect(wanted)
    expect(asked.slice(1)).toEqual(['2 of 30', '3 of 30', '4 of 30'])
    expect([state().phase, state().remark, values()]).toEqual(['done', undefined, upTo(120)])
    await collect(wanted, 120) // again, at the price of the size that is known by now
    expect([asked.length, state().phase]).toEqual([8, 'done'])
  })
  it('does not stop where smaller pages cost no more', async () => {
    const asked = serve({ total: 20, size: () => 25 })
    await collect(wanted, 20)
    expect([asked.length, state().phase]).toEqual([1, 'done'])
  })
  it('steps down from a size that is refused, and asks again where that is dearer', async () => {
    const asked = serve({ total: 120, size: () => 25, refuses: true })
    await collect(wanted, 120)
    expect(asked).toEqual(['1 of 100', '1 of 50', '1 of 25'])
    expect([state().phase, left()]).toEqual(['stopped', 4])
    await collect(wanted)
    expect(asked.slice(3)).toEqual(['2 of 25', '3 of 25', '4 of 25', '5 of 25'])
    expect([state().phase, values()]).toEqual(['done', upTo(120)])
  })
  it('fails where every size is refused, or something else is', async () => {
    const asked = serve({ total: 120, size: () => 5, refuses: true })
    await collect(wanted, 120)
    expect([asked.length, state().phase]).toEqual([4, 'failed'])
    nextAccount(null)
    const fetch = vi.fn(async () => Response.json({ errors: [{ detail: 'no such user' }] }, { status: 400 }))
    vi.stubGlobal('fetch', fetch)
    await collect(wanted, 120)
    expect([fetch.mock.calls.length, state().phase]).toEqual([1, 'failed'])
  })
  it('says so where another page came than was asked for, and stores none of it', async () => {
    const asked = serve({ total: 300, size: () => 100, pageNumber: () => 1 })
    await collect(wanted, 300)
    expect([asked.length, state().phase, values()]).toEqual([2, 'stopped', upTo(100)])
    expect(state().remark).toBe('Page 2 was requested; the API returned page 1.')
  })
  it('sends no more than was agreed to where there are more values meanwhile, and goes on when asked', async () => {
    let answers = 0
    const asked = serve({ total: () => (++answers > 1 ? 320 : 290), size: () => 100 })
    await collect(wanted, 290)
    expect([asked.length, state().phase, left()]).toEqual([3, 'stopped', 1])
    expect(state().remark).toContain('more values now than 3 requests can read')
    await collect(wanted)
    expect([asked.length, state().phase, values()]).toEqual([4, 'done', upTo(320)])
  })
  it.each([70, 40])('pages that become %i on the way bring each value once', async (later) => {
    let answers = 0
    const asked = serve({ total: 300, size: () => (++answers > 2 ? later : 100) })
    await collect(wanted, 300)
    expect([asked.length, state().phase, values()]).toEqual([3, 'stopped', upTo(200)])
    await collect(wanted)
    expect([state().phase, values()]).toEqual(['done', upTo(300)])
  })
})
