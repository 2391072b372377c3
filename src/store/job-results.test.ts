/** What jobs read: kept with its item or not at all, followed by its next page, handed out in order, and erased. */
import { beforeEach, describe, expect, it } from 'vitest'
import { targetOf } from '../api/job-target'
import type { NewTeamJob } from '../api/new-team-job'
import { createDirectory } from './directory'
import { rowOf } from './directory-harness'
import { newRealm, sqlEngines, storeOf } from './harness'
import { createJobResults, type JobResults } from './job-results'
import { createJobWork, type JobWork } from './job-work'
import { createJobs, type Jobs } from './jobs'
import { SealedResultError } from './result-seal'
import { plainSeal } from './seal-harness'

const owner = { name: 'Ann', subject: 'id-ann', client: '192.0.2.1' }
const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const ALIVE_MS = 3_600_000
const BATCH = 'POST /v2.0/vehicles/{id}/batch'
const VALUES = 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values'
const LIST = 'GET /v3/connections'
const requests = [{ path: '/odometer' }]

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  let jobs: Jobs
  let work: JobWork
  let results: JobResults
  beforeEach(async () => {
    realm = await newRealm(store)
    jobs = createJobs(store, realm)
    work = createJobWork(store, realm, plainSeal(realm))
    results = createJobResults(store, realm, plainSeal(realm))
  })

  let key = 0
  const keyed = () => {
    key += 1
    return { key: `click-${String(key).padStart(8, '0')}` }
  }
  async function begin(asked: NewTeamJob): Promise<number> {
    const { job } = await jobs.begin(asked, owner)
    return job?.id ?? expect.fail('nothing was begun')
  }
  async function send(id: number, n: number, tries = 1, instance: string = first) {
    await work.take(instance, ALIVE_MS)
    expect(await work.sending({ job: id, n, instance })).toBe(true)
    return { job: id, n, tries, instance }
  }
  const countsOf = async (id: number) =>
    Object.fromEntries(Object.entries((await jobs.read(id))?.counts ?? {}).filter(([, one]) => one > 0))
  const bodies = async (id: number) => (await results.lines(id, 0)).map((line) => line.bodies)

  it('a page is kept with the next one, and what it has read is counted', async () => {
    const id = await begin({ ...keyed(), operation: LIST, with: { query: { 'filter[userId]': 'u' } }, share: 30 })
    expect(await jobs.read(id)).toMatchObject({ share: 30, shared: { query: { 'filter[userId]': 'u' } }, total: null })
    expect(await work.next(id, 5)).toEqual([{ n: 1, target: 'connections', tries: 0, page: 1, place: null }])
    const one = await send(id, 1)
    const body = '[{"id":"\\u0000ü"}]'
    const following = { next: { page: 2, place: '{"size":50}' } }
    const bytes = plainSeal(realm).seal(body, id, 1, 1).length
    expect(await work.keep(one, { state: 'done', status: 200 }, { body, rows: 1, total: 51 }, following)).toBe(bytes)
    expect(await work.keep(one, { state: 'done' }, { body, rows: 1 }, following)).toBeUndefined()
    expect(await countsOf(id)).toEqual({ done: 1, waiting: 1 })
    expect(await jobs.read(id)).toMatchObject({ rowsRead: 1, bytesRead: bytes, total: 51 })
    expect(await work.next(id, 5)).toEqual([{ n: 2, target: 'connections', tries: 0, page: 2, place: '{"size":50}' }])
    expect((await jobs.items(id, { limit: 9 })).rows.map(({ page, state }) => [page, state])).toEqual([
      [2, 'waiting'],
      [1, 'done'],
    ])
    expect(await work.end(id, first)).toBe(false)
    expect(await bodies(id)).toEqual([[body], []])
  })
  it('pages of several targets at once each follow their own', async () => {
    const targets = Array.from({ length: 6 }, (_, n) => targetOf(`v-${n}`, 'code'))
    const id = await begin({ ...keyed(), operation: VALUES, targets })
    const all = await Promise.all(targets.map((_, at) => send(id, at + 1)))
    const next = { page: 2, place: '{}' }
    await Promise.all(all.map((one) => work.keep(one, { state: 'done' }, { body: '[]', rows: 0 }, { next })))
    const waiting = await work.next(id, 20)
    expect(waiting.map(({ n }) => n)).toEqual([7, 8, 9, 10, 11, 12])
    expect(waiting.map(({ target }) => target).toSorted()).toEqual(targets)
    expect(await countsOf(id)).toEqual({ done: 6, waiting: 6 })
  })
  it('what was cut off waits again where it is a read, and a late outcome adds nothing to the second', async () => {
    const id = await begin({ ...keyed(), operation: LIST })
    const late = await send(id, 1)
    await work.take(second, 0)
    await work.orphans(id, second, null)
    expect(await countsOf(id)).toEqual({ waiting: 1 })
    const again = await send(id, 1, 2, second)
    expect(await work.keep(late, { state: 'done' }, { body: '["late"]', rows: 1 }, {})).toBeUndefined()
    await work.keep(again, { state: 'done' }, { body: '["again"]', rows: 1 }, {})
    expect(await bodies(id)).toEqual([['["again"]']])
    expect((await jobs.read(id))?.rowsRead).toBe(1)
  })
  it('another try of what has failed goes on from its place, and both tries are kept', async () => {
    const id = await begin({ ...keyed(), operation: BATCH, targets: ['v-1'], with: { requests } })
    const failed = { body: '["some"]', rows: 1 }
    await work.keep(await send(id, 1), { state: 'failed' }, failed, { place: '{"paths":["/b"]}' })
    await work.end(id, first)
    expect(await jobs.order(id, 'retry', null)).toBe(true)
    expect(await work.next(id, 1)).toMatchObject([{ place: '{"paths":["/b"]}', tries: 1 }])
    await work.keep(await send(id, 1, 2), { state: 'done' }, { body: '["rest"]', rows: 1 }, {})
    expect(await bodies(id)).toEqual([['["some"]', '["rest"]']])
  })
  it('reads of the same are begun as often as they are asked for, changes once for each of what they share', async () => {
    for (const isWithoutQueued of [false, true])
      expect(
        await begin({ ...keyed(), operation: BATCH, targets: ['v-1'], with: { requests }, isWithoutQueued }),
      ).toBeGreaterThan(0)
    const operation = 'POST /v3/subscriptions' as const
    const asked = (webhookId: string) =>
      ({ ...keyed(), operation, targets: ['v/u'], with: { webhookId } }) satisfies NewTeamJob
    const one = await begin(asked('w-1'))
    expect((await jobs.begin(asked('w-1'), owner)).queued).toMatchObject([{ job: one, count: 1 }])
    expect(await begin(asked('w-2'))).toBeGreaterThan(one)
    expect(await jobs.queuedFor(operation, 'v/u')).toHaveLength(2)
    await jobs.order(one, 'stop', null)
    const taken = await begin(asked('w-1'))
    expect((await jobs.items(one, { limit: 1 })).rows).toMatchObject([
      { state: 'failed', detail: `Job ${taken} sends it instead.` },
    ])
    expect(await countsOf(taken + 0)).toEqual({ waiting: 1 })
  })
  it('is handed out in pieces that fit into memory, in order, all of it', async () => {
    const targets = Array.from({ length: 40 }, (_, n) => `v-${n}`)
    const id = await begin({ ...keyed(), operation: BATCH, targets, with: { requests } })
    await store.query(
      `INSERT INTO job_results (job, n, try, body) SELECT $1, n, 1, repeat('x', CASE WHEN n % 7 = 0 THEN 3000000 ELSE 9 END)
       FROM generate_series(1, 40) AS n WHERE n % 2 = 1`,
      [id],
    )
    const seen: number[] = []
    for (let after = 0; ; after = seen.at(-1) ?? 0) {
      const lines = await results.lines(id, after)
      if (lines.length === 0) break
      expect(lines.slice(0, -1).reduce((sum, { bodies: [body = ''] }) => sum + body.length, 0)).toBeLessThan(
        2 * 1024 * 1024,
      )
      seen.push(...lines.map(({ n }) => n))
    }
    expect(seen).toEqual(targets.map((_, at) => at + 1))
    expect(await createJobResults(store, await newRealm(store), plainSeal(await newRealm(store))).lines(id, 0)).toEqual(
      [],
    )
  })
  it('rows of an earlier version, which are not sealed, stay in their file', async () => {
    const id = await begin({ ...keyed(), operation: VALUES, targets: [targetOf('v', 'a'), targetOf('v', 'b')] })
    await store.query(
      `INSERT INTO job_results (job, n, try, names, body) VALUES ($1, 1, 1, '{value,unit}', '["before"]')`,
      [id],
    )
    await work.keep(await send(id, 2), { state: 'done' }, { body: '["after"]', rows: 1, names: ['unit', 'at'] }, {})
    expect(await bodies(id)).toEqual([['["before"]'], ['["after"]']])
    expect(await results.names(id, 9)).toEqual(['value', 'unit', 'at'])
  })
  it('names are in the order of their items, whichever was read first', async () => {
    const id = await begin({ ...keyed(), operation: VALUES, targets: [targetOf('v', 'a'), targetOf('v', 'b')] })
    const [one, two] = [await send(id, 1), await send(id, 2)]
    await work.keep(two, { state: 'done' }, { body: '[]', rows: 0, names: ['late', 'both'] }, {})
    await work.keep(one, { state: 'done' }, { body: '[]', rows: 0, names: ['both', 'early'] }, {})
    expect(await results.names(id, 9)).toEqual(['both', 'early', 'late'])
  })
  it('a result opens in its own row alone', async () => {
    const id = await begin({ ...keyed(), operation: BATCH, targets: ['v-1', 'v-2'], with: { requests } })
    await work.keep(await send(id, 1), { state: 'done' }, { body: '["one"]', rows: 1 }, {})
    await store.query('UPDATE job_results SET n = 2 WHERE job = $1', [id])
    await expect(results.lines(id, 0)).rejects.toThrow(SealedResultError)
  })
  it('names its columns as they were met', async () => {
    const id = await begin({ ...keyed(), operation: VALUES, targets: [targetOf('v', 'a'), targetOf('v', 'b')] })
    await work.keep(await send(id, 1), { state: 'done' }, { body: '[]', rows: 0, names: ['value', 'unit'] }, {})
    await work.keep(await send(id, 2), { state: 'done' }, { body: '[]', rows: 0, names: ['at\0', 'value'] }, {})
    expect(await results.names(id, 9)).toEqual(['value', 'unit', 'at'])
    expect(await results.names(id, 2)).toEqual(['value', 'unit'])
  })
  it('is erased after its end: then nothing goes on with it; what changes keep is theirs', async () => {
    const id = await begin({ ...keyed(), operation: LIST })
    await work.keep(await send(id, 1), { state: 'failed' }, { body: '[]', rows: 0 }, {})
    const going = await begin({ ...keyed(), operation: LIST })
    const change = await begin({ ...keyed(), operation: 'DELETE /v3/users/{userId}', targets: ['u'] })
    for (const one of [id, change]) {
      await work.take(first, ALIVE_MS)
      await work.stop(one, first, 'no token')
    }
    expect(await results.erase(new Date(Date.now() - 60_000))).toBe(0)
    expect((await jobs.read(id))?.erasedAt).toBeNull()
    expect(await results.erase(new Date(Date.now() + 60_000))).toBe(1)
    expect(await results.erase(new Date(Date.now() + 60_000))).toBe(0)
    expect(await bodies(id)).toEqual([[]])
    expect((await jobs.read(id))?.erasedAt).toBeInstanceOf(Date)
    for (const action of ['resume', 'retry'] as const) expect(await jobs.order(id, action, null)).toBe(false)
    expect(await jobs.order(change, 'resume', null)).toBe(true)
    expect([(await jobs.read(going))?.erasedAt, (await jobs.read(change))?.erasedAt]).toEqual([null, null])
  })
  it('goes with the user it was read for, and with their vehicles; what is to be sent stays', async () => {
    const directory = createDirectory(store, realm)
    await directory.save(
      [rowOf('c', { userId: 'le/aving', vehicleId: 'v/1' }), rowOf('k', { userId: 'other', vehicleId: 'v' })],
      new Date(),
    )
    const batch = await begin({ ...keyed(), operation: BATCH, targets: ['v/1', 'v'], with: { requests } })
    const targets = [
      targetOf('v/1', 'a'),
      targetOf('v', 'a'),
      targetOf('v', 'a', 'le/aving'),
      targetOf('v', 'a', 'other'),
    ]
    const values = await begin({ ...keyed(), operation: VALUES, targets })
    const subscribed = [targetOf('v/1', 'le/aving'), targetOf('v', 'other'), targetOf('v2', 'le/aving')]
    const change = await begin({
      ...keyed(),
      operation: 'POST /v3/subscriptions',
      targets: subscribed,
      with: { webhookId: 'w' },
    })
    for (const [id, most] of [
      [batch, 2],
      [values, 4],
      [change, 2],
    ] as const)
      for (let n = 1; n <= most; n += 1)
        await work.keep(await send(id, n), { state: 'done' }, id === change ? undefined : { body: '[]', rows: 0 }, {})
    await directory.purgeUser('le/aving', new Date())
    expect(await bodies(batch)).toEqual([[], ['[]']])
    expect(await bodies(values)).toEqual([[], ['[]'], [], ['[]']])
    expect((await results.lines(values, 0)).map(({ target }) => target)).toEqual([
      targets[0],
      targets[1],
      '',
      targets[3],
    ])
    expect((await results.lines(change, 0)).map(({ target }) => target)).toEqual(['', subscribed[1], subscribed[2]])
  })
  it('its share is another, until it has ended', async () => {
    const id = await begin({ ...keyed(), operation: LIST })
    expect([await jobs.share(id, 25, 'Bob'), await jobs.share(id, 25, 'Bob')]).toEqual([true, false])
    expect(await jobs.read(id)).toMatchObject({ share: 25, orderedBy: 'Bob' })
    await work.keep(await send(id, 1), { state: 'done' }, undefined, {})
    await work.end(id, first)
    expect(await jobs.share(id, 50, 'Bob')).toBe(false)
  })
})
