/** Without sign-in, a browser sees only what was done with the tokens that it uses. */
import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SignJWT } from 'jose'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ActivityRecord } from '../../api/activity'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { createDouble } from '../team/team-harness'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
const newRecord = () => join(mkdtempSync(join(tmpdir(), 'forecourt-visible-')), 'record.jsonl')
const beyond = { HOST: '0.0.0.0' }

async function start(env: Record<string, string>, extra: Parameters<typeof startTestGateway>[3] = {}) {
  const host = await startHost()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const gateway = await startTestGateway(hosts, env, undefined, extra)
  closers.push(() => host.close(), gateway.close)
  return gateway
}
interface Browser {
  cookie: string
  /** As people type it; absent: the gateway’s own. */
  origin?: string | undefined
}
const none: Browser = { cookie: '' }
function ask(gateway: TestGateway, path: string, { cookie, origin }: Browser = none, init: RequestInit = {}) {
  const headers = { ...(cookie && { cookie }) }
  if (origin === undefined) return gateway.ask(path, { ...init, headers })
  // fetch sets a Host of its own.
  return new Promise<Response>((resolve, reject) => {
    const sent = request(
      `http://127.0.0.1:${gateway.port}${path}`,
      { method: init.method ?? 'GET', headers: { ...headers, origin, host: new URL(origin).host } },
      (response) => {
        const cookies = (response.headers['set-cookie'] ?? []).map((one): [string, string] => ['set-cookie', one])
        text(response).then(
          (body) => resolve(new Response(body || null, { status: response.statusCode ?? 0, headers: cookies })),
          reject,
        )
      },
    )
    sent.on('error', reject).end(init.body ?? '')
  })
}
async function add(gateway: TestGateway, tokens: object, browser: Browser = none): Promise<Browser> {
  const response = await ask(gateway, '/session', browser, { method: 'POST', body: JSON.stringify(tokens) })
  expect(response.status).toBe(200)
  return { ...browser, cookie: cookieOf(response.headers.getSetCookie()) }
}
const remove = (gateway: TestGateway, id: string, browser?: Browser) =>
  ask(gateway, `/api/vehicle/v3/connections/${id}`, browser, { method: 'DELETE' })
async function page(gateway: TestGateway, browser?: Browser, query = '') {
  const response = await ask(gateway, `/activity.json${query}`, browser)
  expect(response.status).toBe(200)
  return (await response.json()) as { data: ActivityRecord[]; next: string | null; skipped: number; source: object }
}
const idsOf = async (gateway: TestGateway, browser?: Browser, query?: string) =>
  (await page(gateway, browser, query)).data.map(({ parameters }) => parameters.connectionId ?? parameters.id)
const tokenOf = (key: string) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('https://id.example')
    .setSubject('fleet-1')
    .sign(new TextEncoder().encode(key.padEnd(32)))

