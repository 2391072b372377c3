/** `GET /activity.json` with a team's store: all of the record that the store holds, else this server's own file. */
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityRecord, ActivitySource } from '../../api/activity'
import { openTestStore } from '../../store/harness'
import { type Store, StoreError, type StoreFailure } from '../../store/store'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from '../team/store-source'

const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const as = (role: string) => ({ headers: { 'x-remote-user': 'ann', 'x-remote-roles': role } })

const BUSY_MS = 4000
let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let failure: StoreFailure | undefined
let folder: string
let path: string
const closers: (() => unknown)[] = []
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost()
}, 30_000)
beforeEach(() => {
  now -= 1
  failure = undefined
  folder = mkdtempSync(join(tmpdir(), 'forecourt-activity-'))
  path = join(folder, 'audit.jsonl')
})
afterEach(async () => {
  failure = undefined
  for (const close of closers.splice(0).toReversed()) await close()
  rmSync(folder, { recursive: true })
})
afterAll(async () => {
  host.close()
  await store.close()
})

/** One store for all, which fails when it is told to. */
const lent = (): Store => ({
  ...store,
  query: async (sql, parameters) => {
    if (failure) throw new StoreError(failure)
    return store.query(sql, parameters)
  },
  transaction: async (work) => {
    if (failure) throw new StoreError(failure)
    return store.transaction(work)
  },
  close: async () => undefined,
})
let accounts = 0
/** Starts a server whose store opens once the promise resolves. */
async function startOpening(
  opening: Promise<void>,
  env: Record<string, string>,
  account: string,
): Promise<TestGateway> {
  const gateway = await startTestGateway(
    { vehicleData: host.address, vehicle: host.address, management: host.address },
    { ACCESS_TOKEN: 'canary-token', VEHICLE_DATA_TOKEN: 'canary-token', AUDIT_LOG: path, ...env },
    undefined,
    { store: { open: () => opening.then(lent), keep: keepOwn, account } },
  )
  closers.push(gateway.close)
  return gateway
}
async function start(env: Record<string, string> = {}, account = `account-${++accounts}`): Promise<TestGateway> {
  const gateway = await startOpening(Promise.resolve(), env, account)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'))
  return gateway
}
interface Answer {
  data: ActivityRecord[]
  next: string | null
  skipped: number
  source: ActivitySource
}
async function read(gateway: TestGateway, query = '', init = {}): Promise<Answer> {
  const response = await gateway.ask(`/activity.json${query}`, init)
  expect(response.status).toBe(200)
  return (await response.json()) as Answer // as the contract says
}
/** Once the store holds it: a machine that is busy may take longer than a page waits. */
const stored = (gateway: TestGateway, query = '', init = {}) =>
  vi.waitFor(
    async () => {
      const answer = await read(gateway, query, init)
      expect(answer.source.kind).toBe('store')
      return answer
    },
    { timeout: BUSY_MS },
  )
/** Moves with each test: no two records begin with the same line. */
let now = Date.now()
const line = (number: number, more = {}) =>
  `${JSON.stringify({
    ...{ event: 'outcome', time: new Date(now - 1_000_000 + number * 1000).toISOString(), id: `id-${number}` },
    ...{ client: '127.0.0.1', host: 'vehicle', operation: 'DELETE /v3/users/{userId}', durationMs: 0, status: 204 },
    ...{ parameters: { userId: `user-${number}` }, operator: `operator-${number % 3}`, ...more },
  })}\n`
const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n)).join('')

