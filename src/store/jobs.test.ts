/** Jobs in the store: nothing is queued twice, nothing that may have been sent looks unsent, and counts are their items'. */
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewJobOf, NewTeamJob } from '../api/new-team-job'
import type { JobItemState, RemovalOperation } from '../api/team-jobs'
import { createDirectory } from './directory'
import { rowOf } from './directory-harness'
import { newRealm, sqlEngines, storeOf } from './harness'
import { createJobWork, type JobWork } from './job-work'
import { createJobs, type Jobs } from './jobs'
import { plainSeal } from './seal-harness'

const owner = { name: 'Ann', subject: 'id-ann', client: '192.0.2.1' }
const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const operation = 'DELETE /v3/connections/{connectionId}'
/** An hour: nobody's heart has stopped. */
const ALIVE_MS = 3_600_000

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  let jobs: Jobs
  let work: JobWork
  beforeEach(async () => {
    realm = await newRealm(store)
    jobs = createJobs(store, realm)
    work = createJobWork(store, realm, plainSeal(realm))
  })

  let key = 0
  const asked = (targets: string[], more: Partial<NewJobOf<RemovalOperation>> = {}): NewTeamJob => {
    key += 1
    return { key: `click-${String(key).padStart(8, '0')}`, operation, targets, ...more }
  }
  async function begin(targets: string[], more: Partial<NewJobOf<RemovalOperation>> = {}): Promise<number> {
    const { job } = await jobs.begin(asked(targets, more), owner)
    return job?.id ?? expect.fail('nothing was begun')
  }
  /** What the items come to, state by state: as the job counts them, which must be as they are. */
  async function counts(id: number): Promise<Partial<Record<JobItemState, number>>> {
    const rows = await store.query(
      'SELECT state::text, count(*) AS count FROM job_items WHERE job = $1 GROUP BY state',
      [id],
    )
    const job = (await jobs.read(id)) ?? expect.fail('no job')
    const kept = Object.fromEntries(Object.entries(job.counts).filter(([, n]) => n > 0))
    expect(Object.fromEntries(rows.map(({ state, count: n }) => [state, n]))).toEqual(kept)
    return kept
  }
  const items = async (id: number) =>
    (await jobs.items(id, { limit: 200 })).rows.map(({ target, state, detail }) => [target, state, detail])
  /** Takes the job, and has the item under way. */
  async function send(id: number, n: number, instance: string = first) {
    await work.take(instance, ALIVE_MS)
    expect(await work.sending({ job: id, n, instance })).toBe(true)
    return { job: id, n, tries: 1, instance }
  }

  describe('beginning', () => {
    it('queues each target once, in the order given, for whoever asked', async () => {
      const { job, targets, isNew } = await jobs.begin(asked(['b', 'a', 'b']), owner)
      expect([targets, isNew, job?.begunBy, job?.phase]).toEqual([2, true, 'Ann', 'running'])
      expect(await items(job?.id ?? 0)).toEqual([
        ['b', 'waiting', null],
        ['a', 'waiting', null],
      ])
      expect(await counts(job?.id ?? 0)).toEqual({ waiting: 2 })
    })
    it('by the same click twice is one job', async () => {
      const same = asked(['a', 'b'])
      const [one, two] = await Promise.all([jobs.begin(same, owner), jobs.begin(same, owner)])
      expect(one.job?.id).toBe(two.job?.id)
      expect([one.isNew, two.isNew].toSorted()).toEqual([false, true])
      expect((await jobs.page({ limit: 10 })).count).toBe(1)
    })
    it('says what is queued already, and leaves it out only where that is wanted', async () => {
      const earlier = await begin(['a', 'b'])
      const queued = [{ job: earlier, operation, begunBy: 'Ann', count: 1 }]
      expect(await jobs.begin(asked(['b', 'c']), owner)).toEqual({ job: undefined, targets: 1, queued, isNew: false })
      const { job, targets } = await jobs.begin(asked(['b', 'c'], { isWithoutQueued: true }), owner)
      expect(targets).toBe(1)
      expect(await items(job?.id ?? 0)).toEqual([['c', 'waiting', null]])
      const all = await jobs.begin(asked(['a', 'c'], { isWithoutQueued: true }), owner)
      expect([all.job, all.targets]).toEqual([undefined, 0])
    })
    it('of two at once about the same, one has it', async () => {
      const both = await Promise.all([jobs.begin(asked(['a', 'b']), owner), jobs.begin(asked(['b', 'a']), owner)])
      expect(both.filter(({ job }) => job)).toHaveLength(1)
    })
    it('takes from a job that was stopped what it has not sent, but not what is under way', async () => {
      const earlier = await begin(['a', 'b', 'c'])
      await send(earlier, 1)
      await jobs.order(earlier, 'stop', 'Bob')
      const again = await jobs.begin(asked(['a', 'b'], { isWithoutQueued: true }), owner)
      expect(again).toMatchObject({ targets: 1, queued: [{ job: earlier, count: 1 }] })
      expect(await items(earlier)).toEqual([
        ['b', 'failed', `Job ${again.job?.id} sends it instead.`],
        ['a', 'sending', null],
        ['c', 'waiting', null],
      ])
      expect(await counts(earlier)).toEqual({ failed: 1, sending: 1, waiting: 1 })
    })
    it('can be tried: nothing is begun', async () => {
      expect(await jobs.begin(asked(['a', 'b', 'a'], { isDryRun: true }), owner)).toMatchObject({
        targets: 2,
        queued: [],
      })
      expect((await jobs.page({ limit: 10 })).count).toBe(0)
    })
    it('is of its realm alone', async () => {
      const id = await begin(['a'])
      const others = createJobs(store, await newRealm(store))
      expect(await others.read(id)).toBeUndefined()
      expect((await others.items(id, { limit: 5 })).rows).toEqual([])
      expect(await others.order(id, 'stop', null)).toBe(false)
      expect(await others.queuedFor(operation, 'a')).toEqual([])
      expect((await others.begin(asked(['a']), owner)).job).toBeDefined()
      expect(await jobs.queuedFor(operation, 'a')).toMatchObject([{ job: id, begunBy: 'Ann' }])
    })
  })

  describe('sending', () => {
    it('is done with an outcome, once', async () => {
      const id = await begin(['a', 'b'])
      const one = await send(id, 1)
      expect(await work.sending({ job: id, n: 1, instance: first })).toBe(false)
      expect(await work.outcome(one, { state: 'done', status: 204, requestId: 'r-1' })).toBe(true)
      expect(await work.outcome(one, { state: 'failed', status: 500 })).toBe(false)
      expect(await counts(id)).toEqual({ done: 1, waiting: 1 })
      expect((await jobs.items(id, { state: 'done', limit: 5 })).rows).toMatchObject([
        { n: 1, target: 'a', status: 204, requestId: 'r-1', tries: 1 },
      ])
    })
    it('is for the instance whose job it is, while it runs', async () => {
      const id = await begin(['a'])
      expect(await work.sending({ job: id, n: 1, instance: first })).toBe(false)
      await work.take(first, ALIVE_MS)
      expect(await work.take(second, ALIVE_MS)).toEqual([])
      expect(await work.sending({ job: id, n: 1, instance: second })).toBe(false)
      await jobs.order(id, 'pause', 'Bob')
      expect(await work.sending({ job: id, n: 1, instance: first })).toBe(false)
      await jobs.order(id, 'resume', 'Bob')
      expect(await work.sending({ job: id, n: 1, instance: first })).toBe(true)
    })
    it.runIf(engine === 'postgresql')('leaves nothing once it is paused, however close the two are', async () => {
      const id = await begin(['a'])
      await work.take(first, ALIVE_MS)
      const isSent = await store.transaction(async ({ query }) => {
        await query("UPDATE jobs SET phase = 'paused' WHERE id = $1", [id])
        const sending = work.sending({ job: id, n: 1, instance: first })
        const waiting = () =>
          store.query(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
            [],
          )
        await vi.waitFor(async () => expect(await waiting()).toHaveLength(1)) // which one transaction would see only as it was at first
        return [sending]
      })
      expect(await isSent[0]).toBe(false)
      expect(await counts(id)).toEqual({ waiting: 1 })
    })
    it('what an instance that is gone had sent is unknown, until its outcome comes after all', async () => {
      const id = await begin(['a', 'b', 'c'])
      const one = await send(id, 1)
      const two = await send(id, 2)
      expect(await work.take(second, 0)).toMatchObject([{ id }])
      await work.orphans(id, second, 'cut off')
      expect(await counts(id)).toEqual({ unknown: 2, waiting: 1 })
      expect(await work.outcome(one, { state: 'waiting' })).toBe(false) // what may have been sent is not sent again
      expect(await work.outcome(one, { state: 'done', status: 204 })).toBe(true)
      await work.checked(id, { n: 2, tries: 1 }, { state: 'failed', detail: 'still there' })
      expect(await jobs.order(id, 'retry', 'Bob')).toBe(true)
      await send(id, 2, second)
      expect(await work.outcome(two, { state: 'done' })).toBe(false) // that was the try before
      expect(await counts(id)).toEqual({ done: 1, sending: 1, waiting: 1 })
    })
    it('an instance that gives up leaves its jobs to the next at once', async () => {
      const id = await begin(['a'])
      await work.take(first, ALIVE_MS)
      await work.release(first)
      expect(await work.take(second, ALIVE_MS)).toMatchObject([{ id }])
    })
    it('does not begin before its time', async () => {
      const id = await begin(['a'], { startAt: new Date(Date.now() + 60_000).toISOString() })
      expect(await work.take(first, 0)).toEqual([])
      expect((await jobs.page({ state: 'scheduled', limit: 5 })).rows).toMatchObject([{ id }])
      expect((await jobs.page({ state: 'running', limit: 5 })).rows).toEqual([])
    })
    it('is active while it runs, is paused or starts within a day', async () => {
      const inHours = (hours: number) => ({ startAt: new Date(Date.now() + hours * 3_600_000).toISOString() })
      const running = await begin(['a'])
      const soon = await begin(['b'], inHours(23))
      await begin(['c'], inHours(25))
      const paused = await begin(['d'], inHours(25))
      await jobs.order(paused, 'pause', 'Bob')
      await jobs.order(await begin(['e']), 'stop', 'Bob')
      const { rows, count } = await jobs.page({ state: 'active', limit: 2 })
      expect([rows.map(({ id }) => id), count]).toEqual([[paused, soon], 3])
      expect((await jobs.page({ state: 'active', limit: 5 })).rows.at(-1)).toMatchObject({ id: running })
    })
    it('ends once nothing waits; what has failed can be sent again, but for what another job has now', async () => {
      const id = await begin(['a', 'b'])
      for (const n of [1, 2]) await work.outcome(await send(id, n), { state: 'failed', detail: 'no' })
      expect(await work.end(id, second)).toBe(false)
      expect(await work.end(id, first)).toBe(true)
      const other = await begin(['b'])
      expect(await jobs.order(id, 'retry', 'Bob')).toBe(true)
      expect(await items(id)).toEqual([
        ['b', 'failed', 'no'],
        ['a', 'waiting', null],
      ])
      expect(await jobs.read(id)).toMatchObject({ phase: 'running', endedAt: null, orderedBy: 'Bob' })
      expect(await jobs.queuedFor(operation, 'b')).toMatchObject([{ job: other }])
    })
    it('stops for a reason, which a resume takes away', async () => {
      const id = await begin(['a'])
      await work.take(first, ALIVE_MS)
      await work.stop(id, first, 'no token')
      expect(await jobs.read(id)).toMatchObject({ phase: 'stopped', reason: 'no token' })
      await jobs.order(id, 'resume', 'Bob')
      expect(await jobs.read(id)).toMatchObject({ phase: 'running', reason: null, endedAt: null })
    })
    it('whatever happens, counts are as the items, and no target is under way twice', async () => {
      const act = fc.oneof(
        fc.record({ what: fc.constantFrom('send', 'done', 'failed', 'unknown', 'waiting'), n: fc.nat({ max: 3 }) }),
        fc.record({ what: fc.constantFrom('pause', 'resume', 'stop', 'retry', 'again', 'end'), n: fc.nat({ max: 3 }) }),
        fc.record({ what: fc.constantFrom('take', 'orphans', 'check'), n: fc.nat({ max: 3 }) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
          await store.query('DELETE FROM jobs WHERE realm = $1', [realm])
          const id = await begin(['a', 'b', 'c', 'd'])
          const ids = [id]
          let instance: string = first
          await work.take(instance, 0)
          for (const { what, n } of acts) {
            const item = (await jobs.items(id, { limit: 9 })).rows.find((one) => one.n === n + 1)
            const tries = item?.tries ?? 0
            const one = { job: id, n: n + 1, tries, instance }
            if (what === 'send') await work.sending(one)
            else if (what === 'done' || what === 'failed' || what === 'unknown' || what === 'waiting')
              await work.outcome(one, { state: what })
            else if (what === 'pause' || what === 'resume' || what === 'stop' || what === 'retry')
              await jobs.order(id, what, null)
            else if (what === 'end') await work.end(id, instance)
            else if (what === 'take') {
              instance = instance === first ? second : first
              await work.take(instance, 0)
            } else if (what === 'orphans') await work.orphans(id, instance, 'cut off')
            else if (what === 'check')
              await work.checked(id, { n: n + 1, tries }, { state: 'failed', detail: 'still there' })
            else ids.push((await jobs.begin(asked(['a', 'b'], { isWithoutQueued: true }), owner)).job?.id ?? id)
          }
          for (const one of new Set(ids)) await counts(one)
          const twice = await store.query(
            `SELECT target FROM job_items WHERE realm = $1 AND state IN ('sending', 'waiting') GROUP BY target HAVING count(*) > 1`,
            [realm],
          )
          expect(twice).toEqual([])
        }),
        { numRuns: process.env.SOAK ? 60 : 25 },
      )
    })
  })

  it('are shown the newest first, and their items failed first, page by page', async () => {
    const ids = [await begin(['a', 'b', 'c']), await begin(['d']), await begin(['e'])]
    const page = await jobs.page({ limit: 2 })
    expect([page.rows.map(({ id }) => id), page.count]).toEqual([[ids[2], ids[1]], 3])
    expect((await jobs.page({ limit: 2, after: page.next ?? '' })).rows.map(({ id }) => id)).toEqual([ids[0]])
    await expect(jobs.page({ limit: 2, after: 'e30' })).rejects.toThrow('damaged')
    const id = ids[0] ?? 0
    await work.outcome(await send(id, 2), { state: 'done' })
    await work.outcome(await send(id, 3), { state: 'failed' })
    const [one, two] = [
      await jobs.items(id, { limit: 2 }),
      await jobs.items(id, { limit: 2, after: (await jobs.items(id, { limit: 2 })).next ?? '' }),
    ]
    expect([...one.rows, ...two.rows].map(({ target }) => target)).toEqual(['c', 'a', 'b'])
    expect(two.next).toBeNull()
    await expect(jobs.items(id, { limit: 2, after: 'e30' })).rejects.toThrow('damaged')
  })
  it('are erased with their retention, those under way never', async () => {
    const [over, left] = [await begin(['a']), await begin(['b'])]
    await jobs.order(over, 'stop', null)
    expect(await jobs.forget(new Date(Date.now() - 60_000))).toBe(0)
    expect(await jobs.forget(new Date(Date.now() + 60_000))).toBe(1)
    expect([await jobs.read(over), (await jobs.read(left))?.id]).toEqual([undefined, left])
    expect(await store.query('SELECT 1 FROM job_items WHERE job = $1', [over])).toEqual([])
  })
  it('name no connection of a user who was purged, once it is done', async () => {
    const directory = createDirectory(store, realm)
    await directory.save([rowOf('gone', { userId: 'leaving' }), rowOf('kept', { userId: 'other' })], new Date())
    const id = await begin(['gone', 'kept'])
    for (const n of [1, 2]) await work.outcome(await send(id, n), { state: 'done' })
    await directory.purgeUser('leaving', new Date())
    expect((await items(id)).map(([target]) => target)).toEqual(['', 'kept'])
  })
  it('hold as many as may be, and are read at once all the same', async () => {
    const [most, many] = process.env.SOAK ? [100_000, 10_000] : [10_000, 1_000]
    await store.query(
      `INSERT INTO jobs (realm, key, operation, client, phase, ended_at)
       SELECT $1, 'many-' || n, $2, '', 'ended', now() FROM generate_series(1, $3::integer) AS n`,
      [realm, operation, many],
    )
    const id = await begin(Array.from({ length: most }, (_, n) => `target-${n}`))
    const times: number[] = []
    async function timed<T>(read: () => Promise<T>): Promise<T> {
      const began = performance.now()
      const found = await read()
      times.push(performance.now() - began)
      return found
    }
    const newest = await timed(() => jobs.page({ limit: 200 }))
    expect([newest.rows.length, newest.count, newest.rows[0]?.counts.waiting]).toEqual([200, many + 1, most])
    await timed(() => jobs.page({ state: 'running', limit: 200 }))
    const { rows } = await timed(() => jobs.items(id, { limit: 200 }))
    expect([rows.length, rows[0]?.target]).toEqual([200, 'target-0'])
    expect((await timed(() => jobs.items(id, { state: 'failed', limit: 200 }))).rows).toEqual([])
    expect(await timed(() => work.next(id, 4))).toHaveLength(4)
    console.info(`${engine}: ${many} jobs, ${most} items: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  }, 30_000)
})
