/** A recorded afternoon is replayed without any host, and gives the same byte for byte, tokens and VINs apart. */
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connections } from '../../api/connections'
import type { RenderPage } from '../../api/server-rendered'
import { type RunningSandbox, startSandbox } from '../../sandbox/server'
import { codeOf, cookieOf, type TestGateway } from '../harness'
import { createDouble } from '../team/team-harness'
import { linesIn, newFolder, startRecording, startReplay, textIn } from './tape-harness'
import { FILE } from './tape-line'

/** What the server is configured with, and what is added in the browser: each opens a world of its own. */
const tokens = { ACCESS_TOKEN: 'sandbox-canary-a1', VEHICLE_DATA_TOKEN: 'sandbox-canary-b2' }
const added = {
  html: 'sandbox-html:canary-c3',
  cut: 'sandbox-cut:canary-d4',
  broken: 'sandbox-cut-body:canary-e5',
  truncated: 'sandbox-truncated:canary-f6',
}

interface Came {
  status: number
  headers: Record<string, string | null>
  text: string
}
type Session = Record<string, Came>

const kept = ['content-type', 'retry-after', 'date', 'sb-data-age', 'sb-fetched-at', 'sb-unit-system', 'sb-request-id']
/** Of this server’s own error: another one each time. */
const withoutId = (text: string) => (text.includes('"GATEWAY"') ? text.replace(/"id":"[^"]+"/, '"id"') : text)

/** Among so many one has a link for its owner. */
const CARS = 5

/** Where it breaks depends on what had left by then. */
const broken: Came = { status: 0, headers: {}, text: 'it broke off' }

async function came(response: Response): Promise<Came> {
  const text = await response.text()
  const headers = Object.fromEntries(kept.map((name) => [name, response.headers.get(name)]))
  return { status: response.status, headers: text.includes('"GATEWAY"') ? {} : headers, text: withoutId(text) }
}

/** @param cookies of the tokens that were added, by their name */
async function afternoon({ ask }: TestGateway, cookies: Partial<Record<keyof typeof added, string>> = {}) {
  const session: Session = {}
  async function step(name: string, path: string, init: RequestInit = {}) {
    const headers = { 'x-forecourt-fresh': '1', ...init.headers }
    const one = await ask(`/api/${path}`, { ...init, headers })
      .then(came)
      .catch(() => broken)
    session[name] = one
    return one
  }
  const as = (name: keyof typeof added): RequestInit => (cookies[name] ? { headers: { cookie: cookies[name] } } : {})
  const json = async (name: string, path: string) => JSON.parse((await step(name, path)).text)

  const list = await json('list', 'vehicle/v3/connections?page[size]=10')
  const { data: webhooks } = await json('webhooks', 'management/v3/webhooks')
  const [first, second] = list.data
  const { user, vehicle } = first.relationships
  const cars = list.data.slice(0, CARS).entries()
  const car = `vehicle-data/v2.0/vehicles/${vehicle.data.id}`
  const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
  const attributes = { webhookId: webhooks[0].id, userId: user.data.id, vehicleId: vehicle.data.id }
  await Promise.all([
    step('next page', `vehicle${list.links.next}`),
    step('live', 'vehicle/v3/connections?filter[vehicle.mode]=live&page[size]=25&page[number]=2'),
    step('connection', `vehicle/v3/connections/${first.id}`),
    step('user', `vehicle/v3/connections?filter[userId]=${user.data.id}`),
    step('user, live', `vehicle/v3/connections?filter[userId]=${user.data.id}&filter[vehicle.mode]=live`),
    ...['vin', 'service/history', 'diagnostics/dtcs', 'diagnostics/system_status'].map((read) =>
      step(read, `${car}/${read}`),
    ),
    step('batch', `${car}/batch`, post({ requests: [{ path: '/vin' }, { path: '/odometer' }, { path: '/fuel' }] })),
    step('other batch', `${car}/batch`, post({ requests: [{ path: '/odometer' }] })),
    step('signal', `vehicle/v3/vehicles/${vehicle.data.id}/signals/tractionbattery-stateofcharge/values?pageSize=5`),
    step('webhook', `management/v3/webhooks/${webhooks[0].id}`),
  ])
  for (const [nth, { relationships }] of cars)
    await step(
      `capacity ${nth}`,
      `vehicle-data/v2.0/vehicles/${relationships.vehicle.data.id}/battery/nominal_capacity`,
    )
  await step('subscribe', 'management/v3/subscriptions', post({ data: { attributes } }))
  await step('before the removal', `vehicle/v3/connections/${second.id}`)
  await step('removal', `vehicle/v3/connections/${second.id}`, { method: 'DELETE' })
  await step('after the removal', `vehicle/v3/connections/${second.id}`)
  await Promise.all([
    ...[409, 429, 500].map((status) => step(`${status}`, `vehicle-data/v2.0/vehicles/fault-${status}/vin`)),
    step('a web page', 'management/v3/webhooks', as('html')),
    step('half of its JSON', 'vehicle/v3/connections?page[size]=5', as('truncated')),
    step('no response', 'vehicle/v3/connections?page[size]=6', as('cut')),
    step('broken off', 'vehicle/v3/connections?page[size]=7', as('broken')),
  ])
  return session
}

/** What a page or the server itself asks for, beside what a browser does. */
const renderPage: RenderPage = async ({ send }) => {
  const { status, text } = await send('/api/vehicle/v3/connections?page[size]=50')
  return { html: `${status} ${text.length}`, dehydrated: {} as never, isComplete: true } // no test reads it
}
async function alone(gateway: TestGateway, { keepings }: ReturnType<typeof createDouble>) {
  await vi.waitFor(() => expect(keepings).toHaveLength(1))
  const [keeping] = keepings
  if (!keeping) return expect.fail('nothing is kept')
  const { rows, total } = await keeping.readPage({}, 1, 100, new AbortController().signal)
  const target = rows[99]?.id ?? ''
  const about = { begunBy: null, subject: null, client: 'this server', shared: null, page: 0, place: null, tries: 1 }
  const { operation } = connections.remove
  const { signal } = new AbortController()
  const jobs = keeping.jobs({ users: async () => expect.fail(), vehicles: async () => expect.fail() })
  const sent = await jobs.send({ ...about, operation, target, click: `click-${target}` }, async () => true, signal)
  const isThere = await jobs.look(operation, target, signal, null)
  const page = await gateway.ask('/connections', {
    headers: { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
  })
  return { rows, total, sent, isThere, page: /<div id="root">([^<]*)/.exec(await page.text())?.[1] }
}

const folder = newFolder()
let sandbox: RunningSandbox
let recorded: Session
let replayed: Session
let recordedAlone: Awaited<ReturnType<typeof alone>>
let replayedAlone: Awaited<ReturnType<typeof alone>>
let config: unknown
const log: string[] = []

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation((line) => void log.push(line))
  vi.spyOn(console, 'info').mockImplementation((line) => void log.push(line))
  sandbox = await startSandbox({ connections: 300, seed: 1, latencyMs: 0 })
  const own = createDouble()
  const env = { ...tokens, STORE_DIR: mkdtempSync(join(tmpdir(), 'forecourt-store-')), HEADER_PREFIX: 'sb' }
  const recording = await startRecording(folder, sandbox, env, { renderPage, store: own.source })
  const cookies: Partial<Record<keyof typeof added, string>> = {}
  for (const [name, token] of Object.entries(added))
    cookies[name as keyof typeof added] = cookieOf((await recording.session({ version3: token })).cookies) // its own keys
  recorded = await afternoon(recording, cookies)
  recordedAlone = await alone(recording, own)
  await recording.close()
  await sandbox.close()
})
beforeAll(async () => {
  const again = createDouble()
  const replay = await startReplay(folder, {}, { renderPage, store: again.source })
  replayed = await afternoon(replay)
  replayedAlone = await alone(replay, again)
  config = await (await replay.ask('/config.json')).json()
  expect(await codeOf(await replay.ask('/api/vehicle/v3/connections?page[size]=11'))).toBe('501 GATEWAY NOT_RECORDED')
  const unknown = again.keepings[0]?.readPage({}, 1, 99, new AbortController().signal)
  await expect(unknown).rejects.toMatchObject({ kind: 'not-recorded' }) // which a crawl has words for
  await replay.close()
})
afterAll(() => vi.restoreAllMocks())