describe('where the store holds the record', () => {
  it('a change is found there at once, with how far back it goes', async () => {
    const gateway = await start({ RETAIN_ACTIVITY_DAYS: '30' })
    await gateway.ask('/api/vehicle/v3/connections/c-1', { method: 'DELETE' })
    const { data, source, next, skipped } = await stored(gateway, '?text=C-1')
    expect(data).toMatchObject([{ parameters: { connectionId: 'c-1' }, status: 200, kind: 'change', host: 'vehicle' }])
    expect([next, skipped]).toEqual([null, 0])
    expect(source).toEqual({
      ...{ kind: 'store', since: data[0]?.time, keptDays: 30, unread: 0, isOfAccount: true },
      count: { value: 1, isExact: true },
    })
    expect(JSON.stringify(data)).not.toContain('canary')
  })
  it('answers as the file does, filter by filter and page by page', async () => {
    const odd =
      line(90, { status: 500 }) + line(91, { kind: 'read', host: 'vehicleData' }) + line(92, { event: 'attempt' })
    writeFileSync(path, lines(60) + odd + line(93, { status: 'not sent' }) + line(94).slice(0, 30))
    const [kept, plain] = [await start(), await start({}, 'of the file')]
    await read(plain)
    for (const query of [
      ...['', '?text=operator-1', '?text=USER-5', '?operator=operator-2', '?status=500', '?host=vehicleData'],
      ...['?outcome=failure', '?outcome=unknown', '?kind=read', '?outcome=success&limit=7', '?text=nobody'],
      `?since=${new Date(now - 950_000).toISOString()}&until=${new Date(now - 945_000).toISOString()}`,
    ]) {
      failure = undefined
      const ours = await stored(kept, query)
      failure = 'timeout'
      const theirs = await read(plain, query)
      expect([query, theirs.source.kind]).toEqual([query, 'file'])
      // The file has them by when they ended.
      const byTime = theirs.data.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
      expect([query, ours.data, ours.next === null]).toEqual([query, byTime, theirs.next === null])
    }
  })
  it('goes on page by page to the end, each record once', async () => {
    writeFileSync(path, lines(101))
    const gateway = await start()
    const ids: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: Answer = await stored(gateway, `?limit=25${next && `&before=${next}`}`)
      expect(page.source.count).toEqual({ value: 101, isExact: true })
      ids.push(...page.data.map(({ id }) => id))
      next = page.next
    }
    expect(ids).toEqual(Array.from({ length: 101 }, (_, n) => `id-${100 - n}`))
  })
  it('a file that was renamed is shown on', async () => {
    writeFileSync(path, line(1))
    const gateway = await start()
    await stored(gateway)
    renameSync(path, `${path}.1`)
    await gateway.ask('/api/vehicle/v3/connections/c-2', { method: 'DELETE' })
    expect((await stored(gateway)).data.map(({ parameters }) => Object.values(parameters)[0])).toEqual([
      'c-2',
      'user-1',
    ])
  })
  it('lines that can’t be read are counted', async () => {
    writeFileSync(path, `{"event":"outc\n${line(1)}`)
    expect((await stored(await start())).source.unread).toBe(1)
  })
})

it('has actions on what the team shares from the store, too', async () => {
  const gateway = await start()
  const line = { event: 'job pause', time: '2026-11-01T00:00:00.000Z', id: 'a', operator: 'ann', job: 12 }
  writeFileSync(path, `${JSON.stringify(line)}\n`)
  await vi.waitFor(async () => {
    const { data, source } = await read(gateway, '?kind=team&outcome=success')
    expect(source.kind).toBe('store')
    expect(data).toMatchObject([{ kind: 'team', operation: 'job pause', parameters: { job: '12' }, operator: 'ann' }])
  })
})

it('says that the file no longer has what the store copied', async () => {
  const account = 'a record that is cut'
  const line = (job: number) =>
    `${JSON.stringify({ event: 'job pause', time: '2026-11-01T00:00:00.000Z', id: String(job), job })}\n`
  writeFileSync(path, line(1) + line(2))
  const first = await start({}, account)
  await vi.waitFor(async () => expect((await read(first)).source).toMatchObject({ kind: 'store' }))
  expect((await read(first)).source).not.toHaveProperty('problem')
  await closers.pop()?.()
  writeFileSync(path, line(1))
  const second = await start({}, account)
  await vi.waitFor(async () =>
    expect((await read(second)).source.problem).toContain('The record isn’t complete: one of its files'),
  )
  expect(second.faults.filter((text) => text.includes('The record isn’t complete'))).toHaveLength(1)
})