describe('a server without tokens of its own, beyond this computer', () => {
  let real: string
  let forged: string
  beforeAll(async () => {
    ;[real, forged] = await Promise.all([tokenOf('the provider’s'), tokenOf('an attacker’s')])
  })

  it('shows each browser what was done with its very token, and nothing else', async () => {
    const gateway = await start({ ...beyond, AUDIT_LOG: newRecord() })
    const ann = await add(gateway, { version3: real, version2: 'canary-2' })
    const bob = await add(gateway, { version3: 'canary-bob' })
    const eve = await add(gateway, { version3: forged })
    await remove(gateway, 'of-ann', ann)
    await remove(gateway, 'of-bob', bob)
    await ask(gateway, '/api/vehicle-data/v2.0/vehicles/read-by-ann/vin', ann)
    expect(await idsOf(gateway, ann)).toEqual(['read-by-ann', 'of-ann'])
    expect(await idsOf(gateway, bob)).toEqual(['of-bob'])
    for (const browser of [eve, none, { cookie: `${gateway.named('forecourt-version3')}=forged` }])
      for (const query of ['', '?limit=1', '?text=ann', '?operation=DELETE+/v3/connections/%7BconnectionId%7D'])
        expect(await page(gateway, browser, query)).toEqual({
          ...{ data: [], next: null, skipped: 0 },
          source: { kind: 'file', since: null, isOfAccount: true },
        })
  })
  it('pages through it by cursors that say nothing of the file', async () => {
    const gateway = await start({ ...beyond, AUDIT_LOG: newRecord() })
    const ann = await add(gateway, { version3: real })
    const bob = await add(gateway, { version3: 'canary-bob' })
    for (const id of ['c-1', 'c-2', 'c-3']) {
      await remove(gateway, id, ann)
      await remove(gateway, `bob-${id}`, bob)
    }
    const seen: unknown[] = []
    for (let before = ''; ; ) {
      const { data, next } = await page(gateway, ann, `?limit=1${before}`)
      seen.push(...data.map(({ parameters }) => parameters.connectionId))
      if (next === null) break
      expect(next).toMatch(/^~[\w.-]{100,400}$/)
      before = `&before=${next}`
    }
    expect(seen).toEqual(['c-3', 'c-2', 'c-1'])
    for (const before of ['100', '1-1', '~a.b'])
      expect(await codeOf(await ask(gateway, `/activity.json?before=${before}`, ann))).toBe('400 GATEWAY BAD_REQUEST')
  })
  it('never shows the fingerprints by which it tells', async () => {
    const gateway = await start({ ...beyond, AUDIT_LOG: newRecord() })
    const ann = await add(gateway, { version3: real })
    await remove(gateway, 'c-1', ann)
    expect(JSON.stringify(await page(gateway, ann))).not.toMatch(/fingerprint|credential/i)
    const [line = ''] = gateway.lines
    expect(JSON.parse(line).credential).toEqual({
      ...{ source: 'handed over', fingerprint: expect.stringMatching(/^[\w-]{16}$/) },
      tokenFingerprint: expect.stringMatching(/^[\w-]{16}$/),
    })
    expect(line).not.toContain(real)
  })
  it('shows it again to the same token after a restart, and after the secret was exchanged', async () => {
    const path = newRecord()
    const [before, after] = ['a secret before, of thirty-two bytes', 'a secret after, of thirty-two bytes.']
    const first = await start({ ...beyond, AUDIT_LOG: path, SESSION_SECRET: before })
    await remove(first, 'c-1', await add(first, { version3: real }))
    const second = await start({
      ...{ ...beyond, AUDIT_LOG: path, SESSION_SECRET: after, SESSION_SECRET_OLD: before },
    })
    const ann = await add(second, { version3: real })
    await remove(second, 'c-2', ann)
    expect(await idsOf(second, ann)).toEqual(['c-2', 'c-1'])
    expect(await idsOf(second, await add(second, { version3: forged }))).toEqual([])
  })
  it('shows of jobs, history and directory what is of the token, and nothing without one', async () => {
    const double = createDouble()
    const gateway = await start({ ...beyond, AUDIT_LOG: newRecord() }, { store: double.source })
    const ann = await add(gateway, { version3: real })
    for (const path of [
      ...['/team/jobs', '/team/jobs/1', '/team/jobs/1/items', '/team/jobs/1/file?format=csv', '/team/queued?user=u'],
      ...['/team/subscriptions', '/team/views', '/team/directory', '/team/instances', '/events'],
      ...['/deliveries.json', '/deliveries/tail', '/deliveries/refused.json', '/arrivals.json', '/last-values/v.json'],
    ])
      expect([path, await codeOf(await ask(gateway, path, none))]).toEqual([path, '401 GATEWAY NO_TOKEN'])
    for (const path of ['/team/jobs', '/team/subscriptions', '/team/users'])
      expect(await (await ask(gateway, path, ann)).json()).toMatchObject({ rows: [] })
    expect(double.asked.filter(([what]) => what !== 'close')).toEqual([])
  })
})

describe('a server with tokens of its own behind a public origin', () => {
  const env = { ACCESS_TOKEN: 'canary-own', VEHICLE_DATA_TOKEN: 'canary-own-2' }
  const remote: Browser = { cookie: '', origin: 'https://console.example' }

  it('shows its own account’s requests to browsers that use it, and each other token’s to that token', async () => {
    const gateway = await start({ ...env, AUDIT_LOG: newRecord(), PUBLIC_ORIGIN: 'https://console.example' })
    const ann = await add(gateway, { version3: 'canary-ann' }, remote)
    await remove(gateway, 'of-own', remote)
    await remove(gateway, 'of-ann', ann)
    expect(await idsOf(gateway, remote)).toEqual(['of-own'])
    expect(await idsOf(gateway, ann)).toEqual(['of-ann'])
    await add(gateway, { version3: 'canary-own' }, remote).then(async (eve) => {
      expect(await idsOf(gateway, eve)).toEqual([]) // even the same token, because it was added
    })
  })
  it('shows what its team shares to browsers that use its own account alone', async () => {
    const gateway = await start(
      { ...env, AUDIT_LOG: newRecord(), PUBLIC_ORIGIN: 'https://console.example' },
      { store: createDouble().source },
    )
    await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'))
    const ann = await add(gateway, { version3: 'canary-ann' }, remote)
    const body = JSON.stringify({ name: 'Old cars', address: '/vehicles', isShared: true })
    expect((await ask(gateway, '/team/views', remote, { method: 'POST', body })).status).toBe(200)
    await gateway.app.noted()
    expect((await page(gateway, remote)).data).toMatchObject([
      { kind: 'team', operation: 'view shared', parameters: { view: 'Old cars', address: '/vehicles' } },
    ])
    expect((await page(gateway, ann)).data).toEqual([])
  })
  it('shows of each account what that account did on this computer, too', async () => {
    const path = newRecord()
    for (const [nth, origin] of [undefined, 'http://127.0.0.2:4173'].entries()) {
      const gateway = await start({ ...env, AUDIT_LOG: path, ...(origin && { PUBLIC_ORIGIN: origin }) })
      const ann = await add(gateway, { version3: 'canary-ann' }, { cookie: '', origin })
      const own = { cookie: '', origin }
      await remove(gateway, `of-ann-${nth}`, ann)
      await remove(gateway, `of-own-${nth}`, own)
      const removed = (name: string) => [`${name}-1`, `${name}-0`].slice(1 - nth)
      expect([await idsOf(gateway, ann), await idsOf(gateway, own)]).toEqual([removed('of-ann'), removed('of-own')])
      expect((await page(gateway, own)).source).toMatchObject({ isOfAccount: true, since: expect.any(String) })
    }
  })
})
