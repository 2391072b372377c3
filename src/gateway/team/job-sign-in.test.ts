/** Jobs through a gateway whose people sign out, lose their role, or don’t sign in again. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BegunJob, TeamJobs } from '../../api/team-jobs'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { createBrowser, oidcEnv, startProvider } from '../auth/provider-harness'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { as, begin, begun, ended, order } from './job-harness'
import { keepOwn } from './store-source'

const DAY_MS = 86_400_000
const COLD_MS = 20_000
const operation = 'DELETE /v3/connections/{connectionId}'
const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const [ann, bob] = [as('operator', 'Ann'), as('operator', 'Bob')]

let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let folder: string
let time = Date.now()
const closers: (() => unknown)[] = []
beforeAll(async () => {
  store = await openTestStore('postgresql')
  folder = mkdtempSync(join(tmpdir(), 'forecourt-job-sign-in-'))
  host = await startHost((_, res) => res.writeHead(204).end())
}, COLD_MS)
beforeEach(async () => {
  time = Date.now()
  host.requests.length = 0
  await store.query('DELETE FROM people', [])
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(async () => {
  host.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

let accounts = 0
async function start(env: Record<string, string>): Promise<TestGateway> {
  accounts += 1
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const source = { open: async () => ({ ...store, close: async () => undefined }), keep: keepOwn }
  const own = { ACCESS_TOKEN: 'own', VEHICLE_DATA_TOKEN: 'own', AUDIT_LOG: join(folder, `${accounts}.jsonl`), ...env }
  const account = `sign-in-${accounts}`
  const gateway = await startTestGateway(hosts, own, undefined, { now: () => time, store: { ...source, account } })
  closers.push(gateway.close)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
  return gateway
}
const ahead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const later = () => ({ operation, targets: ['a', 'b'], startAt: ahead(1) })
const startNow = (id: number) => store.query('UPDATE jobs SET start_at = now() WHERE id = $1', [id])
const removals = () => host.requests.filter(({ method }) => method === 'DELETE')
const eventsOf = (gateway: TestGateway, event: string) =>
  gateway.events.map((line) => JSON.parse(line)).filter((line) => line.event === event)
const post = (gateway: TestGateway, path: string, body: object, headers: Record<string, string>) =>
  gateway.ask(path, { method: 'POST', body: JSON.stringify(body), headers })

describe('behind a proxy', () => {
  const listed = async (gateway: TestGateway, headers: Record<string, string>, state = 'interrupted') =>
    TeamJobs.parse(await (await gateway.ask(`/team/jobs?state=${state}`, { headers })).json()).rows
  const isPaused = (gateway: TestGateway, id: number) =>
    vi.waitFor(async () => expect(await listed(gateway, bob)).toMatchObject([{ id, phase: 'paused' }]), COLD_MS)
  const beginAs = async (gateway: TestGateway, asked: object, headers: Record<string, string>) =>
    begun(await post(gateway, '/team/jobs', { key: crypto.randomUUID(), ...asked }, headers))

  it('a header without the role pauses the person’s jobs at once; an operator adopts them, on record', async () => {
    const gateway = await start(proxy)
    const { id, job } = await beginAs(gateway, later(), ann)
    expect(job).toMatchObject({ isYours: true, reason: null })
    expect(Date.parse(job?.continuesUntil ?? '') - time).toBe(7 * DAY_MS)
    await gateway.ask('/team/directory', { headers: as('viewer', 'Ann') })
    await isPaused(gateway, id)
    const [paused] = await listed(gateway, bob)
    expect(paused).toMatchObject({
      ...{ pauseCause: 'role-lost', isYours: false, continuesUntil: null },
      reason: 'Paused because Ann no longer has the operator role.',
    })
    expect(eventsOf(gateway, 'job pause')).toMatchObject([
      { job: id, reason: 'role-lost', client: 'this server', person: 'Ann', personSubject: 'Ann' },
    ])
    for (const roles of ['viewer', 'reader'])
      expect(await codeOf(await post(gateway, `/team/jobs/${id}`, { action: 'adopt' }, as(roles, 'Eve')))).toBe(
        '403 GATEWAY ROLE',
      )
    expect(await codeOf(await post(gateway, `/team/jobs/${id}`, { action: 'resume' }, bob))).toBe(
      '409 GATEWAY NEEDS_SIGN_IN',
    )
    const adopted = await (await post(gateway, `/team/jobs/${id}`, { action: 'adopt' }, bob)).json()
    expect(adopted).toMatchObject({ phase: 'running', begunBy: 'Ann', adoptedBy: 'Bob', isYours: true, reason: null })
    expect(eventsOf(gateway, 'job adopt')).toMatchObject([
      { operator: 'Bob', subject: 'Bob', job: id, from: 'Ann', fromSubject: 'Ann' },
    ])
  })

  it('what was sent before the adoption isn’t sent again, even if the store lost it with the power', async () => {
    const gateway = await start(proxy)
    const { id } = await beginAs(gateway, later(), ann)
    const before = { event: 'outcome', click: `job-${id}-1-1`, subject: 'Ann', status: 204 }
    appendFileSync(join(folder, `${accounts}.jsonl`), `${JSON.stringify(before)}\n`)
    await post(gateway, `/team/jobs/${id}`, { action: 'pause' }, ann)
    await post(gateway, `/team/jobs/${id}`, { action: 'adopt' }, bob)
    await startNow(id)
    await post(gateway, `/team/jobs/${id}`, { share: 50 }, bob)
    expect((await ended(gateway, id)).counts).toMatchObject({ done: 2 })
    expect(removals().map(({ target }) => target)).toEqual(['/v3/connections/b'])
    expect(gateway.lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'attempt', operator: 'Bob', subject: 'Bob', clickSubject: 'Ann' }),
    )
  })

  it('a job that starts after its person’s time doesn’t, is told of once outside, and sends nothing', async () => {
    const outside = await startHost((_, res) => res.writeHead(204).end())
    closers.push(outside.close)
    const notify = { NOTIFY_URL: `${outside.address}/hook`, NOTIFY_SECRET: 's'.repeat(32) }
    const gateway = await start({ ...proxy, ...notify, JOB_SIGN_IN_DAYS: '2' })
    const { id } = await beginAs(gateway, later(), ann)
    time += 2 * DAY_MS + 1
    await startNow(id)
    await post(gateway, `/team/jobs/${id}`, { share: 50 }, bob)
    await isPaused(gateway, id)
    expect((await listed(gateway, ann))[0]).toMatchObject({
      ...{ reason: 'Didn’t start because Ann hasn’t signed in for 2 days.', isYours: true },
    })
    await vi.waitFor(() => expect(outside.requests).toHaveLength(1), COLD_MS)
    const { body = '' } = outside.requests[0] ?? {}
    expect(JSON.parse(body)).toMatchObject({ event: 'job.paused', job: id, pauseCause: 'sign-in-expired' })
    expect(body).not.toMatch(/Ann/)
    expect(removals()).toEqual([])
    expect((await post(gateway, `/team/jobs/${id}`, { action: 'resume' }, ann)).status).toBe(200)
    await vi.waitFor(() => expect(removals()).toHaveLength(2), COLD_MS)
  })

  it('starts at most 60 days ahead, and says before the start until when it continues', async () => {
    const gateway = await start(proxy)
    const refused = await begin(gateway, { operation, targets: ['a'], startAt: ahead(61) })
    expect(JSON.stringify(await refused.json())).toContain('at most 60 days ahead')
    const asked = async (more: object, roles = 'operator') =>
      BegunJob.parse(await (await begin(gateway, { isDryRun: true, ...more }, roles)).json())
    const { continuesUntil, signInDays } = await asked({ operation, targets: ['a'], startAt: ahead(59) })
    expect(signInDays).toBe(7)
    expect(Date.parse(continuesUntil ?? '')).toBe(time + 7 * DAY_MS)
    expect(await asked({ operation: 'GET /team/users' }, 'viewer')).toMatchObject({ continuesUntil: null })
  })
})

it('without sign-in a job starts whenever it is to, depends on no one, and can’t be adopted', async () => {
  const gateway = await start({})
  const { id, job } = await begun(await begin(gateway, { operation, targets: ['a'], startAt: ahead(90) }))
  expect(job).toMatchObject({ isYours: true, continuesUntil: null, adoptedBy: null })
  expect(await codeOf(await order(gateway, id, { action: 'adopt' }))).toBe('400 GATEWAY BAD_REQUEST')
})

describe('with a sign-in provider', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.close())

  type Browser = ReturnType<typeof createBrowser>
  async function open() {
    const gateway = await start(oidcEnv(provider.issuer))
    provider.open([gateway.origin])
    const at = (path: string) => `${gateway.origin}${path}`
    return {
      gateway,
      async signedIn(): Promise<Browser> {
        const browser = createBrowser()
        expect((await browser.go(at('/auth/sign-in'))).status).toBe(200)
        return browser
      },
      ask: async (browser: Browser, path: string, body?: object | string) => {
        const text = typeof body === 'object' ? JSON.stringify(body) : body
        const { status, body: found } = await browser.ask(at(path), {
          method: body === undefined ? 'GET' : 'POST',
          body: text,
        })
        return { status, ...JSON.parse(found) }
      },
    }
  }
  const beginAt = async ({ ask }: Awaited<ReturnType<typeof open>>, browser: Browser): Promise<number> =>
    (await ask(browser, '/team/jobs', { key: crypto.randomUUID(), ...later() })).job.id

  it('the last sign-out says what it would pause, and pauses it', async () => {
    const team = await open()
    const [first, second] = [await team.signedIn(), await team.signedIn()]
    const id = await beginAt(team, first)
    const signedInAt = time
    time += 60_000
    expect(await team.ask(first, '/auth/sign-out')).toMatchObject({ status: 200, jobs: 0 })
    await team.ask(first, '/auth/sign-out', '')
    const until = new Date(signedInAt + 7 * DAY_MS).toISOString()
    expect(await team.ask(second, '/auth/sign-out')).toEqual({ status: 200, jobs: 1, until })
    expect(await team.ask(second, '/auth/sign-out', '{"jobs":"forever"}')).toMatchObject({ status: 400 })
    expect(await team.ask(second, '/auth/sign-out', `{"jobs":"${'x'.repeat(2_000)}"}`)).toMatchObject({ status: 400 })
    expect(await team.ask(second, `/team/jobs/${id}`)).toMatchObject({ phase: 'running' })
    await team.ask(second, '/auth/sign-out', '')
    expect(await team.ask(second, '/auth/sign-out')).toMatchObject({ jobs: 0, until: null })
    expect(eventsOf(team.gateway, 'job pause')).toMatchObject([{ job: id, reason: 'signed-out' }])
    time += 60_000
    const again = await team.signedIn()
    expect(await team.ask(again, `/team/jobs/${id}`)).toMatchObject({
      ...{ phase: 'paused', pauseCause: 'signed-out', isYours: true },
      reason: 'Paused because Operator One signed out.',
    })
    expect(await team.ask(again, `/team/jobs/${id}`, { action: 'resume' })).toMatchObject({ phase: 'running' })
  })

  it('a sign-out that lets them run leaves them, up to the same time', async () => {
    const team = await open()
    const browser = await team.signedIn()
    const id = await beginAt(team, browser)
    const until = time + 7 * DAY_MS
    time += 60_000
    await team.ask(browser, '/auth/sign-out', { jobs: 'continue' })
    expect((await store.query('SELECT phase FROM jobs WHERE id = $1', [id]))[0]).toEqual({ phase: 'running' })
    const [row] = await store.query('SELECT signed_in_at FROM people', [])
    expect(row).toEqual({ signed_in_at: new Date(until - 7 * DAY_MS) })
  })
})
