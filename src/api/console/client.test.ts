/** Requests of the browser to the console's own server, and the errors of responses that can't be used. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, explain } from '../errors'
import { ask } from './client'
import { directory } from './directory'
import { views } from './views'

const respond = (body: unknown, status = 200) => {
  const sent = vi.fn(
    async (_address: string, _init: RequestInit) =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  )
  vi.stubGlobal('fetch', sent)
  return sent
}
afterEach(() => vi.unstubAllGlobals())

describe('ask', () => {
  it('sends a read with the console’s own header, past caches and redirects', async () => {
    const sent = respond({ views: [] })
    expect(await ask(views.list, {})).toEqual({ views: [] })
    const [address, init] = sent.mock.calls[0] ?? []
    expect(address).toBe('/team/views')
    expect(init).toMatchObject({
      ...{ method: 'GET', headers: { accept: 'application/json', 'x-forecourt': '1' } },
      ...{ cache: 'no-store', redirect: 'manual' },
    })
  })
  it('sends a body as JSON', async () => {
    const sent = respond({ views: [] })
    await ask(views.save, { body: { name: 'A', address: '/users', isShared: false } })
    expect(sent.mock.calls[0]).toMatchObject([
      '/team/views',
      {
        method: 'POST',
        body: '{"name":"A","address":"/users","isShared":false}',
        headers: { 'content-type': 'application/json' },
      },
    ])
  })
  it('sends any text in a query', async () => {
    const sent = respond({ users: [], vehicles: [], connections: [] })
    await ask(directory.find, { query: { q: '50% ü', match: undefined } })
    expect(sent.mock.calls[0]?.[0]).toBe('/team/find?q=50%25+%C3%BC')
  })
  it('throws the refusal of the server', async () => {
    const [code, status] = ['STORE_UNAVAILABLE', 503]
    respond({ errors: [{ type: 'GATEWAY', code, title: 'Why', detail: 'Because.' }] }, status)
    const error = await ask(views.list, {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(explain(error)).toMatchObject({ status, code, title: 'Why' })
  })
  it.each(['<html>', '', '[]', '{"views":[{}]}'])('throws for the response %j', async (body) => {
    respond(body)
    await expect(ask(views.list, {})).rejects.toThrow()
  })
  it('throws the cause of an aborted request, and says that a server is unreachable', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
    await expect(ask(views.list, {})).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(ask(views.list, {}, { signal: AbortSignal.abort() })).rejects.toThrow('away')
  })
})
