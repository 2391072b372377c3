/** `/events`: hints reach every stream, and a stream ends with its sign-in and with its server. */
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { LIVE_EVERY_MS } from '../../api/hints'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { IDLE_MS, OPERATOR_COOKIE } from '../auth/operator-session'
import { createBrowser, oidcEnv, startProvider } from '../auth/provider-harness'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from './store-source'
import { listen } from './stream-harness'
import { eventText, SILENT_EVENT } from './streams'

const COLD_MS = 20_000
const LIVE = eventText('live', '')
const BEGIN = SILENT_EVENT + LIVE
let store: Store
let host: Awaited<ReturnType<typeof startHost>>
const closers: (() => unknown)[] = []
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost()
}, COLD_MS)
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(async () => {
  host.close()
  await store.close()
})

const hostsOf = ({ address }: typeof host) => ({ vehicleData: address, vehicle: address, management: address })
async function start(
  env: Record<string, string> = {},
  now?: () => number,
  listen: Store['listen'] = store.listen,
): Promise<TestGateway> {
  const opened: Store = { ...store, listen, close: async () => undefined }
  const source = { open: async () => opened, keep: keepOwn, account: 'account' }
  const given = { ACCESS_TOKEN: 't', ...env }
  const gateway = await startTestGateway(hostsOf(host), given, undefined, { store: source, ...(now && { now }) })
  closers.push(gateway.close)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
  return gateway
}

const begin = (gateway: TestGateway, key = 'click-0001', headers: Record<string, string> = {}) =>
  gateway.ask('/team/jobs', {
    ...{ method: 'POST', headers },
    body: JSON.stringify({
      ...{ key, operation: 'DELETE /v3/users/{userId}', targets: [`user of ${key}`] },
      startAt: '2999-01-01T00:00:00.000Z',
    }),
  })

it('says that it is live, and then that jobs have changed, never what', async () => {
  const gateway = await start()
  const response = await gateway.ask('/events')
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    ...[200, 'text/event-stream', 'no-store'],
  ])
  const stream = listen(response)
  await vi.waitFor(() => expect(stream.text()).toBe(BEGIN))
  expect((await begin(gateway)).status).toBe(200)
  await vi.waitFor(() => expect(stream.text()).toBe(`${BEGIN}event: hint\ndata: jobs\n\n`))
})

it('says that it is live once the store listens, not before', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const gateway = await start({}, undefined, async (channel, heard) => {
    await gate
    return await store.listen(channel, heard)
  })
  const stream = listen(await gateway.ask('/events'))
  await vi.waitFor(() => expect(stream.text()).toBe(SILENT_EVENT))
  expect((await begin(gateway, 'click-0005')).status).toBe(200) // longer than a message of the stream takes
  expect(stream.text()).toBe(SILENT_EVENT)
  open()
  await vi.waitFor(() => expect(stream.text()).toContain(LIVE))
  expect((await begin(gateway, 'click-0006')).status).toBe(200)
  await vi.waitFor(() => expect(stream.text()).toContain('event: hint\ndata: jobs\n\n'))
})

it('hears what another instance at the same store says', async () => {
  const [one, other] = [await start(), await start()]
  const stream = listen(await other.ask('/events'))
  await vi.waitFor(() => expect(stream.text()).toContain('live'))
  expect((await begin(one, 'click-0002')).status).toBe(200)
  await vi.waitFor(() => expect(stream.text()).toContain('event: hint\ndata: jobs\n\n'))
})

