/** What is asked of the team's directory, and what is made of its answers. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, explain } from '../../api/errors'
import { someDirectory, someUser } from './directory-fixtures'
import { toDirectoryQuery } from './directory-queries'
import { findInDirectory, orderCrawl, readDirectory, readPage, readRows } from './directory-requests'

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

describe('the directory', () => {
  it('is asked by the console’s own words', async () => {
    const asked = answers(someDirectory())
    expect(await readDirectory()).toEqual(someDirectory())
    const [address, init] = asked.mock.calls[0] ?? []
    expect(address).toBe('/team/directory')
    expect(init).toMatchObject({
      method: 'GET',
      headers: { 'x-forecourt': '1' },
      cache: 'no-store',
      redirect: 'manual',
    })
  })
  it('takes an order as JSON, whatever comes back for it', async () => {
    for (const body of ['', someDirectory()]) {
      const asked = answers(body)
      await orderCrawl('pause')
      expect(asked.mock.calls[0]).toMatchObject([
        '/team/crawl',
        { method: 'POST', body: '{"action":"pause"}', headers: { 'content-type': 'application/json' } },
      ])
    }
  })
  it('throws the error of a store that is away', async () => {
    const [code, status] = ['STORE_UNAVAILABLE', 503]
    answers({ errors: [{ type: 'GATEWAY', code, title: 'Why', detail: 'Because.' }] }, status)
    const error = await readDirectory().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(explain(error)).toMatchObject({ status, code, title: 'Why' })
  })
  it.each(['<html>', '', '[]', '{"engine":"other"}'])('%j is no directory', async (body) => {
    answers(body)
    await expect(readDirectory()).rejects.toThrow()
  })
  it('that is away is told apart, and what nobody waits for any more is aborted', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
    await expect(readDirectory()).rejects.toMatchObject({ kind: 'unreachable' })
    const aborted = AbortSignal.abort()
    await expect(readDirectory(aborted)).rejects.toThrow('away')
  })
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
  it('are found by any text', async () => {
    const asked = answers({ users: [someUser('u')], vehicles: [], connections: [] })
    expect((await findInDirectory('50% ü')).users).toEqual([someUser('u')])
    expect(asked.mock.calls[0]?.[0]).toBe('/team/find?q=50%25+%C3%BC')
  })
})