describe('several servers', () => {
  it('of one account show all of their files, of another account none', async () => {
    writeFileSync(path, line(1))
    const other = join(folder, 'other.jsonl')
    writeFileSync(other, line(2))
    const third = join(folder, 'third.jsonl')
    writeFileSync(third, line(3))
    const one = await start({}, 'shared')
    const two = await start({ AUDIT_LOG: other }, 'shared')
    const elsewhere = await start({ AUDIT_LOG: third }, 'another')
    const idsOf = async (gateway: TestGateway) => (await stored(gateway)).data.map(({ id }) => id)
    await idsOf(two)
    expect(await idsOf(one)).toEqual(['id-2', 'id-1'])
    expect(await idsOf(elsewhere)).toEqual(['id-3'])
  })
})

it('has of each account what it did, and nothing of others, without sign-in and beyond this computer', async () => {
  const gateway = await start({ HOST: '0.0.0.0', ACCESS_TOKEN: '', VEHICLE_DATA_TOKEN: '', AUDIT_LOG: '' })
  const add = async (version3: string) => {
    const response = await gateway.ask('/session', { method: 'POST', body: JSON.stringify({ version3 }) })
    return { headers: { cookie: cookieOf(response.headers.getSetCookie()) } }
  }
  const [ann, bob] = [await add('canary-ann'), await add('canary-bob')]
  for (const id of ['a-1', 'a-2']) {
    await gateway.ask(`/api/vehicle/v3/connections/${id}`, { method: 'DELETE', ...ann })
    await gateway.ask(`/api/vehicle/v3/connections/bob-${id}`, { method: 'DELETE', ...bob })
  }
  const idsOf = ({ data }: Answer) => data.map(({ parameters }) => parameters.connectionId)
  const first = await stored(gateway, '?limit=1', ann)
  expect(first.next).toMatch(/^~/)
  const second = await stored(gateway, `?limit=1&before=${first.next}`, ann)
  expect([idsOf(first), idsOf(second), second.next]).toEqual([['a-2'], ['a-1'], null])
  expect(second.source).toEqual({
    ...{ kind: 'store', since: null, isOfAccount: true, keptDays: 400, count: { value: 2, isExact: true } },
  })
  expect(idsOf(await stored(gateway, '?text=bob-a-1', bob))).toEqual(['bob-a-1'])
  expect(idsOf(await stored(gateway))).toEqual([])
  const file = await (await gateway.ask('/activity/file?format=csv', ann)).text()
  expect([file.includes('a-1'), file.includes('bob-')]).toEqual([true, false])
})
it('has no row of another account on this computer, either', async () => {
  const gateway = await start({ AUDIT_LOG: '' })
  const body = JSON.stringify({ version3: 'canary-ann' })
  const added = await gateway.ask('/session', { method: 'POST', body })
  const ann = { headers: { cookie: cookieOf(added.headers.getSetCookie()) } }
  await gateway.ask('/api/vehicle/v3/connections/of-ann', { method: 'DELETE', ...ann })
  await gateway.ask('/api/vehicle/v3/connections/of-own', { method: 'DELETE' })
  const idsOf = async (init?: object) =>
    (await stored(gateway, '', init)).data.map(({ parameters }) => parameters.connectionId)
  expect([await idsOf(ann), await idsOf()]).toEqual([['of-ann'], ['of-own']])
})

it('is waited for while it is being opened', async () => {
  writeFileSync(path, line(1))
  let open = () => {}
  const opening = new Promise<void>((resolve) => {
    open = resolve
  })
  const gateway = await startOpening(opening, {}, `account-${++accounts}`)
  const response = read(gateway)
  await gateway.ask('/healthz') // a later request
  open()
  expect((await response).source.kind).toBe('store')
})

