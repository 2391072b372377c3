/** Selects everything that the directory matches, piece by piece: each row once, stopped and resumed. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors'
import { nextAccount } from '../../core/account'
import { collecting } from '../../lists/selection/collecting'
import { clearSelection, selectedIn } from '../../lists/selection/selection'
import { collect } from './directory-collect'
import { someUser } from './directory-fixtures'
import { MOST_COLLECTED, selectAll } from './directory-texts'

const asked: unknown[] = []
/** So many users, in pieces as they are asked for. @param failing the piece that cannot be had, at first */
function serve(count: number, { isExact = true, failing = -1, hold = Promise.resolve() } = {}) {
  asked.length = 0
  const read = async (list: string, question: object, { after, limit }: { after?: string; limit: number }) => {
    asked.push([list, question, after, limit])
    await hold
    if (asked.length === failing)
      throw new ApiError('http', { operation: 'GET /x', permission: undefined }, { status: 500 })
    const from = Number(after ?? 0)
    const end = Math.min(count, from + limit)
    return {
      rows: Array.from({ length: end - from }, (_, nth) => someUser(`u-${from + nth}`)),
      ...{ next: end < count ? String(end) : null, count: { value: count, isExact }, asOf: null },
    }
  }
  const query = { q: 'ann', sort: 'changed' }
  return () => collect('users', query, { value: count, isExact }, read as never)
}
const state = () => collecting.get('users')
const ended = (phase: string) => vi.waitFor(() => expect(state()?.phase).toBe(phase))
afterEach(() => clearSelection('users'))

it.each([
  [250, true, 'Select all 250 that match'],
  [1000, false, 'Select all that match'],
  [MOST_COLLECTED + 1, true, 'Select the first 20,000 that match'],
])('%i, exact %s, is named: %s', (count, isExact, name) => {
  expect(selectAll(count, isExact)).toBe(name)
})

describe('selecting all of it', () => {
  it('takes every row once, in pieces of 200, and says how far it is', async () => {
    const begin = serve(450)
    begin()
    await ended('done')
    const of = ['users', { q: 'ann', sort: 'changed' }]
    expect(asked).toEqual([undefined, '200', '400'].map((after) => [...of, after, 200]))
    expect(selectedIn('users').size).toBe(450)
    expect(selectedIn('users').get('u-449')).toEqual(someUser('u-449'))
    expect(state()).toMatchObject({ count: 450, total: 450, hasDrifted: false, words: 'search “ann”' })
  })
  it('stops where it is told to, with what it has, and goes on behind that', async () => {
    let go = () => {}
    const begin = serve(450, { hold: new Promise((resolve) => (go = () => resolve(undefined))) })
    begin()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    collecting.stop('users')
    go()
    await ended('stopped')
    state()?.goOn()
    await ended('done')
    expect(selectedIn('users').size).toBe(450)
  })
  it('keeps what it has where a piece fails, and goes on from there', async () => {
    serve(450, { failing: 2 })()
    await ended('failed')
    expect(selectedIn('users').size).toBe(200)
    state()?.goOn()
    await ended('done')
    expect([selectedIn('users').size, asked.length]).toEqual([450, 4])
  })
  it('ends at so many', async () => {
    serve(MOST_COLLECTED + 500)()
    await ended('stopped')
    expect(selectedIn('users').size).toBe(MOST_COLLECTED)
  })
  it('takes nothing in for another account', async () => {
    let go = () => {}
    serve(450, { hold: new Promise((resolve) => (go = () => resolve(undefined))) })()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await nextAccount(null)
    go()
    await Promise.resolve()
    expect([state(), selectedIn('users').size, asked.length]).toEqual([undefined, 0, 1])
  })
})
