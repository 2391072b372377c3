/** `/team/jobs` with a real store and a host that records: what is sent, in whose name, and who may ask for it. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { teamBounds } from '../../api/team-bounds'
import { BegunJob, TeamJob, TeamJobItems, TeamJobs, TeamQueued } from '../../api/team-jobs'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from './store-source'

const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const as = (roles = 'operator', user = roles === 'operator' ? 'ann' : roles) => ({
  'x-remote-user': user,
  'x-remote-roles': roles,
})
const COLD_MS = 20_000
const operation = 'DELETE /v3/connections/{connectionId}'

let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let folder: string
/** How the host answers a removal of that id; 204 where it says nothing. */
let answers: Record<string, { status: number; headers?: Record<string, string>; body?: string } | 'cut'> = {}
const closers: (() => unknown)[] = []
beforeAll(async () => {
  store = await openTestStore('postgresql')
  folder = mkdtempSync(join(tmpdir(), 'forecourt-jobs-'))
  host = await startHost(({ url = '', method }, res) => {
    const id = decodeURIComponent(url.split('/').at(-1) ?? '')
    const answer = method === 'DELETE' ? answers[id] : undefined
    if (answer === 'cut') return void res.destroy()
    if (answer) return void res.writeHead(answer.status, answer.headers).end(answer.body)
    if (method === 'DELETE') return void res.writeHead(204, { 'sb-request-id': `r-${id}` }).end()
    res.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[]}')
  })
}, COLD_MS)
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  answers = {}
  host.requests.length = 0
})
afterAll(async () => {
  host.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

let accounts = 0
async function start(env: Record<string, string> = {}, keep = keepOwn): Promise<TestGateway> {
  accounts += 1
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const source = {
    open: async () => ({ ...store, close: async () => undefined }),
    keep,
    account: `account-${accounts}`,
  }
  const own = { ACCESS_TOKEN: 'canary-own', AUDIT_LOG: join(folder, `audit-${accounts}.jsonl`), ...proxy, ...env }
  const gateway = await startTestGateway(hosts, own, undefined, { store: source })
  closers.push(gateway.close)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
  return gateway
}
let clicks = 0
const post = (gateway: TestGateway, path: string, body: object, headers: Record<string, string> = as()) =>
  gateway.ask(path, { method: 'POST', body: JSON.stringify(body), headers })
function begin(gateway: TestGateway, targets: string[], more: object = {}, headers = as()) {
  clicks += 1
  return post(gateway, '/team/jobs', { key: `click-${10_000 + clicks}`, operation, targets, ...more }, headers)
}
const begun = async (response: Response) => BegunJob.parse(await response.json())
const get = (gateway: TestGateway, path: string) => gateway.ask(path, { headers: as('viewer') })
const jobOf = async (gateway: TestGateway, id: number) =>
  TeamJob.parse(await (await get(gateway, `/team/jobs/${id}`)).json())
const itemsOf = async (gateway: TestGateway, id: number) =>
  TeamJobItems.parse(await (await get(gateway, `/team/jobs/${id}/items`)).json()).rows
const sent = () => host.requests.filter(({ method }) => method === 'DELETE').map(({ target }) => target)
async function ended(gateway: TestGateway, id: number, phase = 'ended') {
  await vi.waitFor(async () => expect((await jobOf(gateway, id)).phase).toBe(phase), { timeout: COLD_MS, interval: 50 })
  return jobOf(gateway, id)
}

it('removes each once, in the name of who began it, with the server’s token, on the record', async () => {
  const gateway = await start()
  const { job, targets } = await begun(await begin(gateway, ['one', 'two/../three', 'one']))
  expect([targets, job?.phase, job?.begunBy]).toEqual([2, 'running', 'ann'])
  const id = job?.id ?? 0
  expect((await ended(gateway, id)).counts).toMatchObject({ done: 2, waiting: 0, sending: 0 })
  expect(sent().toSorted()).toEqual(['/v3/connections/one', '/v3/connections/two%2F..%2Fthree'])
  expect(new Set(host.requests.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer canary-own']))
  expect(await itemsOf(gateway, id)).toMatchObject([
    { target: 'one', state: 'done', status: 204, requestId: 'r-one', tries: 1 },
    { target: 'two/../three', state: 'done' },
  ])
  const lines = readFileSync(join(folder, `audit-${accounts}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ event }) => event).toSorted()).toEqual(['attempt', 'attempt', 'job begun', 'outcome', 'outcome'])
  expect(lines).toEqual(lines.map(() => expect.objectContaining({ operator: 'ann' })))
})

it('begins nothing for a UUID with an invisible character, whose 404 would count as removed', async () => {
  const gateway = await start()
  const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  const answer = await begin(gateway, ['one', `\u200b${uuid}`])
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { errors: [{ detail: expect.stringContaining(`Use ${uuid}.`) }] },
  ])
  const subscribing = { operation: 'POST /v3/subscriptions', with: { webhookId: `${uuid}.` } }
  expect((await begin(gateway, ['v/u'], subscribing)).status).toBe(400)
  expect(await (await get(gateway, '/team/jobs')).json()).toMatchObject({ rows: [] })
})

it('says of each what the provider said, and knows what may have been done', async () => {
  answers = {
    ...{ gone: { status: 404, body: '{"errors":[]}' }, cut: 'cut' },
    no: { status: 403, body: JSON.stringify({ errors: [{ title: 'Not yours', detail: '<b>ask them</b>' }] }) },
    late: { status: 504, body: 'proxy' },
  }
  const gateway = await start()
  const { job } = await begun(await begin(gateway, ['gone', 'cut', 'no', 'late', 'fine']))
  const id = job?.id ?? 0
  expect((await ended(gateway, id)).counts).toEqual({
    done: 2,
    unknown: 2,
    failed: 1,
    asleep: 0,
    waiting: 0,
    sending: 0,
  })
  const items = await itemsOf(gateway, id)
  expect(items.map(({ target, state, detail }) => [target, state, detail])).toEqual([
    ['no', 'failed', 'Not yours. <b>ask them</b>'],
    ['cut', 'unknown', 'No response came. The change may have been made; check it.'],
    ['late', 'unknown', 'No response came. The change may have been made; check it.'],
    ['gone', 'done', 'There was nothing to remove.'],
    ['fine', 'done', null],
  ])
  expect((await post(gateway, `/team/jobs/${id}`, { action: 'check' })).status).toBe(200)
  await vi.waitFor(async () => expect((await jobOf(gateway, id)).counts.unknown).toBe(0), { timeout: COLD_MS })
  expect((await jobOf(gateway, id)).counts).toMatchObject({ done: 4, failed: 1 })
  answers = {}
  await post(gateway, `/team/jobs/${id}`, { action: 'retry' })
  await vi.waitFor(async () => expect((await jobOf(gateway, id)).counts.done).toBe(5), { timeout: COLD_MS })
  expect(sent().filter((target) => target.endsWith('/no'))).toHaveLength(2)
  expect(sent()).toHaveLength(6)
})

it('waits where the provider asks for it, and sends then what was refused', async () => {
  answers = { one: { status: 429, headers: { 'retry-after': '1' } } }
  const gateway = await start()
  const { job } = await begun(await begin(gateway, ['one']))
  const id = job?.id ?? 0
  await vi.waitFor(async () => expect((await jobOf(gateway, id)).waitingUntil).not.toBeNull(), { timeout: COLD_MS })
  answers = {}
  expect((await ended(gateway, id)).counts.done).toBe(1)
  expect(sent()).toHaveLength(2)
})

it('a token that is refused stops it, and nothing more is sent until somebody resumes it', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `id-${n}`)
  answers = Object.fromEntries(ids.map((id) => [id, { status: 401 }]))
  const gateway = await start()
  const { job } = await begun(await begin(gateway, ids))
  const id = job?.id ?? 0
  const stopped = await ended(gateway, id, 'stopped')
  expect(stopped.reason).toBe('Stopped because the API rejected the token (401).')
  expect(stopped.counts).toMatchObject({ waiting: 20, failed: 0 })
  expect(sent().length).toBeLessThan(5)
  answers = {}
  const resumed = TeamJob.parse(
    await (await post(gateway, `/team/jobs/${id}`, { action: 'resume' }, as('operator', 'bob'))).json(),
  )
  expect([resumed.phase, resumed.orderedBy]).toEqual(['running', 'bob'])
  expect((await ended(gateway, id)).counts.done).toBe(20)
})

it('is begun by who may change things, seen by who may read, and stopped by any operator', async () => {
  const gateway = await start()
  for (const role of ['viewer', 'reader'])
    expect(await codeOf(await begin(gateway, ['one'], {}, as(role)))).toBe('403 GATEWAY ROLE')
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { job } = await begun(await begin(gateway, ['one', 'two'], { startAt: later }))
  expect([job?.startAt, job?.waitingUntil]).toEqual([later, later])
  const id = job?.id ?? 0
  expect(await codeOf(await post(gateway, `/team/jobs/${id}`, { action: 'stop' }, as('reader')))).toBe(
    '403 GATEWAY ROLE',
  )
  const page = TeamJobs.parse(await (await get(gateway, '/team/jobs?state=scheduled')).json())
  expect([page.rows.map((one) => one.id), page.count.value]).toEqual([[id], 1])
  const queued = await (await get(gateway, '/team/queued?connection=two')).json()
  expect(TeamQueued.parse(queued)).toEqual({ jobs: [{ id, operation, begunBy: 'ann' }] })
  expect((await begun(await begin(gateway, ['two', 'three']))).queued).toMatchObject([{ job: id, count: 1 }])
  await post(gateway, `/team/jobs/${id}`, { action: 'stop' }, as('operator', 'bob'))
  expect(await jobOf(gateway, id)).toMatchObject({ phase: 'stopped', orderedBy: 'bob' })
  expect(sent()).toEqual([])
})

it('tells an address outside of its end, signed, without an ID, until that has taken it', async () => {
  const secret = 'a secret of thirty-two bytes or more'
  let refusals = 1
  const outside = await startHost((_, res) => {
    refusals -= 1
    res.writeHead(refusals >= 0 ? 503 : 204).end()
  })
  closers.push(outside.close)
  const gateway = await start({ NOTIFY_URL: `${outside.address}/hook`, NOTIFY_SECRET: secret })
  const { job } = await begun(await begin(gateway, ['canary-id']))
  const id = job?.id ?? 0
  await ended(gateway, id)
  await vi.waitFor(() => expect(outside.requests).toHaveLength(1), COLD_MS)
  // Its next time is in ten seconds: as if they were over, and somebody had wanted anything of a job.
  await store.query('UPDATE jobs SET tell_at = now() WHERE id = $1', [id])
  await post(gateway, `/team/jobs/${id}`, { action: 'check' })
  await vi.waitFor(() => expect(outside.requests).toHaveLength(2), COLD_MS)
  await vi.waitFor(async () =>
    expect((await store.query('SELECT told_at FROM jobs WHERE id = $1', [id]))[0]?.told_at).not.toBeNull(),
  )
  const [first, second] = outside.requests
  expect([first?.body, second?.target, second?.method]).toEqual([second?.body, '/hook', 'POST'])
  expect(JSON.parse(second?.body ?? '')).toMatchObject({ event: 'job.ended', job: id, counts: { done: 1, failed: 0 } })
  expect(second?.body).not.toMatch(/canary|ann/)
  const signature = createHmac('sha256', secret)
    .update(second?.body ?? '')
    .digest('hex')
  expect(second?.headers['x-forecourt-signature']).toBe(`sha256=${signature}`)
})

it('is not begun on a server that is read-only', async () => {
  expect(await codeOf(await begin(await start({ READ_ONLY: '1' }), ['one']))).toBe('403 GATEWAY READ_ONLY')
  expect(sent()).toEqual([])
})

it.each<[string, object]>([
  ['no targets', { targets: [] }],
  ['a billed read', { operation: 'GET /v3/vehicles/{vehicleId}/signals' }],
  ['another change', { operation: 'POST /v3/subscriptions' }],
  ['an ID with a NUL', { targets: ['a\0b'] }],
  ['hours that are none', { hours: { from: '25:00', to: '06:00', timeZone: 'UTC' } }],
  ['a time zone that is none', { hours: { from: '22:00', to: '06:00', timeZone: 'Europe/Nowhere' } }],
  ['more than it knows', { priority: 9 }],
])('takes no job with %s', async (_, more) => {
  const gateway = await start()
  expect(await codeOf(await begin(gateway, ['one'], more))).toBe('400 GATEWAY BAD_REQUEST')
  expect(await codeOf(await get(gateway, '/team/jobs/1e9'))).toBe('404 GATEWAY NO_JOB')
  expect(await codeOf(await get(gateway, '/team/jobs?state=none'))).toBe('400 GATEWAY BAD_REQUEST')
  expect(await codeOf(await get(gateway, '/team/queued'))).toBe('400 GATEWAY BAD_REQUEST')
})

it('takes a large body only from those who may begin a job with targets', async () => {
  const gateway = await start()
  const targets = Array.from({ length: 8_000 }, (_, n) => `${n}`.padStart(40, 'x')) // more than BODY_LIMIT_KB
  expect((await begun(await begin(gateway, targets, { isDryRun: true }))).targets).toBe(8_000)
  const refused = await begin(gateway, targets, {}, as('viewer'))
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    {
      errors: [
        { code: 'ROLE', detail: expect.stringMatching(/^Beginning a job with targets requires the reader role/) },
      ],
    },
  ])
})

it('is at one address alone', async () => {
  const gateway = await start()
  const ids = ['first', 'second']
  const { job } = await begun(await begin(gateway, ids))
  const id = job?.id ?? expect.fail()
  const read = (path: string) => gateway.ask(path, { headers: as() }).then(({ status }) => status)
  expect(await read(`/team/jobs/${id}`)).toBe(200)
  for (const other of [
    `0${id}`,
    `${id}.0`,
    `${id}e0`,
    `0x${id.toString(16)}`,
    `%20${id}`,
    `+${id}`,
    '2147483648',
    '%00',
  ])
    expect([other, await read(`/team/jobs/${other}`)]).toEqual([other, 404])
})

it('a person who has begun as many jobs as there may be is told the bound, in words and as data', async () => {
  const gateway = await start()
  const list = (roles: string, user: string) =>
    begin(gateway, [], { operation: 'GET /team/users', targets: undefined }, as(roles, user))
  const { job } = await begun(await list('viewer', 'eve'))
  await store.query(
    `INSERT INTO jobs (realm, key, operation, client, subject, phase)
     SELECT realm, 'more ' || n, operation, client, subject, 'paused' FROM jobs, generate_series(1, $2) AS n WHERE id = $1`,
    [job?.id, teamBounds.unfinishedJobs.owner],
  )
  const refused = await list('viewer', 'eve')
  expect(refused.status).toBe(429)
  const { errors } = (await refused.json()) as { errors: object[] } // of the gateway's shape
  expect(errors).toMatchObject([
    {
      code: 'BOUND',
      detail: 'The limit is 100 unfinished jobs for each person. Stop one, or wait until one ends.',
      reached: { bound: 'unfinishedJobs', of: 'owner', most: 100 },
    },
  ])
  expect((await list('viewer', 'ann')).status).toBe(200)
})

it('a person whose browser has told of as many subscriptions as there may be is told the bound', async () => {
  const gateway = await start()
  const tell = (first: number, count: number, user: string) => {
    const time = new Date().toISOString()
    const subscriptions = Array.from({ length: count }, (_, n) => ({
      ...{ subscriptionId: `invented-${first + n}`, state: 'present', at: time, since: time },
    }))
    return post(gateway, '/team/subscriptions', { subscriptions }, as('operator', user))
  }
  expect((await tell(0, 200, 'eve')).status).toBe(200)
  await store.query(
    `INSERT INTO subscriptions (realm, subscription_id, state, at, since, is_told, told_by)
     SELECT realm, 'more ' || nth, state, at, since, true, told_by FROM subscriptions, generate_series(1, $1) AS nth
     WHERE subscription_id = 'invented-0'`,
    [teamBounds.toldSubscriptions.owner - 300],
  )
  expect(await codeOf(await tell(200, 101, 'eve'))).toBe('429 GATEWAY BOUND')
  expect((await tell(200, 100, 'eve')).status).toBe(200)
  expect((await tell(300, 1, 'ann')).status).toBe(200)
})
