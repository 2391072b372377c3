/** The console behind each reverse proxy of `.container/`: what the proxy must not change, hold back or let through. */
import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:http2'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CLIENT, CONSOLE, HOOKS, type ProxyName, SECRET, SLOW_VEHICLE_MS, SLUG, startStage } from './proxy-stage'

const START_MS = 120_000
/** Many requests, or large ones, on a machine that is busy. */
const SLOW_MS = 60_000
/** A stream that a proxy holds back comes with its next event, many seconds later. */
const AT_ONCE_MS = 1_000
const isProxy = (name: string): name is ProxyName => name === 'nginx' || name === 'caddy'
const proxies = (process.env.PROXIES ?? '').split(',').filter(isProxy)
if (proxies.length === 0) throw new Error('Runs with node e2e/run/proxies.js, which finds the proxies.')

const ofConsole = { origin: `https://${CONSOLE}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const signed = (body: string) => createHmac('sha256', SECRET).update(body).digest('hex')
/** Of some 50 KB, with what a reader could be tempted to write anew. */
const delivery = (vehicleId: string) =>
  `${JSON.stringify({
    ...{ eventId: randomUUID(), eventType: 'VEHICLE_STATE', vehicleId },
    data: { user: { id: 'user-1' }, vehicle: { id: vehicleId }, signals: [], note: 'ä\u2028 '.repeat(9_000) },
    triggers: [],
    meta: { version: '4.0', webhookId: 'webhook-1', deliveryId: randomUUID(), deliveredAt: Date.now(), mode: 'LIVE' },
  })}\r\n  `

describe.each(proxies)('behind %s', (proxy) => {
  let stage: Awaited<ReturnType<typeof startStage>>
  let slow: Promise<{ status: number; text: string }>
  beforeAll(async () => {
    stage = await startStage(proxy)
    slow = stage.ask('/api/vehicle-data/v2.0/vehicles/slow-vehicle/vin')
  }, START_MS)
  afterAll(() => stage?.close(), START_MS) // where it has started

  const deliver = (body: string, signature = signed(body)) =>
    stage.ask(`/deliveries/${SLUG}`, {
      ...{ method: 'POST', host: HOOKS, password: '', body },
      headers: { 'content-type': 'application/json', 'sb-signature': signature },
    })

  it('pages come with their rows, over HTTP/2 too, and are kept only where the server says so', async () => {
    const page = await stage.ask('/connections', {
      headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    })
    expect(page.status).toBe(200)
    expect(new Set(page.text.match(/href="\/connections\/[\w-]+"/g)).size).toBeGreaterThan(5)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(page.headers['cache-control']).toMatch(/no-store|no-cache/)
    expect((await stage.ask('/api/vehicle/v3/connections')).headers['cache-control']).toContain('no-store')
    const script = /\/assets\/index-[\w-]+\.js/.exec(page.text)?.[0] ?? ''
    expect((await stage.ask(script)).headers['cache-control']).toContain('immutable')
    const session = connect('https://198.51.100.1', { servername: CONSOLE, ca: stage.ca })
    const stream = session.request({ ':path': '/healthz', ':authority': CONSOLE })
    const status = await new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])))
    expect([session.alpnProtocol, status]).toEqual(['h2', expect.any(Number)])
    session.destroy()
  })

  it('nobody gets in without a password, and nobody chooses a name', { timeout: SLOW_MS }, async () => {
    const before = stage.urls.length
    expect((await stage.ask('/api/vehicle/v3/connections', { password: '' })).status).toBe(401)
    expect((await stage.ask('/', { password: 'wrong' })).status).toBe(401)
    expect((await stage.ask('/', { password: '', headers: { 'x-remote-user': 'admin' } })).status).toBe(401)
    expect(stage.urls.length).toBe(before)
    const names: Record<string, string | string[]>[] = [
      { 'x-remote-user': 'admin' },
      { 'X-Remote-User': ['admin', 'root'] },
      { x_remote_user: 'admin' },
    ]
    for (const headers of names) {
      const told = await stage.ask('/auth/session', { headers })
      expect([told.status, told.text]).toEqual([200, expect.stringContaining('operator-1')])
      expect(told.text).not.toMatch(/admin|root/)
    }
  })

  it('a token that is added is in a cookie that only this address gets, and works', async () => {
    const body = JSON.stringify({ version3: stage.token })
    const added = await stage.ask('/session', { method: 'POST', headers: ofConsole, body })
    expect(added.status).toBe(200)
    const cookies = added.headers['set-cookie'] ?? []
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__(Host|Secure)-/)
      for (const attribute of ['; Secure', '; HttpOnly', '; SameSite=Strict']) expect(cookie).toContain(attribute)
    }
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
    expect(JSON.parse((await stage.ask('/session', { headers: { cookie } })).text)).toMatchObject({ version3: true })
    expect(JSON.parse((await stage.ask('/session')).text)).toMatchObject({ version3: false })
    expect((await stage.ask('/api/vehicle/v3/connections', { headers: { cookie } })).status).toBe(200)
  })

  it('streams arrive at once, and a delivery of 50 KB with its signature as it was made', async () => {
    const events = stage.follow('/events')
    await vi.waitFor(() => expect(events.heard[0]?.text).toContain('event: live'), { timeout: 5_000 })
    expect(events.heard[0]?.atMs).toBeLessThan(AT_ONCE_MS)
    const tail = stage.follow('/deliveries/tail')
    await vi.waitFor(() => expect(tail.heard.length).toBeGreaterThan(0), { timeout: 5_000 })
    expect(tail.heard[0]?.atMs).toBeLessThan(AT_ONCE_MS)
    const body = delivery('vehicle-of-the-tail')
    expect(Buffer.byteLength(body)).toBeGreaterThan(50_000)
    expect(await deliver(body)).toMatchObject({ status: 200, text: '{}' })
    const acknowledgedAt = performance.now()
    await vi.waitFor(() => expect(tail.heard.map(({ text }) => text).join('')).toContain('vehicle-of-the-tail'), {
      timeout: 5_000,
      interval: 20,
    })
    expect(performance.now() - acknowledgedAt).toBeLessThan(AT_ONCE_MS)
    await vi.waitFor(() => expect(events.heard.map(({ text }) => text).join('')).toContain('deliveries'), {
      timeout: 5_000,
    })
    events.end()
    tail.end()

    expect((await deliver(`${body} `, signed(body))).status).toBe(401)
    const list = JSON.parse((await stage.ask('/deliveries.json')).text)
    const one = JSON.parse((await stage.ask(`/deliveries/${list.rows[0].id}.json`)).text)
    expect(one.tries.map(({ address }: { address: string }) => address)).toEqual([CLIENT])
    expect((await stage.ask(`/deliveries/${list.rows[0].id}/body`)).text).toBe(body)
    // The door of deliveries leads nowhere else.
    for (const path of ['/', '/connections', '/api/vehicle/v3/connections', '/deliveries.json'])
      expect((await stage.ask(path, { host: HOOKS })).status).toBe(404)
  })

  it('IDs arrive byte for byte, and what the server refuses gets no further', { timeout: SLOW_MS }, async () => {
    const ids = [
      ...['a%2Fb', 'a%2fb', 'a.b', '...', 'a..b', 'a%5Cb', 'a%3Fb', 'a%23b', '%C3%BC', 'a+b', 'a%2Bb', 'a%20b', "a'b"],
      ...[
        '(a)',
        'a%252Fb',
        'a:b@c',
        '%F0%9F%9A%97',
        'a;b=c',
        '*',
        '~',
        '$',
        '!',
        'a%26b',
        'a=b',
        'a,b',
        '%41',
        'A%7Eb',
      ],
      ...[
        '.',
        '..',
        '%2E',
        '%2e%2e',
        '..%2f..',
        '%2e%2e%2fadmin',
        'a%00b',
        'a%0Ab',
        'a//b',
        'a/../b',
        './a',
        '%252e%252e%252f',
      ],
    ]
    const passed: string[] = []
    for (const id of ids) {
      const path = `/v3/connections/${id}?filter%5BuserId%5D=a%2Fb%26c+d`
      const through = async (send: () => Promise<unknown>) => {
        const before = stage.urls.length
        await send()
        return stage.urls.slice(before)
      }
      const direct = await through(() => stage.direct(`/api/vehicle${path}`))
      const behind = await through(() => stage.ask(`/api/vehicle${path}`, { headers: { 'x-forecourt-fresh': '1' } }))
      expect([id, behind]).toEqual([id, direct])
      if (direct.length > 0) {
        expect(direct).toEqual([path])
        passed.push(id)
      }
    }
    expect(passed.length).toBeGreaterThan(20)
    expect(passed.filter((id) => /^(\.|%2e)+($|%2f)/i.test(id))).toEqual(['...'])
  })

  it('the record names who changed something, and where the request came from, whatever it says of itself', async () => {
    const { data } = JSON.parse((await stage.ask('/api/vehicle/v3/connections')).text)
    const headers = { ...ofConsole, 'x-forwarded-for': '203.0.113.9', 'x-remote-user': 'admin' }
    const removed = await stage.ask(`/api/vehicle/v3/connections/${data[0].id}`, { method: 'DELETE', headers })
    expect(removed.status).toBe(204)
    const lines = stage.record().filter((line) => JSON.stringify(line).includes(data[0].id))
    expect(lines.length).toBeGreaterThanOrEqual(2)
    for (const line of lines) expect(line).toMatchObject({ operator: 'operator-1', client: CLIENT })
  })

  it('bodies pass up to a job of 100,000 IDs, and the server says what is too large', {
    timeout: SLOW_MS,
  }, async () => {
    const targets = Array.from({ length: 100_000 }, () => randomUUID())
    const job = { key: 'key-of-the-test', operation: 'DELETE /v3/connections/{connectionId}', targets, isDryRun: true }
    const dry = await stage.ask('/team/jobs', { method: 'POST', headers: ofConsole, body: JSON.stringify(job) })
    expect([dry.status, dry.text]).toEqual([200, expect.stringContaining('100000')])
    const body = JSON.stringify({ webhookId: 'x'.repeat(400_000) })
    const large = await stage.ask('/api/management/v3/subscriptions', { method: 'POST', headers: ofConsole, body })
    expect([large.status, large.headers['x-forecourt-request-id']]).toEqual([413, expect.any(String)])
  })

  it(
    'waits for a vehicle longer than proxies do by themselves',
    async () => {
      expect(await slow).toMatchObject({ status: 200, text: expect.stringContaining('vin') })
    },
    SLOW_VEHICLE_MS + 20_000,
  )
})

describe.each(proxies)('under a base path behind %s', (proxy) => {
  const basePath = '/forecourt'
  let stage: Awaited<ReturnType<typeof startStage>>
  beforeAll(async () => {
    stage = await startStage(proxy, { basePath })
  }, START_MS)
  afterAll(() => stage?.close(), START_MS) // where it has started

  it('pages, their rows and files have it, and redirects stay under it', async () => {
    const headers = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
    for (const path of [basePath, `${basePath}/`, `${basePath}/connections`])
      expect((await stage.ask(path, { headers })).status).toBe(200)
    const page = await stage.ask(`${basePath}/connections`, { headers })
    expect(new Set(page.text.match(/href="\/forecourt\/connections\/[\w-]+"/g)).size).toBeGreaterThan(5)
    expect(page.text).not.toMatch(/ (href|src)="\/(?!forecourt\/)/)
    const script = /\/forecourt\/assets\/index-[\w-]+\.js/.exec(page.text)?.[0] ?? ''
    expect((await stage.ask(script)).headers['cache-control']).toContain('immutable')
    const id = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
    const pasted = await stage.ask(`${basePath}/users/${id}%20`, { headers })
    expect([pasted.status, pasted.headers.location]).toEqual([302, `${basePath}/users/${id}`])
  })
  it('an added token is in a __Secure- cookie of that path, and works', async () => {
    const body = JSON.stringify({ version3: stage.token })
    const added = await stage.ask(`${basePath}/session`, { method: 'POST', headers: ofConsole, body })
    const cookies = added.headers['set-cookie'] ?? []
    expect([added.status, cookies.length]).toEqual([200, 2])
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Secure-.*; Path=\/forecourt; HttpOnly; Secure; SameSite=Strict$/)
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
    const session = await stage.ask(`${basePath}/session`, { headers: { cookie } })
    expect(JSON.parse(session.text)).toMatchObject({ version3: true })
  })
  it('requests arrive byte for byte, and streams at once', async () => {
    await stage.ask(`${basePath}/api/vehicle/v3/connections/a%2Fb?x=%2e%2E`)
    expect(stage.urls.at(-1)).toBe('/v3/connections/a%2Fb?x=%2e%2E')
    const events = stage.follow(`${basePath}/events`)
    await vi.waitFor(() => expect(events.heard[0]?.text).toContain('event: live'), { timeout: 5_000 })
    expect(events.heard[0]?.atMs).toBeLessThan(AT_ONCE_MS)
    events.end()
  })
  it('other paths are none of the console’s, and health checks need no path', async () => {
    for (const path of ['/forecourtx', '/forecourt/../connections', '/forecourt/%2e%2e/connections']) {
      const { status, headers } = await stage.ask(path)
      // Caddy itself responds with an empty 200 at a path that it passes nowhere.
      expect(status === 404 || !('x-forecourt-request-id' in headers)).toBe(true)
    }
    expect(await Promise.all(['/healthz', '/readyz', '/connections'].map(stage.direct))).toEqual([200, 200, 404])
  })
})

describe.each(proxies)('two instances behind %s', (proxy) => {
  it(
    'are exchanged one after the other, and no request fails',
    async () => {
      const stage = await startStage(proxy, { instances: 2 })
      const statuses: number[] = []
      let isOver = false
      const asking = (async () => {
        while (!isOver)
          statuses.push((await stage.ask('/api/vehicle/v3/connections').catch(() => ({ status: 0 }))).status)
      })()
      for (const index of [0, 1]) {
        await stage.isDown(4173 + index, true)
        await stage.restart(index)
        await stage.isDown(4173 + index, false)
        await setTimeout(3_000) // Caddy looks every 2 s
      }
      isOver = true
      await asking
      expect(statuses.length).toBeGreaterThan(50)
      expect(statuses.filter((status) => status !== 200)).toEqual([])
      await stage.close()
    },
    START_MS,
  )
})
