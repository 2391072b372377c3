/** A proxy in front of the server, once its sign-in has ended: each of its responses is distinguished from the server’s. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../api/client'
import { connections } from '../api/connections'
import { ApiError, explain, isNotFound, isPassing, isUnauthorized, isUnclear, needsSignIn } from '../api/errors'
import { checkOwnServer, fetchOwn, onProxySignIn } from '../api/own-fetch'
import { startHost, startTestGateway, type TestGateway } from './harness'

type Respond = (response: ServerResponse) => void
const html = (status: number): Respond => {
  return (response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
}
const redirect = (location: string): Respond => {
  return (response) => response.writeHead(302, { location }).end()
}
/** Proxies as they respond without a sign-in. */
const proxies: Readonly<Record<string, Respond>> = {
  'a redirect to another origin (Cloudflare Access, Authelia)': redirect('https://sign-in.example/login'),
  'a redirect to its own address (oauth2-proxy)': redirect('/oauth2/start?rd=%2F'),
  '401 with a page': html(401),
  '401 with JSON (oauth2-proxy, to Accept: application/json)': (response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}'),
  '401 with nothing (Pomerium)': (response) => response.writeHead(401).end(),
  '403 with a page (oauth2-proxy)': html(403),
  '200 with a page': html(200),
  '200 with a page, its type in capitals': (response) =>
    response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).end('<h1>Sign in</h1>'),
  '200 with a page in XHTML': (response) =>
    response.writeHead(200, { 'content-type': 'application/xhtml+xml' }).end('<h1>Sign in</h1>'),
}

let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
let respond: Respond | undefined
const reached: string[] = []
const proxy = createServer((request, response) => {
  if (respond) return respond(response)
  reached.push(`${request.method} ${request.url}`)
  const { method, url, headers } = request
  const own = Object.entries(headers).flatMap(([name, value]) =>
    /^(x-|accept$)/.test(name) ? [[name, `${value}`]] : [],
  )
  void gateway.ask(`${url}`, { method: `${method}`, headers: Object.fromEntries(own) }).then(async (answer) => {
    const body = await answer.text()
    response.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => OWN.test(name))))
    response.end(body)
  })
})
/** What the proxy passes on: bodies come decoded. */
const OWN = /^(content-type|x-forecourt-.*)$/

let origin = ''
beforeAll(async () => {
  host = await startHost()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` // listening on TCP
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await gateway.close()
  host.close()
})

const ended = vi.fn()
beforeEach(() => {
  respond = undefined
  reached.length = 0
  const { fetch } = globalThis
  /** Node's fetch shows a redirect that it doesn't follow; a browser's hides it. */
  const asBrowser = (answer: Response) =>
    answer.status >= 300 && answer.status < 400
      ? Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
      : answer
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.startsWith('/')) return fetch(address, init)
    const { credentials: _, ...rest } = init ?? {}
    return asBrowser(await fetch(`${origin}${address}`, rest))
  })
  onProxySignIn(ended)
})
afterEach(() => {
  vi.unstubAllGlobals()
  ended.mockReset()
})

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError // just checked
}
const one = { path: { connectionId: 'c-1' } }

describe.each(Object.entries(proxies))('behind a proxy that responds with %s', (_, proxyResponds) => {
  it('a read says that the sign-in has ended, and asks for no API token', async () => {
    respond = proxyResponds
    const error = await failureOf(call(connections.list, {}))
    expect(explain(error)).toMatchObject({ title: 'Your sign-in has ended', detail: expect.stringContaining('Reload') })
    expect([needsSignIn(error), isUnauthorized(error), isPassing(error), isNotFound(error)]).toEqual([
      ...[true, false, false, false],
    ])
    expect(ended).toHaveBeenCalledTimes(1)
  })
  it('a change was not sent, which is known', async () => {
    respond = proxyResponds
    const error = await failureOf(call(connections.remove, one))
    expect([isUnclear(error), needsSignIn(error)]).toEqual([false, true])
    expect(explain(error).detail).toMatch(/^Not sent\. /)
    expect([reached, host.requests.filter(({ method }) => method === 'DELETE')]).toEqual([[], []])
  })
  it('the check of the server tells it from one that is away', async () => {
    respond = proxyResponds
    expect(await checkOwnServer()).toBe('signed out')
  })
})

describe('behind a proxy', () => {
  it('that is signed in to, everything is as without one', async () => {
    expect((await call(connections.list, {})).status).toBe(200)
    const missing = await fetchOwn('/api/vehicle/v3/nothing')
    expect([missing.status, await checkOwnServer(), ended.mock.calls]).toEqual([404, 'reached', []])
    expect((await call(connections.remove, one)).status).toBe(200)
    expect(reached).toContain('DELETE /api/vehicle/v3/connections/c-1')
  })
  it.each([502, 503, 504])('whose server is away, %i stays what it is', async (status) => {
    respond = html(status)
    const error = await failureOf(call(connections.remove, one))
    expect([error.kind, error.status, isPassing(error), isUnclear(error)]).toEqual([
      ...['not-json', status, true, status !== 503],
    ])
    expect([await checkOwnServer(), ended.mock.calls]).toEqual(['unreachable', []])
  })
  it('that is away itself, the server can’t be reached', async () => {
    respond = (response) => response.destroy()
    const error = await failureOf(call(connections.remove, one))
    expect([error.kind, isUnclear(error), await checkOwnServer()]).toEqual(['unreachable', true, 'unreachable'])
  })
  it.each<[string, string | undefined, string]>([
    ['text (Traefik)', 'text/plain', '404 page not found'],
    ['nothing (Envoy)', undefined, ''],
    ['JSON (Kong)', 'application/json', '{"message":"no Route matched with those values"}'],
  ])('that knows no server at this address and sends %s, a thing isn’t taken for removed', async (_, type, body) => {
    respond = (response) => response.writeHead(404, type === undefined ? {} : { 'content-type': type }).end(body)
    for (const endpoint of [connections.remove, connections.read]) {
      const error = await failureOf(call(endpoint, one))
      expect([isNotFound(error), isUnclear(error), needsSignIn(error)]).toEqual([false, false, false])
      expect(explain(error).detail).toContain('404')
    }
    expect(ended).not.toHaveBeenCalled()
  })
  it('that has removed the header of the API’s 404, the outcome of a change is unknown', async () => {
    const body = { errors: [{ status: '404', type: 'RESOURCE_NOT_FOUND', code: 'NOT_FOUND' }] }
    respond = (response) => response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const error = await failureOf(call(connections.remove, one))
    expect([isNotFound(error), isUnclear(error)]).toEqual([false, true])
    expect(isNotFound(await failureOf(call(connections.read, one)))).toBe(true)
  })
  it.each<[string, Respond]>([
    ['200 with a page without a type', (response) => response.writeHead(200).end('<h1>Sign in</h1>')],
    ['200 with text', (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('Sign in')],
    ['204', (response) => response.writeHead(204).end()],
    ['200 with JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')],
    ['520 (Cloudflare)', html(520)],
    ['524 (Cloudflare, which has waited for the server)', html(524)],
    ['500 with a page', html(500)],
  ])('that responds with %s, the outcome of a change is unknown', async (_, proxyResponds) => {
    respond = proxyResponds
    expect(isUnclear(await failureOf(call(connections.remove, one)))).toBe(true)
  })
})