describe('where it doesn’t', () => {
  it('the file is shown as before, and said to be', async () => {
    writeFileSync(path, lines(3))
    const gateway = await start()
    failure = 'failed'
    const { data, source, next } = await read(gateway, '?limit=2')
    expect([data.map(({ id }) => id), source]).toEqual([
      ['id-2', 'id-1'],
      { kind: 'file', since: new Date(now - 1_000_000).toISOString(), isOfAccount: true },
    ])
    failure = undefined
    await stored(gateway)
    // A page of the file is followed by one of the file, one of the store by what is older in either.
    expect(await read(gateway, `?limit=2&before=${next}`)).toMatchObject({
      data: [{ id: 'id-0' }],
      source: { kind: 'file' },
    })
    const first = await stored(gateway, '?limit=1')
    failure = 'failed'
    expect((await read(gateway, `?before=${first.next}`)).data.map(({ id }) => id)).toEqual(['id-2', 'id-1', 'id-0'])
  })
  it('a search that the store gives up is answered by the file, and the log says why', async () => {
    writeFileSync(path, line(1))
    const gateway = await start()
    await stored(gateway)
    const { query } = store
    store.query = async (sql, parameters) => {
      if (sql.includes('FROM activity WHERE')) throw new StoreError('timeout')
      return query(sql, parameters)
    }
    const { source } = await read(gateway).finally(() => {
      store.query = query
    })
    expect(source.kind).toBe('file')
    expect(gateway.faults.map((fault) => JSON.parse(fault))).toContainEqual(
      expect.objectContaining({
        failure: 'timeout',
        msg: 'Activity is read from the file of the record: The store took too long.',
      }),
    )
  })
  it('a line that is being written while it is read holds nobody up', async () => {
    const gateway = await start()
    await read(gateway)
    appendFileSync(path, line(1).slice(0, 40))
    expect((await read(gateway)).data).toEqual([])
  })
})

describe('who may read it', () => {
  it('the operator, and nobody below, whatever is asked', async () => {
    writeFileSync(path, line(1))
    const gateway = await start(proxy)
    for (const [role, code] of [
      ['viewer', '403 GATEWAY ROLE'],
      ['reader', '403 GATEWAY ROLE'],
      ['nobody', '403 GATEWAY NO_ROLE'],
    ] as const)
      for (const query of ['', '?text=user', '?before=1767225600000-1'])
        expect(await codeOf(await gateway.ask(`/activity.json${query}`, as(role)))).toBe(code)
    expect((await stored(gateway, '', as('operator'))).data).toHaveLength(1)
  })
  it('without a file, from the store alone, with what other servers wrote', async () => {
    writeFileSync(path, line(1))
    await stored(await start({}, 'theirs'))
    const gateway = await start({ AUDIT_LOG: '' }, 'theirs')
    await gateway.ask('/api/vehicle/v3/connections/c-9', { method: 'DELETE' })
    await vi.waitFor(async () => {
      const { data, source } = await stored(gateway)
      expect([data.length, source.kind]).toEqual([2, 'store'])
      expect(data[0]?.parameters).toEqual({ connectionId: 'c-9' })
    })
  })
})

it('a parameter that is none of ours is refused by name', async () => {
  const gateway = await start()
  for (const [query, words] of [
    ['before=1-', 'before expects'],
    ['before=123456789012345-1', 'before expects'],
    ['status=99', 'status expects an HTTP status, got \\"99\\".'],
    ['status=2e2', 'status expects'],
    ['host=elsewhere', 'host expects vehicleData, vehicle, management, got \\"elsewhere\\".'],
  ] as const)
    expect(await (await gateway.ask(`/activity.json?${query}`)).text()).toContain(words)
})
