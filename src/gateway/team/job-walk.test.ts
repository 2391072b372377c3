/** A list that a job reads from a host that fails, lies and moves: it goes on where it was, and no cell of its file acts. */
import { parse } from 'papaparse'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { begin, begun, ended, jobOf, order } from './job-harness'
import { keepOwn } from './store-source'

const COLD_MS = 20_000
const ROWS = 250
const EVIL = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '"=1"', 'a,"b"\r\n=c', '\r=1']

let store: Store
let host: Awaited<ReturnType<typeof startHost>>
/** How a page is answered instead, by its number. */
let faults: Record<number, { status: number; body?: string; headers?: Record<string, string> } | 'cut' | 'hang'> = {}
/** What stands in a page's link to the next one, where that is another. */
let links: Record<number, string | null> = {}
const hook = (n: number) => ({
  ...{ id: `w-${n}`, type: 'webhook', links: { self: '/' }, meta: { createdAt: '2026-01-01T00:00:00.000Z' } },
  attributes: {
    ...{ name: EVIL[n % EVIL.length], triggers: [], data: [], callbackUri: 'https://example.com/?token=secret' },
    ...{ isEnabled: true, autoSubscribe: false },
  },
})
const closers: (() => unknown)[] = []
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost(({ url = '' }, res) => {
    const asked = new URL(url, 'http://host').searchParams
    const [page, size] = [Number(asked.get('page[number]')), Number(asked.get('page[size]'))]
    const fault = url.startsWith('/v3/webhooks') ? faults[page] : undefined
    if (fault === 'hang') return
    if (fault === 'cut') return void res.destroy()
    if (fault) return void res.writeHead(fault.status, fault.headers).end(fault.body)
    const rows = url.startsWith('/v3/webhooks') ? ROWS : 0
    const data = Array.from({ length: Math.max(0, Math.min(size, rows - (page - 1) * size)) }, (_, n) =>
      hook((page - 1) * size + n),
    )
    const own = page * size < rows ? `/v3/webhooks?page[number]=${page + 1}&page[size]=${size}` : null
    const next = page in links ? links[page] : own
    const meta = { pageNumber: page, pageSize: size, totalCount: rows }
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ data, meta, links: { self: url, first: url, prev: null, next, last: url } }))
  })
}, COLD_MS)
beforeEach(() => {
  faults = {}
  links = {}
  accounts += 1
  host.requests.length = 0
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(async () => {
  host.close()
  await store.close()
})

let accounts = 0
/** Another server of the same account goes on where one before ended. */
async function start(env: Record<string, string> = {}): Promise<TestGateway> {
  const { address } = host
  const source = {
    open: async () => ({ ...store, close: async () => undefined }),
    keep: keepOwn,
    account: `walks-${accounts}`,
  }
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 'own', ...env }, undefined, { store: source })
  closers.push(gateway.close)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
  return gateway
}
const beginList = async (gateway: TestGateway) =>
  (await begun(await begin(gateway, { operation: 'GET /v3/webhooks' }))).id
const pages = () =>
  host.requests.flatMap(({ target }) =>
    target.startsWith('/v3/webhooks') ? Number(/page\[number\]=(\d+)/.exec(target)?.[1]) : [],
  )
async function rowsOf(gateway: TestGateway, id: number): Promise<string[][]> {
  const response = await gateway.ask(`/team/jobs/${id}/file?format=csv`)
  return parse<string[]>(await response.text(), { skipEmptyLines: true }).data.slice(1)
}

it('a page that fails stops it; resumed, it goes on there and reads no page twice', async () => {
  faults = { 2: { status: 403, body: '{"errors":[]}' } }
  const gateway = await start()
  const id = await beginList(gateway)
  const stopped = await ended(gateway, id, 'stopped')
  expect(stopped.reason).toBe('Stopped at page 2: the API returned 403.')
  expect([stopped.counts.done, stopped.counts.waiting, stopped.results?.rows]).toEqual([1, 1, 100])
  expect(await rowsOf(gateway, id)).toHaveLength(100)
  faults = {}
  await order(gateway, id, { action: 'resume' })
  expect((await ended(gateway, id)).counts).toMatchObject({ done: 3, failed: 0 })
  expect(pages()).toEqual([1, 2, 2, 3])
  expect((await rowsOf(gateway, id)).map(([one]) => one)).toEqual(Array.from({ length: ROWS }, (_, n) => `w-${n}`))
})