const VIN = /\b[A-HJ-NPR-Z0-9]{17}\b/g
const OWNER_QUERY = /(battery-capacity)\?[^"]*/g
const withoutSecrets = (text: string) => text.replace(VIN, '•'.repeat(17)).replace(OWNER_QUERY, '$1?…')

describe('a recorded afternoon', () => {
  it('is replayed byte for byte, VINs and the queries of owner links apart', () => {
    expect(Object.keys(replayed).toSorted()).toEqual(Object.keys(recorded).toSorted())
    const differing = Object.keys(recorded).filter((name) => recorded[name]?.text !== replayed[name]?.text)
    for (const [name, { status, headers, text }] of Object.entries(recorded))
      expect([name, replayed[name]]).toEqual([name, { status, headers, text: withoutSecrets(text) }])
    expect(new Set(differing.map((name) => name.replace(/ \d$/, '')))).toEqual(new Set(['capacity', 'vin', 'batch']))
  })
  it('has what it was meant to have', () => {
    const status = Object.fromEntries(Object.entries(recorded).map(([name, one]) => [name, one.status]))
    expect(status).toMatchObject({
      ...{ list: 200, 'next page': 200, live: 200, user: 200, batch: 200, signal: 200, webhooks: 200, webhook: 200 },
      ...{ removal: 204, 'before the removal': 200, 'after the removal': 404, 409: 409, 429: 429, 500: 500 },
      ...{ 'a web page': 200, 'half of its JSON': 200, 'no response': 502 },
    })
    expect(recorded['a web page']?.text).toMatch(/^<!doctype html>/i)
    expect(recorded['broken off']?.text).toBe('it broke off')
    expect(recorded['no response']?.text).toContain('UPSTREAM_UNREACHABLE')
    expect(recorded['429']?.headers['retry-after']).toMatch(/^\d+$/)
  })
  it('gives the crawl, the jobs and the rendered pages the same', () => {
    expect(recordedAlone).toMatchObject({ sent: { state: 'done', status: 204 }, isThere: false, page: /^200 \d+$/ })
    expect(replayedAlone).toEqual(recordedAlone)
  })
  it('has no token, no VIN and no query of an owner link in any file, and is its user’s alone', () => {
    const text = textIn(folder)
    const all = Object.values(recorded).map((one) => one.text)
    const vins = all.flatMap((one) => one.match(VIN) ?? [])
    const ownerTokens = all.flatMap((one) => [...one.matchAll(/[?&]token=([^&"]+)/g)].map(([, token = '']) => token))
    expect([vins.length, ownerTokens.length]).toEqual([expect.any(Number), expect.any(Number)])
    expect(Math.min(vins.length, ownerTokens.length)).toBeGreaterThan(0)
    for (const secret of [...vins, ...ownerTokens, ...Object.values(tokens), ...Object.values(added), 'canary'])
      expect(text).not.toContain(secret)
    expect(text).not.toMatch(/authorization|set-cookie|bearer/i)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, FILE)).mode & 0o777).toBe(0o600)
  })
  it('says in each line what was asked of whom, when, and how long it took', () => {
    const line = linesIn(folder).find(({ path }) => path === '/v3/subscriptions')
    expect(line).toEqual({
      ...{
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        ms: expect.any(Number),
        account: expect.stringMatching(/^[\w-]{16}$/),
      },
      ...{ host: 'management', method: 'POST', path: '/v3/subscriptions', query: '', status: expect.any(Number) },
      ...{ request: expect.stringMatching(/^\{"data"/), headers: expect.any(Object), body: expect.any(String) },
    })
  })
  it('is said aloud: in the log, and to the console', () => {
    expect(log.join('\n')).toMatch(/RECORD: every response .* names, IDs and locations aren’t/)
    expect(log.join('\n')).toMatch(/REPLAY: \d+ responses of \d+ accounts in /)
    expect(config).toMatchObject({ tape: { kind: 'replay', from: expect.any(String), to: expect.any(String) } })
    expect(config).toMatchObject({ headerPrefix: 'sb', tokens: { version3: true, version2: true } })
  })
})
