/** Rows of the directory: their requests, and how responses are joined. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { someUser } from './directory-fixtures'
import { toDirectoryQuery } from './directory-queries'
import { readPage, readRows } from './directory-rows'

const answers = (body: unknown, status = 200) => {
  const asked = vi.fn(
    async (_address: string, _init: RequestInit) =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}
afterEach(() => vi.unstubAllGlobals())

const users = (ids: readonly string[], next: string | null = null) => ({
  rows: ids.map((id) => someUser(id)),
  ...{ next, count: { value: 40, isExact: true }, asOf: null },
})

describe('its rows', () => {
  it('are asked for by what the address says, in words that a database takes', async () => {
    const asked = answers(users([]))
    const question = toDirectoryQuery({ q: 'a\0 b&c', page: '2', pageSize: '50', sort: undefined, make: undefined })
    await readRows('users', question, { after: 'x=', limit: 50 })
    expect(asked.mock.calls[0]?.[0]).toBe('/team/users?q=a+b%26c&sort=changed&limit=50&after=x%3D')
    expect(toDirectoryQuery({ q: 'x'.repeat(2000), sort: 'name' })).toEqual({ q: 'x'.repeat(300), sort: 'name' })
    expect(toDirectoryQuery({ q: '\0' })).toEqual({ sort: 'changed' })
  })
  it('come page after page', async () => {
    const asked = answers(users(['a', 'b'], 'next'))
    const { piece, total } = await readPage('users', {}, { number: 2, size: 2 }, new Map())
    expect([piece?.rows.map(({ id }) => id), piece?.next, total]).toEqual([['a', 'b'], 'next', undefined])
    expect(asked.mock.calls.map(([address]) => address)).toEqual([
      '/team/users?limit=2',
      '/team/users?limit=2&after=next',
    ])
  })
  it('are asked for again from where the server stopped looking, until there are as many, or no more', async () => {
    const pieces = [users([], 'one'), users(['a'], 'two'), users([], 'three'), users(['b'], null)]
    const asked = answers({})
    for (const piece of pieces) asked.mockResolvedValueOnce(new Response(JSON.stringify(piece)))
    const { rows, next } = await readRows('users', { q: 'zq' }, { after: undefined, limit: 9 })
    expect([rows.map(({ id }) => id), next]).toEqual([['a', 'b'], null])
    expect(asked.mock.calls.map(([address]) => address)).toEqual([
      '/team/users?q=zq&limit=9',
      '/team/users?q=zq&limit=9&after=one',
      '/team/users?q=zq&limit=8&after=two',
      '/team/users?q=zq&limit=8&after=three',
    ])
    const always = answers(users([], 'same'))
    expect((await readRows('users', {}, { after: undefined, limit: 9 })).next).toBeNull()
    expect(always).toHaveBeenCalledTimes(2)
  })
})