it('a server that ends in the middle of a page leaves it to the next, which asks for that page again', async () => {
  faults = { 2: 'hang' }
  const first = await start()
  const id = await beginList(first)
  await vi.waitFor(() => expect(pages()).toEqual([1, 2]), COLD_MS)
  expect((await jobOf(first, id)).counts).toMatchObject({ sending: 1, done: 1 })
  await first.close()
  // As if it had been killed: its page is under way for whoever looks.
  const sending = `UPDATE job_items SET state = 'sending', instance = gen_random_uuid() WHERE job = $1 AND state = 'waiting'`
  if ((await store.query(`${sending} RETURNING n`, [id])).length > 0)
    await store.query('UPDATE jobs SET sending = 1, waiting = 0 WHERE id = $1', [id])
  faults = {}
  const second = await start()
  expect((await ended(second, id)).counts).toEqual({
    done: 3,
    failed: 0,
    asleep: 0,
    unknown: 0,
    sending: 0,
    waiting: 0,
  })
  expect(pages()).toEqual([1, 2, 2, 3])
  expect(await rowsOf(second, id)).toHaveLength(ROWS)
})

it.each<[string, Record<number, string | null>, RegExp, number[]]>([
  ['back to the first page', { 2: '/v3/webhooks?page[number]=1' }, /^Stopped at page 2: .*earlier page/, [1, 2]],
  ['to itself', { 1: '/v3/webhooks?page[number]=1' }, /^Stopped at page 1: .*earlier page/, [1]],
  ['to no page', { 1: 'https://elsewhere.example/?cursor=x' }, /^Stopped at page 1: no page number/, [1]],
  ['of another filter', { 1: '/v3/webhooks?filter[name]=x&page[number]=2' }, /^Stopped at page 1/, [1]],
  [
    'far behind the end',
    { 2: '/v3/webhooks?page[number]=90', 90: '/?page[number]=91' },
    /^Stopped at page 90: .*no rows/,
    [1, 2, 90],
  ],
])('a link %s stops it', async (_, given, reason, asked) => {
  links = given
  const gateway = await start()
  const id = await beginList(gateway)
  expect((await ended(gateway, id, 'stopped')).reason).toMatch(reason)
  expect(pages()).toEqual(asked)
  expect(host.requests.every(({ headers }) => headers.host === host.address.slice('http://'.length))).toBe(true)
})

it('waits where it is asked to, and tries a page again that failed in passing', async () => {
  faults = { 1: { status: 429, headers: { 'retry-after': '1' } } }
  const gateway = await start()
  const id = await beginList(gateway)
  await vi.waitFor(async () => expect((await jobOf(gateway, id)).waitingUntil).not.toBeNull(), COLD_MS)
  faults = { 1: { status: 503, headers: { 'retry-after': '1' } } }
  await vi.waitFor(() => expect(pages()).toEqual([1, 1]), COLD_MS)
  faults = {}
  expect((await ended(gateway, id)).counts).toMatchObject({ done: 3, failed: 0 })
})

it('a page that is too large stops it, and what is no list', async () => {
  faults = {
    1: { status: 200, body: `{"data":[],"x":"${'x'.repeat(5 * 1024 * 1024)}"}` },
    2: { status: 200, body: '<p>' },
  }
  const gateway = await start()
  const id = await beginList(gateway)
  expect((await ended(gateway, id, 'stopped')).reason).toBe('Stopped at page 1: the response is larger than 4 MB.')
  faults = { 1: { status: 200, body: '<p>' } }
  await order(gateway, id, { action: 'resume' })
  await vi.waitFor(
    async () => expect((await jobOf(gateway, id)).reason).toMatch(/isn’t what the API documents/),
    COLD_MS,
  )
})

it('no cell of its file becomes a formula, and no token of an address is kept', async () => {
  const gateway = await start()
  const id = await beginList(gateway)
  await ended(gateway, id)
  const cells = (await rowsOf(gateway, id)).flat()
  expect(cells.filter((cell) => /^\s*[=+@-]|^[\t\r]/.test(cell))).toEqual([])
  for (const evil of EVIL)
    expect(
      cells.some((cell) => cell.replaceAll("'", '') === evil),
      evil,
    ).toBe(true)
  const lines = await (await gateway.ask(`/team/jobs/${id}/file?format=jsonl`)).text()
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).attributes.name),
  ).toContain('=1+1')
  expect(lines).not.toContain('secret')
})

it('a file whose job is erased meanwhile breaks off, and is no shorter one', async () => {
  const gateway = await start()
  const id = await beginList(gateway)
  await ended(gateway, id)
  // What is at the end of the file is looked for once its rows were read.
  let looks = 0
  const { query } = store
  store.query = async (...given) => {
    looks += /FROM job_items JOIN measured/.test(given[0]) ? 1 : 0
    if (looks === 2) await query('UPDATE jobs SET erased_at = now() WHERE id = $1', [id])
    return query(...given)
  }
  const again = await start()
  const cut = again.ask(`/team/jobs/${id}/file?format=csv`).then((response) => response.text())
  await expect(cut).rejects.toThrow()
  store.query = query
  expect(await codeOf(await gateway.ask(`/team/jobs/${id}/file?format=csv`))).toBe('404 GATEWAY NO_JOB')
})
