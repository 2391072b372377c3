/** The server's own token: one fetch for all, renewed in time and after a 401, its failures told without a secret. */
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, cookieOf, startHost, startTestGateway } from '../harness'
import { BACK_OFF_MS, createServiceToken, DEFAULT_LIFE_S, MOST_BACK_OFF_MS, TokenUnavailable } from './service-token'

const canary = 'canary "secret"/4711'
const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) await close()
})

const json = (res: ServerResponse, status: number, body: object) =>
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A token server that counts its tokens, unless told to answer otherwise. */
async function tokenServer(expires_in: number | undefined = 3600) {
  const state: { answer: ((res: ServerResponse) => void) | undefined; count: number } = { answer: undefined, count: 0 }
  const host = await startHost((_, res) => {
    if (state.answer) return state.answer(res)
    state.count += 1
    return json(res, 200, { access_token: `token-${state.count}`, token_type: 'Bearer', expires_in })
  })
  closers.push(host.close)
  const tokenUrl = `${host.address}/oauth2/token`
  return { ...host, state, tokenUrl, credentials: { tokenUrl, clientId: 'client_a', clientSecret: canary } }
}

describe('createServiceToken', () => {
  it('asks once for all that wait, by form and with both credentials', async () => {
    const server = await tokenServer()
    const service = createServiceToken(server.credentials)
    expect(await Promise.all(Array.from({ length: 20 }, () => service.get()))).toEqual(Array(20).fill('token-1'))
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({ method: 'POST', target: '/oauth2/token' })
    expect(server.requests[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(new URLSearchParams(server.requests[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client_a',
      client_secret: canary,
    })
  })
  it.each([
    ['an hour', 3600, 3600_000 - 60_000],
    ['a minute', 60, 54_000],
    ['a life that is not told', undefined, DEFAULT_LIFE_S * 1000 - 60_000],
  ])('of %s is renewed before its end, beside the requests', async (_, expires, renewAt) => {
    const server = await tokenServer()
    server.state.answer = (res) => {
      server.state.count += 1
      json(res, 200, { access_token: `token-${server.state.count}`, token_type: 'bearer', expires_in: expires })
    }
    let time = 0
    let fetched = () => {}
    const service = createServiceToken(server.credentials, { elapsed: () => time, onFetched: () => fetched() })
    await service.get()
    time = renewAt - 1
    expect(await service.get()).toBe('token-1')
    expect(server.requests).toHaveLength(1)
    time = renewAt
    const renewed = new Promise<void>((resolve) => {
      fetched = resolve
    })
    expect(await service.get()).toBe('token-1')
    await renewed
    expect(await service.get()).toBe('token-2')
  })
  it('keeps the last one until it expires while the server fails, and does not hammer it', async () => {
    const server = await tokenServer(600)
    let time = 0
    const service = createServiceToken(server.credentials, { elapsed: () => time })
    await service.get()
    server.state.answer = (res) => json(res, 503, {})
    time = 599_000
    for (let turn = 0; turn < 5; turn += 1) expect(await service.get()).toBe('token-1')
    time = 600_000
    await expect(service.get()).rejects.toThrow(TokenUnavailable)
    expect(server.requests.length).toBeLessThanOrEqual(2)
    time += BACK_OFF_MS
    await expect(service.get()).rejects.toThrow('it returned 503')
    const asked = server.requests.length
    await expect(service.get()).rejects.toThrow('it returned 503')
    expect(server.requests).toHaveLength(asked)
    server.state.answer = undefined
    time += BACK_OFF_MS
    expect(await service.get()).toBe('token-2')
  })
  it('measures lifetimes and back-off without the clock of the computer, which may be set', async () => {
    const server = await tokenServer(600)
    let time = 0
    const service = createServiceToken(server.credentials, { elapsed: () => time })
    const set = (ms: number) => vi.setSystemTime(Date.now() + ms)
    vi.useFakeTimers({ toFake: ['Date'] })
    await service.get()
    set(3_600_000)
    expect(await service.get()).toBe('token-1')
    time = 600_000
    server.state.answer = (res) => json(res, 503, {})
    await expect(service.get()).rejects.toThrow('it returned 503')
    set(-7_200_000)
    server.state.answer = undefined
    await expect(service.get()).rejects.toThrow('it returned 503')
    time += BACK_OFF_MS
    expect(await service.get()).toBe('token-2')
  })
  it('after a 401 there is one other token for all that were refused', async () => {
    const server = await tokenServer()
    const service = createServiceToken(server.credentials)
    const refused = await service.get()
    const others = await Promise.all(Array.from({ length: 10 }, () => service.renew('vehicle', refused)))
    expect(others).toEqual(Array(10).fill('token-2'))
    expect(await service.renew('vehicle', refused)).toBe('token-2')
    expect(server.requests).toHaveLength(2)
  })
  it('a host that refuses what was fetched for it waits twice as long each time, the other one not at all', async () => {
    const server = await tokenServer()
    let time = 0
    const service = createServiceToken(server.credentials, { elapsed: () => time })
    let token = await service.get()
    for (let wait = BACK_OFF_MS; wait < 4 * MOST_BACK_OFF_MS; wait *= 2) {
      const other = (await service.renew('management', token)) ?? ''
      expect(other).not.toBe(token)
      for (let turn = 0; turn < 3; turn += 1) service.tried('management', other, false) // those that waited with it
      time += Math.min(wait, MOST_BACK_OFF_MS) - 1
      expect(await service.renew('management', other)).toBeUndefined()
      expect(await service.renew('management', 'an older one')).toBeUndefined()
      expect(await service.renew('vehicle', token)).toBe(other)
      time += 1
      token = other
    }
    const fetched = server.state.count
    expect(await service.renew('vehicle', token)).toBe(`token-${fetched + 1}`)
    expect(await service.renew('management', token)).toBe(`token-${fetched + 1}`) // it has not seen this one
  })
  it('a host that takes the next token may be given another one at once', async () => {
    const server = await tokenServer()
    const service = createServiceToken(server.credentials)
    for (let nth = 1; nth < 6; nth += 1) {
      expect(await service.renew('vehicle', await service.get())).toBe(`token-${nth + 1}`)
      service.tried('vehicle', `token-${nth + 1}`, true)
    }
  })
  it.each<[string, (res: ServerResponse) => void, string]>([
    [
      'the words of its error',
      (res) => json(res, 401, { error: 'invalid_client', error_description: `no such client; got ${canary}` }),
      'it returned 401 (invalid_client, no such client; got …)',
    ],
    [
      'its words beside a challenge',
      (res) => {
        res.setHeader('www-authenticate', 'Basic realm="tokens"')
        json(res, 401, { error: 'invalid_client' })
      },
      'it returned 401 (invalid_client)',
    ],
    [
      'its words, cut short but never inside a secret',
      (res) =>
        json(res, 400, {
          error: 'invalid_request',
          error_description: `${'x'.repeat(275)} ${canary} ${encodeURIComponent(canary)}`,
        }),
      'it returned 400 (invalid_request, xxx',
    ],
    ['no words', (res) => res.writeHead(500).end('<h1>oops</h1>'), 'it returned 500.'],
    ['a page', (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'), 'its response has no token'],
    ['no token', (res) => json(res, 200, { token_type: 'bearer' }), 'its response has no token'],
    ['another kind', (res) => json(res, 200, { access_token: 'a', token_type: 'mac' }), 'its response has no token'],
    ['a broken one', (res) => json(res, 200, { access_token: 'a\r\nb', token_type: 'bearer' }), 'can’t be sent'],
    ['a redirect', (res) => res.writeHead(302, { location: '/elsewhere' }).end(), 'it returned 302'],
    ['a closed door', (res) => res.destroy(), 'closed before a response came'],
  ])('a failure is told by %s', async (_, answer, expected) => {
    const server = await tokenServer()
    server.state.answer = answer
    const error = await createServiceToken(server.credentials)
      .get()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TokenUnavailable)
    expect(String(error)).toContain(`${server.tokenUrl} returned no token: `)
    expect(String(error)).toContain(expected)
    expect(String(error)).not.toContain('canary')
    expect(server.requests).toHaveLength(1)
  })
})

describe('the gateway with client credentials', () => {
  /** A service that takes the tokens of `taken` only. */
  async function start(env: Record<string, string> = {}, now?: () => number) {
    const tokens = await tokenServer()
    const taken = new Set(['token-1', 'handed', 'managed'])
    const host = await startHost((req, res) => {
      const isTaken = taken.has(req.headers.authorization?.replace('Bearer ', '') ?? '')
      json(res, isTaken ? 200 : 401, isTaken ? { data: [] } : { errors: [{ code: 'UNAUTHENTICATED' }] })
    })
    const { address } = host
    const gateway = await startTestGateway(
      { vehicleData: address, vehicle: address, management: address },
      { TOKEN_URL: tokens.tokenUrl, CLIENT_ID: 'client_a', CLIENT_SECRET: canary, ...env },
      undefined,
      now && { now },
    )
    closers.push(gateway.close, host.close)
    const bearers = () => host.requests.map(({ headers }) => headers.authorization)
    return { tokens, taken, host, gateway, bearers }
  }
  const connections = '/api/vehicle/v3/connections'
  const webhooks = '/api/management/v3/webhooks'

  it('sends it to both version 3 hosts, and never to version 2.0', async () => {
    const { tokens, gateway, bearers } = await start()
    expect((await gateway.ask(connections)).status).toBe(200)
    expect((await gateway.ask(webhooks)).status).toBe(200)
    expect(await codeOf(await gateway.ask('/api/vehicle-data/v2.0/vehicles/v/vin'))).toBe('401 GATEWAY NO_TOKEN')
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1'])
    expect(tokens.requests).toHaveLength(1)
    expect(await (await gateway.ask('/config.json')).json()).toMatchObject({
      tokens: { version3: true, version2: false },
    })
  })
  it('leaves management its own, and a browser what it handed over, which is never renewed', async () => {
    const { tokens, taken, gateway, bearers } = await start({ MANAGEMENT_TOKEN: 'managed' })
    await gateway.ask(webhooks)
    const { cookies } = await gateway.session({ version3: 'handed' })
    const headers = { cookie: cookieOf(cookies) }
    await gateway.ask(connections, { headers })
    taken.clear()
    expect((await gateway.ask(`${connections}/x`, { headers })).status).toBe(401)
    expect((await gateway.ask(`${webhooks}/x`)).status).toBe(401)
    expect(bearers()).toEqual(['Bearer managed', 'Bearer handed', 'Bearer handed', 'Bearer managed'])
    expect(tokens.requests).toHaveLength(0)
  })
  it('sends nothing once more when whoever asked waits no longer', async () => {
    let time = 0
    const { tokens, taken, host, gateway } = await start({ READ_TIMEOUT_MS: '5000' }, () => time)
    await gateway.ask(connections)
    taken.clear()
    tokens.state.answer = (res) => {
      time += 15_000 // as long as a token, a turn and an answer may take together
      json(res, 200, { access_token: 'token-2', token_type: 'Bearer', expires_in: 3600 })
    }
    const refused = await gateway.ask(`${connections}/x`, { method: 'DELETE' })
    expect(await codeOf(refused)).toBe('502 GATEWAY TOKEN_UNAVAILABLE')
    expect(host.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE'])
    expect(JSON.parse(gateway.lines[1] ?? '')).toMatchObject({ event: 'outcome', status: 401 })
  })
  it('after a 401 sends the same change once more, on one record', async () => {
    const { taken, host, gateway, bearers } = await start()
    taken.delete('token-1')
    taken.add('token-2')
    const body = '{"data":{"attributes":{"webhookId":"w","userId":"u","vehicleId":"v"}}}'
    const response = await gateway.ask('/api/management/v3/subscriptions', { method: 'POST', body })
    expect(response.status).toBe(200)
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-2'])
    expect(host.requests.map((request) => request.body)).toEqual([body, body])
    expect(gateway.lines.map((line) => JSON.parse(line)).map(({ event, status }) => [event, status])).toEqual([
      ['attempt', undefined],
      ['outcome', 200],
    ])
  })
  it('passes a second 401 on', async () => {
    const { taken, gateway, bearers } = await start()
    taken.clear()
    const response = await gateway.ask(connections)
    expect([response.status, await response.json()]).toEqual([401, { errors: [{ code: 'UNAUTHENTICATED' }] }])
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-2'])
  })
  it('requests that fail together share one renewal', async () => {
    const { tokens, taken, gateway } = await start()
    await gateway.ask(connections)
    taken.delete('token-1')
    taken.add('token-2')
    const responses = await Promise.all(Array.from({ length: 10 }, (_, nth) => gateway.ask(`${connections}/${nth}`)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(tokens.requests).toHaveLength(2)
  })
  it('without a token says why, makes no change and shows no secret', async () => {
    const { tokens, gateway, host } = await start()
    tokens.state.answer = (res) => json(res, 401, { error: 'invalid_client', error_description: canary })
    const response = await gateway.ask(`${connections}/x`, { method: 'DELETE' })
    const text = await response.clone().text()
    expect(await codeOf(response)).toBe('502 GATEWAY TOKEN_UNAVAILABLE')
    expect(text).toContain('invalid_client')
    expect(text).not.toContain(canary)
    expect([host.requests, gateway.lines]).toEqual([[], []])
  })
  it('whose renewal after a 401 fails says both, and that the change had no effect', async () => {
    const { tokens, taken, gateway, host } = await start()
    await gateway.ask(connections)
    taken.clear()
    tokens.state.answer = (res) => json(res, 503, {})
    expect(await codeOf(await gateway.ask(`${connections}/x`, { method: 'DELETE' }))).toBe(
      '502 GATEWAY TOKEN_UNAVAILABLE',
    )
    expect(host.requests).toHaveLength(2)
    expect(JSON.parse(gateway.lines[1] ?? '')).toMatchObject({ event: 'outcome', status: 401 })
  })
})
