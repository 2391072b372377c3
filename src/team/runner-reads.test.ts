/** The runner with jobs that read: their pages one after the other, among instances that end at any moment, at their share. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { NewJobOf } from '../api/new-team-job'
import { teamBounds } from '../api/team-bounds'
import { RESULT_ROOM_BYTES } from '../store/bounds'
import { sqlEngines, storeOf } from '../store/harness'
import { createJobResults } from '../store/job-results'
import { createJobWork, type JobWork } from '../store/job-work'
import { plainSeal } from '../store/seal-harness'
import type { JobDeed, JobSent } from './job-deed'
import { randomOf } from './random-harness'
import { KILLS_MS, runnersOn } from './runner-harness'

const LIST = 'GET /v3/connections'
const BATCH = 'POST /v2.0/vehicles/{id}/batch'
const PAGES = 30

const store = await storeOf(sqlEngines[0])
const stage = runnersOn(store)
const { begin, jobOf, runners, run, until, countsOf } = stage

const pageSent = ({ page }: JobDeed): JobSent => ({
  state: 'done',
  result: { body: `[${page}]`, rows: 1 },
  next: page !== null && page < PAGES ? { page: page + 1, place: `after ${page}` } : undefined,
})
async function bodiesOf(id: number): Promise<string[]> {
  const all: string[] = []
  for (let after = 0; ; ) {
    const lines = await createJobResults(store, stage.realm, plainSeal(stage.realm)).lines(id, after)
    if (lines.length === 0) return all
    all.push(...lines.flatMap(({ bodies }) => bodies))
    after = lines.at(-1)?.n ?? 0
  }
}
const inOrder = Array.from({ length: PAGES }, (_, at) => `[${at + 1}]`)

it('reads the pages of a list one after the other, each from where the one before led', async () => {
  const asked: [number | null, string | null][] = []
  run({
    async send(deed, begin) {
      if (!(await begin())) return { state: 'waiting' }
      asked.push([deed.page, deed.place])
      return pageSent(deed)
    },
  })
  const id = await begin({ operation: LIST })
  await until(id, 'ended')
  expect(asked).toEqual(Array.from({ length: PAGES }, (_, at) => [at + 1, at === 0 ? null : `after ${at}`]))
  expect([await bodiesOf(id), await countsOf(id)]).toEqual([inOrder, { done: PAGES }])
})

it('reads where the server is read-only for changes, and stops where it says so', async () => {
  const isList = (operation: string) => operation === LIST
  run({
    refusal: (operation) => (isList(operation) ? undefined : 'read-only'),
    send: async (deed, begin) => ((await begin()) ? pageSent(deed) : { state: 'waiting' }),
  })
  const [list, batch] = [
    await begin({ operation: LIST }),
    await begin({ operation: BATCH, targets: ['v'], with: { requests: [{ path: '/a' }] } }),
  ]
  await until(list, 'ended')
  await until(batch, 'stopped')
  expect((await jobOf(batch))?.reason).toBe('read-only')
})

it('a list that stops goes on at its page; what failed in the runner itself is no unknown', async () => {
  let isBroken = true
  run({
    async send(deed, begin) {
      if (!(await begin())) return { state: 'waiting' }
      if (deed.page === 3 && isBroken) throw new Error('of the program')
      return pageSent(deed)
    },
  })
  const id = await begin({ operation: LIST })
  await until(id, 'stopped')
  expect(await countsOf(id)).toEqual({ done: 2, waiting: 1 })
  isBroken = false
  await stage.jobs.order(id, 'resume', null)
  await until(id, 'ended')
  expect(await bodiesOf(id)).toEqual(inOrder)
})

it('stops once it has read too much', async () => {
  const real = createJobWork(store, stage.realm, plainSeal(stage.realm))
  const work: JobWork = {
    ...real,
    async keep(...given) {
      const bytes = await real.keep(...given)
      return bytes === undefined || given[0].n < 3 ? bytes : 1024 ** 3
    },
  }
  run({ send: async (deed, begin) => ((await begin()) ? pageSent(deed) : { state: 'waiting' }) }, work)
  const id = await begin({ operation: LIST })
  await until(id, 'stopped')
  expect((await jobOf(id))?.reason).toMatch(/1 GB/)
  expect(await countsOf(id)).toEqual({ done: 3, waiting: 1 })
})

it.each(process.env.SOAK ? [1, 2, 3, 4, 5, 6] : [1])(
  'instances that are killed between any two pages lose none, and keep none twice: %i',
  async (seed) => {
    const random = randomOf(seed)
    const id = await begin({ operation: LIST })
    const never = () => new Promise<never>(() => undefined)
    let kills = 0
    /** Ends without a word at any statement, before it or behind it. */
    function spawn(): void {
      const real = createJobWork(store, stage.realm, plainSeal(stage.realm))
      let life = 5 + Math.floor(random() * 25)
      const dies = () => {
        life -= 1
        if (life !== 0) return life < 0
        kills += 1
        runners.delete(runner) // it is heard of no more
        return true
      }
      const mortal =
        <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
        async (...given: A) => {
          if (dies()) return never()
          const answer = await act(...given)
          return dies() ? never() : answer
        }
      const work: JobWork = {
        ...real,
        ...{ take: mortal(real.take), orphans: mortal(real.orphans), next: mortal(real.next) },
        ...{
          sending: mortal(real.sending),
          outcome: mortal(real.outcome),
          keep: mortal(real.keep),
          end: mortal(real.end),
        },
      }
      const runner = run(
        {
          async send(deed, begin) {
            if (!(await begin())) return { state: 'waiting' }
            return random() < 0.1 ? { state: 'waiting', status: 429 } : pageSent(deed)
          },
        },
        work,
      )
    }
    await vi.waitFor(
      async () => {
        while (runners.size < 2) spawn()
        expect((await jobOf(id))?.phase).toBe('ended')
      },
      { timeout: KILLS_MS, interval: 20 },
    )
    expect(kills).toBeGreaterThan(0)
    expect([await bodiesOf(id), await countsOf(id)]).toEqual([inOrder, { done: PAGES }])
  },
  KILLS_MS + 5_000,
)

