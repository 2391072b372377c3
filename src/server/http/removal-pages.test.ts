/** Removal without script: the question, the form's one click, and the page of its outcome. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PageConfig } from '../../api/config'
import type { RemovalPage } from '../../api/removal-page'
import { cookieOf, startHost, startTestGateway, type TestGateway } from '../../gateway/harness'
import { countsInDirectory } from './removal-counts'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-removal-page-'))
const AUDIT_LOG = join(folder, 'record.jsonl')
const CONFIG = join(folder, 'config.json')
writeFileSync(CONFIG, '{"parameters":{"filter[userId]":"filter[user]"}}')

const remove: typeof reply = (_, res) => void res.writeHead(204).end()
let reply: (req: IncomingMessage, res: ServerResponse) => void
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
const closers: (() => unknown)[] = []

const start = async (env: Record<string, string> = {}) => {
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const started = await startTestGateway(hosts, { ACCESS_TOKEN: 't', CONFIG, ...env })
  closers.push(started.close)
  return started
}
beforeAll(async () => {
  host = await startHost((req, res) => reply(req, res))
  gateway = await start({ AUDIT_LOG })
})
afterEach(() => {
  reply = remove
  host.requests.length = 0
})
afterAll(async () => {
  for (const close of closers) await close()
  host.close()
})
reply = remove

const page = { accept: 'text/html', 'sec-fetch-dest': 'document' }
const open = (path: string, headers: Record<string, string> = {}, at = gateway) =>
  at.ask(path, { headers: { ...page, ...headers } })
/** What the page's configuration has for its form. */
async function removalIn(response: Response): Promise<RemovalPage> {
  const [, json = ''] =
    /<script type="application\/json" id="config">(.*?)<\/script>/s.exec(await response.text()) ?? []
  const { removal } = JSON.parse(json) as PageConfig
  return removal ?? expect.fail('no removal page')
}
const question = async (path: string, headers: Record<string, string> = {}, at = gateway) =>
  removalIn(await open(path, headers, at))
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, at = gateway) =>
  at.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers: { ...page, ...headers } })
const submit = async (path: string, headers: Record<string, string> = {}, at = gateway) => {
  const { click, account } = await question(path, headers, at)
  return post(path, { click, account }, headers, at)
}
const locationOf = (response: Response) => response.headers.get('location') ?? ''
const changes = () => host.requests.filter(({ method }) => method === 'DELETE')
/** The status of a refusal's page, after which nothing was sent. */
async function refusalOf(response: Response): Promise<string> {
  const html = await response.text()
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(html).toContain('role="alert"')
  expect(html.match(/Nothing was sent/g)).toHaveLength(1)
  expect(changes()).toEqual([])
  return `${response.status} ${/\(([A-Z_]+)\)/.exec(html)?.[1]}`
}

