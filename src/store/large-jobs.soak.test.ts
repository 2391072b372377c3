/** Ten thousand jobs, and one of a hundred thousand items: how long the store takes over what pages show of them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { MOST_TARGETS } from '../api/team-jobs'
import { roomForResult } from './bounds'
import { engines, storeOf } from './harness'
import { createJobs, type Jobs } from './jobs'
import { openRealm } from './realms'

const JOBS = 10_000
const MOST_MS = 200
const ROUNDS = 9
const operation = 'DELETE /v3/connections/{connectionId}'
const owner = { name: 'Ann', subject: 'id-ann', client: '192.0.2.1' }
const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

describe.each(engines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let jobs: Jobs
  let large = 0
  let realm = 0
  beforeAll(async () => {
    realm = await openRealm(store, 'large')
    jobs = createJobs(store, realm)
    // Of many people, because each may have some of them only. Most have ended, as after months.
    await store.query(
      `INSERT INTO jobs (realm, key, operation, begun_by, subject, client, phase, ended_at, waiting, done)
       SELECT $1, 'job-' || n, $2, 'Bob', 'id-' || n % 100, '192.0.2.1', CASE n % 50 WHEN 0 THEN 'running' ELSE 'ended' END,
         CASE n % 50 WHEN 0 THEN NULL ELSE now() END, CASE n % 50 WHEN 0 THEN 1 ELSE 0 END, CASE n % 50 WHEN 0 THEN 0 ELSE 1 END
       FROM generate_series(1, $3) AS n`,
      [realm, operation, JOBS],
    )
    await store.query(
      `INSERT INTO job_items (job, n, realm, operation, target, state)
       SELECT id, 1, realm, operation, 'connection-' || id, (CASE phase WHEN 'running' THEN 'waiting' ELSE 'done' END)::job_item_state
       FROM jobs`,
    )
    const targets = Array.from({ length: MOST_TARGETS }, (_, n) => `target-${n}`)
    const { job } = await jobs.begin({ key: 'the-large-one', operation, targets }, owner)
    large = job?.id ?? expect.fail('nothing was begun')
    await store.query(`UPDATE job_items SET state = 'done', status = 204 WHERE job = $1 AND n % 3 = 0`, [large])
    await store.query(`UPDATE job_items SET state = 'failed', status = 500 WHERE job = $1 AND n % 97 = 1`, [large])
    await store.maintain?.()
  }, 600_000)

  it(`what a page shows is there within ${MOST_MS} ms`, async () => {
    const deepJobs = await cursorAt((after) => jobs.page({ limit: 200, after }), 20)
    const deepItems = await cursorAt((after) => jobs.items(large, { limit: 200, after }), 100)
    const reads: Record<string, () => Promise<unknown>> = {
      'the newest jobs': () => jobs.page({ limit: 200 }),
      'jobs far back': () => jobs.page({ limit: 200, after: deepJobs }),
      'those that run': () => jobs.page({ state: 'running', limit: 25 }),
      'those of an operation that have ended': () => jobs.page({ state: 'ended', operation, limit: 200 }),
      'one job': () => jobs.read(large),
      'its first items': () => jobs.items(large, { limit: 200 }),
      'items far back': () => jobs.items(large, { limit: 200, after: deepItems }),
      'items of a state': () => jobs.items(large, { state: 'done', limit: 200 }),
      'beginning another': () =>
        jobs.begin({ key: crypto.randomUUID(), operation, targets: [crypto.randomUUID()] }, owner),
      'room for a result': () => roomForResult(store, realm, large),
      'whether one is queued': () => jobs.queuedFor(operation, 'target-50000'),
    }
    const took: Record<string, number> = {}
    for (const [name, read] of Object.entries(reads)) {
      const all: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const begun = performance.now()
        await read()
        all.push(performance.now() - begun)
      }
      took[name] = Math.round(middle(all))
    }
    console.info(
      `${engine}: ${Object.entries(took)
        .map(([name, ms]) => `${name} ${ms} ms`)
        .join(', ')}`,
    )
    expect(Object.entries(took).filter(([, ms]) => ms > MOST_MS)).toEqual([])
  }, 120_000)
})

type Paged = (after: string | undefined) => Promise<{ next: string | null }>
async function cursorAt(read: Paged, pages: number): Promise<string> {
  let after: string | undefined
  for (let page = 0; page < pages; page += 1) after = (await read(after)).next ?? expect.fail('the last page')
  return after ?? expect.fail('no page')
}