it('uses no more than its share of the limit, and another one at once', async () => {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const slept: number[] = []
  const sent: number[] = []
  let isHeld = false
  let held: AbortSignal | undefined
  const runner = run({
    limit: { refillPerMinute: 60 },
    elapsed: () => time,
    async sleep(ms, signal) {
      if (ms < 1_000) return pause(ms, undefined, { signal }).catch(() => undefined)
      slept.push(ms)
      if (isHeld) {
        held = signal
        return pause(60_000, undefined, { signal }).catch(() => undefined)
      }
      time += ms
    },
    async send(_, begin) {
      if (!(await begin())) return { state: 'waiting' }
      sent.push(time)
      return { state: 'done', result: { body: '[]', rows: 0 } }
    },
  })
  const targets = Array.from({ length: 12 }, (_, n) => `v-${n}`)
  const asked = { operation: BATCH, targets, with: { requests: [{ path: '/a' }] } } satisfies Omit<
    NewJobOf<typeof BATCH>,
    'key'
  >
  const id = await begin({ ...asked, share: 25 })
  await until(id, 'ended')
  // Four at once, and then sixteen seconds: a quarter of one each second.
  expect(slept).toEqual([16_000, 16_000, 16_000])
  expect(sent.map((at) => (at - (sent[0] ?? 0)) / 1_000)).toEqual([0, 16, 32].flatMap((at) => [at, at, at, at]))
  isHeld = true
  const other = await begin({ ...asked, share: 1 })
  await vi.waitFor(() => expect(held).toBeDefined())
  isHeld = false
  await stage.jobs.share(other, 100, 'Bob')
  runner.wake()
  await until(other, 'ended')
  expect(sent).toHaveLength(24)
})

it('leaves room to what changes, however many files are read', async () => {
  let reads = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  run({
    async send(deed, begin) {
      if (!(await begin())) return { state: 'waiting' }
      if (deed.operation !== LIST) return { state: 'done' }
      reads += 1
      await released
      return { state: 'done', result: { body: '[]', rows: 0 } }
    },
  })
  const ids = [...Array(8)].map(() => begin({ operation: LIST }))
  await Promise.all(ids)
  await vi.waitFor(() => expect(reads).toBe(6))
  await until(await begin({ operation: 'DELETE /v3/users/{userId}', targets: ['u'] }), 'ended')
  expect(reads).toBe(6)
  release()
  for (const id of ids) await until(await id, 'ended')
})

it('stops once the store has no room for another result, and goes on from there when it has', async () => {
  const id = await begin({ operation: LIST })
  await store.query(
    `INSERT INTO jobs (realm, key, operation, client, subject, phase, bytes_read, ended_at)
     SELECT realm, 'other', operation, client, subject, 'ended', $2, now() FROM jobs WHERE id = $1`,
    [id, teamBounds.resultBytes.owner - RESULT_ROOM_BYTES],
  )
  const asked: (number | null)[] = []
  const runner = run({
    async send(deed, begin) {
      if (!(await begin())) return { state: 'waiting' }
      asked.push(deed.page)
      return pageSent(deed)
    },
  })
  await until(id, 'stopped')
  expect((await jobOf(id))?.reason).toMatch(
    /^Stopped because the store has no room for more results\. The limit is 2 GB/,
  )
  expect([asked, await bodiesOf(id), await countsOf(id)]).toEqual([[1], ['[1]'], { done: 1, waiting: 1 }])
  await expect(stage.jobs.order(id, 'resume', null)).rejects.toThrow('The limit is 2 GB')
  await store.query(`UPDATE jobs SET erased_at = now() WHERE key = 'other'`)
  expect(await stage.jobs.order(id, 'resume', null)).toBe(true)
  runner.wake()
  await until(id, 'ended')
  expect([await bodiesOf(id), asked.length]).toEqual([inOrder, PAGES])
})