describe('the question', () => {
  it('has a click ID of its own, the account, and a policy under which its form has an Origin', async () => {
    const first = await open('/connections/c-1/remove')
    expect(first.headers.get('referrer-policy')).toBe('same-origin')
    expect(first.headers.get('content-security-policy')).toContain("form-action 'self'")
    const [one, two] = [await removalIn(first), await question('/connections/c-1/remove')]
    expect(one).toMatchObject({ path: '/connections/c-1/remove', account: expect.any(String) })
    expect(one.click).not.toBe(two.click)
    expect(one.account).toBe(two.account)
    expect(host.requests).toEqual([])
  })
  it('is no removal page at any other address, and not under a foreign Host', async () => {
    for (const path of ['/connections/c-1', '/webhooks/w-1/remove', '/connections/c-1/remove/x/y'])
      await expect(question(path)).rejects.toThrow('no removal page')
    const answer = await gateway.raw(
      `GET /connections/c-1/remove HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
    expect(answer).not.toContain('"click"')
  })
  it('shows a user’s counts only as the directory has them', async () => {
    expect((await question('/users/unknown/remove')).counts).toBeUndefined()
    expect(host.requests).toEqual([])
    const found = {
      users: [
        { id: 'U-2', live: 5, simulated: 0 },
        { id: 'u-1', live: 2, simulated: 1 },
      ],
    }
    const account = {
      now: () => ({ directory: { find: async () => found } }),
      asOf: async () => '2026-01-01T00:00:00Z',
    }
    const of = (id: string, given: object = account) => countsInDirectory(given as never, id) // as far as it is read
    expect(await of('u-1')).toEqual({ live: 2, simulated: 1, at: '2026-01-01T00:00:00Z', isCounted: false })
    expect(await of('u-3')).toBeUndefined()
    expect(await of('u-1', { ...account, now: () => expect.fail('away') })).toBeUndefined()
  })
})

describe('counting', () => {
  it('sends its two requests when the form asks for it, and answers with the question', async () => {
    reply = ({ url }, res) => {
      const isLive = url?.includes('=live')
      const data = isLive ? [{ id: 'c', type: 'connection', attributes: { user: { id: 'u-1' } } }] : []
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ data, meta: { totalCount: isLive ? 7 : 0 } }))
    }
    const { account } = await question('/users/u-1/remove')
    const answer = await post('/users/u-1/remove/count', { account })
    expect(answer.status).toBe(200)
    expect(await removalIn(answer)).toMatchObject({
      path: '/users/u-1/remove',
      counts: { live: 7, simulated: 0, isCounted: true },
    })
    expect(host.requests.map(({ target }) => target)).toEqual([
      '/v3/connections?filter[user]=u-1&filter[vehicle.mode]=live&page[number]=1&page[size]=1',
      '/v3/connections?filter[user]=u-1&filter[vehicle.mode]=simulated&page[number]=1&page[size]=1',
    ])
    expect(locationOf(await open('/users/u-1/remove/count'))).toBe('/users/u-1/remove')
  })
  it('has no number where the provider lists others, fails, or has none', async () => {
    reply = ({ url }, res) => {
      if (url?.includes('=simulated')) return void res.writeHead(500).end()
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end('{"data":[{"id":"c","attributes":{"user":{"id":"other"}}}],"meta":{"totalCount":9}}')
    }
    expect(await removalIn(await post('/users/u-4/remove/count', {}))).toMatchObject({
      counts: { live: null, simulated: null },
    })
    expect((await post('/connections/c-1/remove/count', {})).status).toBe(404)
  })
})

describe('the form', () => {
  it.each([
    ['/connections/c%2F1/remove', '/v3/connections/c%2F1', 'DELETE /v3/connections/{connectionId}'],
    ['/users/u-1/remove', '/v3/users/u-1', 'DELETE /v3/users/{userId}'],
    ['/subscriptions/s-1/remove', '/v3/subscriptions/s-1', 'DELETE /v3/subscriptions/{subscriptionId}'],
  ])('of %s sends its change once, after its line, and leads to the outcome', async (path, target, operation) => {
    let recorded = ''
    reply = (_, res) => {
      recorded = readFileSync(AUDIT_LOG, 'utf8').trim().split('\n').at(-1) ?? ''
      res.writeHead(204).end()
    }
    const { click, account } = await question(path)
    const sent = await post(path, { click, account })
    expect([sent.status, locationOf(sent)]).toEqual([303, `${path}/${click}`])
    expect(changes().map((one) => one.target)).toEqual([target])
    expect(changes()[0]?.headers.authorization).toBe('Bearer t')
    expect(JSON.parse(recorded)).toMatchObject({ event: 'attempt', operation, click })
    // A double submit, Back and a reload lead to the same page, and send nothing.
    expect(locationOf(await post(path, { click, account }))).toBe(locationOf(sent))
    for (const _ of [1, 2]) {
      const outcome = await open(locationOf(sent))
      expect(outcome.status).toBe(200)
      expect((await removalIn(outcome)).outcome).toEqual({ state: 'removed', status: 204 })
    }
    expect(changes()).toHaveLength(1)
  })
  const error = JSON.stringify({ errors: [{ code: 'NOT_ALLOWED', title: 'Forbidden', detail: 'Not yours.' }] })
  it.each<[string, typeof reply, object]>([
    ['200', (_, res) => void res.writeHead(200).end('{}'), { state: 'removed', status: 200 }],
    [
      '403',
      (_, res) => void res.writeHead(403).end(error),
      { state: 'failed', status: 403, code: 'NOT_ALLOWED', detail: 'Not yours.' },
    ],
    ['404', (_, res) => void res.writeHead(404).end('{}'), { state: 'already gone', status: 404 }],
    ['409', (_, res) => void res.writeHead(409).end(error), { state: 'failed', status: 409, detail: 'Not yours.' }],
    ['500', (_, res) => void res.writeHead(500).end('<h1>'), { state: 'failed', status: 500 }],
    ['503', (_, res) => void res.writeHead(503).end(), { state: 'unknown', status: 503 }],
    ['no response', ({ socket }) => void socket.destroy(), { state: 'unknown', code: 'UPSTREAM_UNREACHABLE' }],
    [
      'a response that is cut',
      (_, res) => {
        res.writeHead(200, { 'content-length': '100' })
        res.write('{', () => res.destroy())
      },
      { state: 'unknown' },
    ],
  ])('shows %s as it is', async (name, act, expected) => {
    reply = act
    const sent = await submit(`/connections/${encodeURIComponent(name)}/remove`)
    expect(sent.status).toBe(303)
    expect((await question(locationOf(sent))).outcome).toMatchObject(expected)
    expect(changes()).toHaveLength(1)
  })
  it('submitted twice at once is sent once, and the page of the outcome waits for it', async () => {
    const held: ServerResponse[] = []
    reply = (_, res) => void held.push(res)
    const path = '/connections/twice/remove'
    const { click, account } = await question(path)
    const both = [post(path, { click, account }), post(path, { click, account })]
    await vi.waitFor(() => expect(held).toHaveLength(1))
    let isOpen = false
    const outcome = question(`${path}/${click}`).then((one) => {
      isOpen = true
      return one
    })
    await gateway.ask('/healthz')
    expect(isOpen).toBe(false)
    held[0]?.writeHead(204).end()
    expect((await Promise.all(both)).map(locationOf)).toEqual(Array(2).fill(`${path}/${click}`))
    expect((await outcome).outcome?.state).toBe('removed')
    expect(changes()).toHaveLength(1)
  })
  it('of another click on the same thing gets the outcome of the first', async () => {
    const held: ServerResponse[] = []
    reply = (_, res) => void held.push(res)
    const path = '/connections/shared/remove'
    const [one, two] = [await question(path), await question(path)]
    const received = vi.fn()
    gateway.server.on('request', received)
    const both = [one, two].map(({ click, account }) => post(path, { click, account }))
    await vi.waitFor(() => expect([held.length, received.mock.calls.length]).toEqual([1, 2]))
    await submit('/connections/shared/remove', { origin: 'null' }) // by now the second one waits, too
    gateway.server.off('request', received)
    held[0]?.writeHead(204).end()
    const locations = (await Promise.all(both)).map(locationOf)
    expect(new Set(locations).size).toBe(2)
    for (const one of locations) expect((await question(one)).outcome?.state).toBe('removed')
    expect(changes()).toHaveLength(1)
  })
  it('is known after a restart by its status, and beside its own thing alone', async () => {
    const sent = locationOf(await submit('/connections/c-9/remove'))
    const next = await start({ AUDIT_LOG })
    expect((await question(sent, {}, next)).outcome).toEqual({ state: 'removed', status: 204 })
    for (const [at, path] of [
      [next, sent.replace('c-9', 'c-8')],
      [gateway, sent.replace('c-9', 'c-8')],
      [gateway, '/connections/c-9/remove/never-clicked'],
      [gateway, '/connections/c-9/remove/x'],
    ] as const) {
      const unknown = await open(path, {}, at)
      expect(unknown.status).toBe(404)
      expect((await removalIn(unknown)).outcome?.state).toBe('unknown')
    }
  })
})

describe('a form is refused, and nothing is sent,', () => {
  const path = '/connections/c-2/remove'
  it('without a proper click ID', async () => {
    const fields: Record<string, string>[] = [{}, { click: '' }, { click: 'short' }, { click: 'click-<script>' }]
    for (const one of fields) expect(await refusalOf(await post(path, one))).toBe('400 BAD_REQUEST')
  })
  it('with a body of more than 4 KB', async () => {
    const { click } = await question(path)
    expect(await refusalOf(await post(path, { click, account: 'x'.repeat(5000) }))).toBe('413 BODY_TOO_LARGE')
  })
  it('from a page of another origin, and from one that says nothing', async () => {
    const { click, account } = await question(path)
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign)
      expect(await refusalOf(await post(path, { click, account }, headers))).toBe('403 FOREIGN_ORIGIN')
    const body = `click=${click}`
    const bare = await gateway.raw(
      `POST ${path} HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    expect(bare).toMatch(/^HTTP\/1\.1 403/)
    expect(changes()).toEqual([])
  })
  it('with another account than the one of the question', async () => {
    const { click, account } = await question(path)
    const { cookies } = await gateway.session({ version3: 'another-token' })
    const answer = await post(path, { click, account }, { cookie: cookieOf(cookies) })
    expect(await refusalOf(answer)).toBe('409 ACCOUNT_CHANGED')
  })
  it('for an ID that could be read as another path', async () => {
    const answer = await post('/connections/..%2fusers%2fu-1/remove', { click: 'a-proper-click' })
    expect(await refusalOf(answer)).toBe('404 NOT_AN_OPERATION')
  })
  it('by a server that is read-only, without a token, and with a role that is not enough', async () => {
    const readOnly = await start({ READ_ONLY: '1' })
    expect(await refusalOf(await submit(path, {}, readOnly))).toBe('403 READ_ONLY')
    expect(readOnly.events.join()).toContain('"code":"READ_ONLY"')
    expect(await refusalOf(await submit(path, {}, await start({ ACCESS_TOKEN: '' })))).toBe('401 NO_TOKEN')
    const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-user', ROLE_CLAIM: 'x-role' }
    const team = await start(proxy)
    const by = (role: string, user = 'ann') => ({ 'x-user': user, 'x-role': role })
    const { click, account } = await question(path, by('viewer'), team)
    expect(await refusalOf(await post(path, { click, account }, by('viewer'), team))).toBe('403 ROLE')
    expect(await refusalOf(await post(path, { click }, {}, team))).toBe('401 SIGN_IN_REQUIRED')
    // An operator's outcome is theirs.
    const sent = await submit(path, by('operator'), team)
    expect((await question(locationOf(sent), by('operator'), team)).outcome?.state).toBe('removed')
    expect((await open(locationOf(sent), by('operator', 'bob'), team)).status).toBe(404)
  })
})
