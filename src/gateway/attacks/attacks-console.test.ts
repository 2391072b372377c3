/** Attacks on the console's own addresses: from other sites, for another account, and after a sign-out. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { consoleEndpoints } from '../../api/console/api'
import { createBrowser, oidcEnv, startProvider } from '../auth/provider-harness'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { createDouble } from '../team/team-harness'

let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
/** Without sign-in, and with it. */
let open: TestGateway
let gateway: TestGateway
let store: ReturnType<typeof createDouble>
beforeAll(async () => {
  host = await startHost()
  provider = await startProvider()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }
  open = await startTestGateway(hosts, tokens)
  store = createDouble()
  gateway = await startTestGateway(hosts, { ...oidcEnv(provider.issuer), ...tokens }, undefined, {
    store: store.source,
  })
  provider.open([gateway.origin])
  await Promise.all([open, gateway].map(({ app }) => app.team.opened()))
})
afterAll(async () => {
  await open.close()
  await gateway.close()
  provider.close()
  host.close()
})

const send = async (path: string, method: string, headers: Record<string, string>) =>
  codeOf(
    await open.ask(path.replace(/\{\w+\}/g, '1'), {
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
      signal: AbortSignal.timeout(5_000),
    }),
  )
const closed = consoleEndpoints.filter(({ role, isForOwnPages = role !== 'none' }) => isForOwnPages)

describe('an address of the server', () => {
  it.each(closed.map(({ operation, path, method }) => [operation, path, method] as const))(
    '%s is refused to a page of another site',
    async (_, path, method) => {
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      expect(await send(path, method, foreign)).toBe('403 GATEWAY FOREIGN_ORIGIN')
    },
  )
  const ofAccount = closed.filter(({ path, sends }) => sends !== 'route' && path !== '/simulator')
  it.each(ofAccount.map(({ operation, path, method }) => [operation, path, method] as const))(
    '%s is refused for another account',
    async (_, path, method) =>
      expect(await send(path, method, { 'x-forecourt-account': 'another' })).toBe('409 GATEWAY ACCOUNT_CHANGED'),
  )
})

describe('a change whose body ends after the sign-out', () => {
  it.each([
    ['/team/views', { name: 'mine', address: '/users', isShared: true }],
    ['/team/crawl', { action: 'start' }],
    ['/session', { version3: 'token' }],
  ])('to %s is refused', async (path, body) => {
    const browser = createBrowser()
    expect((await browser.go(`${gateway.origin}/auth/sign-in`)).status).toBe(200)
    const headers = { cookie: browser.pairs(), origin: gateway.origin, 'sec-fetch-site': 'same-origin' }
    store.asked.length = 0
    gateway.events.length = 0
    let end = () => {}
    const ending = new Promise<void>((resolve) => {
      end = resolve
    })
    const text = JSON.stringify(body)
    async function* parts() {
      yield Buffer.from(text.slice(0, 5))
      await ending
      yield Buffer.from(text.slice(5))
    }
    let incoming: IncomingMessage | undefined
    gateway.server.once('request', (one) => {
      incoming = one
    })
    const responding = request(gateway.origin + path, { method: 'POST', headers, body: Readable.from(parts()) })
    await vi.waitFor(() => expect(incoming?.readableDidRead).toBe(true)) // it is past the doors
    expect((await browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })).status).toBe(200)
    end()
    const { statusCode, body: received } = await responding
    expect([statusCode, await received.text()]).toEqual([401, expect.stringContaining('SIGN_IN_REQUIRED')])
    expect(store.asked).toEqual([])
    expect(gateway.events.map((line) => JSON.parse(line).event)).toEqual(['sign-out'])
  })
})