it('is of the same guards as the team’s data: not of another site, nor without a token', async () => {
  const gateway = await start()
  const foreign = await gateway.ask('/events', {
    headers: { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(await codeOf(foreign)).toBe('403 GATEWAY FOREIGN_ORIGIN')
  const noToken = await startTestGateway(hostsOf(host))
  closers.push(noToken.close)
  expect(await codeOf(await noToken.ask('/events'))).toBe('401 GATEWAY NO_TOKEN')
})

it('sends no hint of one account to a browser of another, and hints of what begins later', async () => {
  const gateway = await start()
  const { cookies } = await gateway.session({ version3: 'another' })
  const headers = { cookie: cookieOf(cookies) }
  const [own, other] = [listen(await gateway.ask('/events')), listen(await gateway.ask('/events', { headers }))]
  await vi.waitFor(() => expect([own.text(), other.text()].every((text) => text.includes('live'))).toBe(true))
  expect((await begin(gateway, 'click-0003')).status).toBe(200)
  await vi.waitFor(() => expect(own.text()).toContain('data: jobs'))
  expect(other.text()).not.toContain('data: jobs')
  expect((await begin(gateway, 'click-0004', headers)).status).toBe(200)
  await vi.waitFor(() => expect(other.text()).toContain('data: jobs'))
})

/** A gateway with sign-in, and streams of people who are signed in there. */
async function startSignedIn(now?: () => number) {
  const provider = await startProvider()
  closers.push(provider.close)
  const gateway = await start(oidcEnv(provider.issuer), now)
  provider.open([gateway.origin])
  const open = async (subject: string) => {
    provider.person.subject = subject
    const browser = createBrowser()
    await browser.go(`${gateway.origin}/auth/sign-in?return=/`)
    const headers = { cookie: browser.pair(OPERATOR_COOKIE) }
    const stream = listen(await gateway.ask('/events', { headers }))
    await vi.waitFor(() => expect(stream.text()).toContain('live'))
    return { browser, stream }
  }
  return { gateway, open }
}

it('ends at once where its operator signs out, and only theirs does', async () => {
  const { gateway, open } = await startSignedIn()
  expect(await codeOf(await gateway.ask('/events'))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
  const [ann, bob] = [await open('ann'), await open('bob')]
  await ann.browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })
  await vi.waitFor(() => expect(ann.stream.isEnded()).toBe(true))
  expect(bob.stream.isEnded()).toBe(false)
})

it('ends with its connection, all streams that were requested on it', async () => {
  const { gateway, open } = await startSignedIn()
  const { browser } = await open('ann')
  const cookie = browser.pair(OPERATOR_COOKIE)
  const get = [
    'GET /events HTTP/1.1',
    `Host: localhost:${gateway.port}`,
    'Sec-Fetch-Site: same-origin',
    `Cookie: ${cookie}`,
  ]
  const closed: boolean[] = []
  gateway.server.on('request', (_, response) => {
    const at = closed.push(false) - 1
    response.on('close', () => {
      closed[at] = true
    })
  })
  const client = connect(gateway.port, '127.0.0.1', () => client.write(`${get.join('\r\n')}\r\n\r\n`.repeat(2)))
  closers.push(() => client.destroy())
  client.on('error', () => undefined).resume()
  await vi.waitFor(() => expect(closed).toEqual([false, false]))
  client.destroy()
  await vi.waitFor(() => expect(closed).toEqual([true, true]))
  await browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })
})

it('ends with its sign-in, which it does not make longer, at the next heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let time = Date.now()
  const { open } = await startSignedIn(() => time)
  const { stream } = await open('ann')
  time += IDLE_MS - 1
  vi.advanceTimersByTime(LIVE_EVERY_MS)
  await vi.waitFor(() => expect(stream.text()).toBe(BEGIN + LIVE))
  expect(stream.isEnded()).toBe(false)
  time += 1
  vi.advanceTimersByTime(LIVE_EVERY_MS)
  await vi.waitFor(() => expect(stream.isEnded()).toBe(true))
})

it('holds up no stop, and takes nobody any more then', async () => {
  const gateway = await start()
  const stream = listen(await gateway.ask('/events'))
  await vi.waitFor(() => expect(stream.text()).toContain('live'))
  gateway.app.stopping()
  await vi.waitFor(() => expect(stream.isEnded()).toBe(true))
  expect(await codeOf(await gateway.ask('/events'))).toBe('503 GATEWAY STOPPING')
})
