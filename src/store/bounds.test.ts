/** Bounds of the store: for each person and for all, also for two at once, and without losing what was read. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewTeamJob } from '../api/new-team-job'
import { teamBounds } from '../api/team-bounds'
import { BoundError, RESULT_ROOM_BYTES } from './bounds'
import { newRealm, sqlEngines, storeOf } from './harness'
import { createJobResults } from './job-results'
import { createJobWork, type JobWork } from './job-work'
import { createJobs, type JobOwner, type Jobs } from './jobs'
import { plainSeal } from './seal-harness'
import type { SubscriptionFact } from './subscription-facts'
import { createSubscriptions } from './subscriptions'

const ann = { name: 'Ann', subject: 'id-ann', client: '192.0.2.1' }
const bob = { ...ann, name: 'Bob', subject: 'id-bob' }
const INSTANCE = '00000000-0000-4000-8000-000000000001'
const ALIVE_MS = 3_600_000
const LIST = 'GET /v3/connections'
const CHANGE = 'DELETE /v3/users/{userId}'

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
  const begin = async (owner: JobOwner, more: Partial<NewTeamJob> = {}) => {
    key += 1
    const asked = { key: `click-${String(key).padStart(8, '0')}`, operation: LIST, ...more } as NewTeamJob // of one operation
    return (await jobs.begin(asked, owner)).job?.id ?? expect.fail('nothing was begun')
  }
  /** As if the person had begun so many before. */
  const fill = (
    count: number,
    { subject, client }: JobOwner,
    more: { phase?: string; done?: number; bytes?: number } = {},
  ) =>
    store.query(
      `INSERT INTO jobs (realm, key, operation, client, subject, phase, done, bytes_read, ended_at)
       SELECT $1, 'filled ' || gen_random_uuid(), $2, $3, $4, $5, $6, $7, CASE $5 WHEN 'ended' THEN now() END
       FROM generate_series(1, $8)`,
      [realm, LIST, client, subject, more.phase ?? 'running', more.done ?? 0, more.bytes ?? 0, count],
    )
  const countJobs = async () =>
    (await store.query('SELECT count(*) AS count FROM jobs WHERE realm = $1', [realm]))[0]?.count
  const reachedBy = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof BoundError ? error.reached : error),
    )

  it.each([
    ['unfinishedJobs', { phase: 'paused' }],
    ['jobs', { phase: 'ended' }],
  ] as const)('%s are bounded for each person and for all', async (bound, more) => {
    const { owner, all } = teamBounds[bound]
    await fill(owner - 1, ann, more)
    await begin(ann)
    expect(await reachedBy(begin(ann))).toEqual({ bound, of: 'owner', most: owner })
    await begin(bob)
    await fill(all - owner - 1, { ...ann, subject: 'others' }, more)
    expect(await reachedBy(begin(bob))).toEqual({ bound, of: 'all', most: all })
    expect(await countJobs()).toBe(all)
  })
  it('a person is the sign-in, and without one the address; no name of one is the other', async () => {
    const { owner } = teamBounds.unfinishedJobs
    await fill(owner, { name: null, subject: null, client: '192.0.2.9' })
    expect(await reachedBy(begin({ name: null, subject: null, client: '192.0.2.9' }))).toMatchObject({ of: 'owner' })
    await begin({ name: null, subject: '192.0.2.9', client: '192.0.2.9' })
    await begin({ name: null, subject: null, client: '192.0.2.8' })
  })
  it('the targets of all jobs of a person are bounded', async () => {
    const { owner } = teamBounds.jobItems
    await fill(1, ann, { phase: 'ended', done: owner - 2 })
    expect(await reachedBy(begin(ann, { operation: CHANGE, targets: ['a', 'b', 'c'] }))).toEqual({
      ...{ bound: 'jobItems', of: 'owner', most: owner },
    })
    await begin(ann, { operation: CHANGE, targets: ['a', 'b'] })
  })
  it('of two that begin at once and would both pass, one does', async () => {
    await fill(teamBounds.unfinishedJobs.owner - 1, ann)
    const both = await Promise.all([reachedBy(begin(ann)), reachedBy(begin(ann))])
    expect(both.filter((reached) => reached === undefined)).toHaveLength(1)
    expect(await countJobs()).toBe(teamBounds.unfinishedJobs.owner)
  })
  it('a job that was stopped isn’t resumed beyond the bound, one that is paused is', async () => {
    const stopped = await begin(ann)
    const paused = await begin(ann)
    await jobs.order(stopped, 'stop', null)
    await jobs.order(paused, 'pause', null)
    await fill(teamBounds.unfinishedJobs.owner - 1, ann)
    expect(await reachedBy(jobs.order(stopped, 'resume', null))).toMatchObject({ bound: 'unfinishedJobs' })
    expect((await jobs.read(stopped))?.phase).toBe('stopped')
    expect(await jobs.order(paused, 'resume', null)).toBe(true)
  })

  it('a read leaves only with room for all that it may bring, which those under way have reserved', async () => {
    const { owner } = teamBounds.resultBytes
    const id = await begin(ann, {
      ...{ operation: 'POST /v2.0/vehicles/{id}/batch', targets: ['a', 'b'] },
      with: { requests: [{ path: '/odometer' }] },
    })
    await fill(1, ann, { phase: 'ended', bytes: owner - RESULT_ROOM_BYTES - 1 })
    await work.take(INSTANCE, ALIVE_MS)
    const one = { job: id, instance: INSTANCE }
    expect(await work.room(id)).toBe('free')
    const sent = await Promise.all([work.sending({ ...one, n: 1 }, true), work.sending({ ...one, n: 2 }, true)])
    expect(sent.filter(Boolean)).toHaveLength(1)
    expect(await work.room(id)).toBe('busy')
    const n = sent[0] ? 1 : 2
    await work.keep({ ...one, n, tries: 1 }, { state: 'done' }, { body: '["read"]', rows: 1 }, {})
    expect(await work.room(id)).toEqual({ bound: 'resultBytes', of: 'owner', most: owner })
    expect(await work.sending({ ...one, n: 3 - n }, true)).toBe(false)
    const lines = await createJobResults(store, realm, plainSeal(realm)).lines(id, 0)
    expect(lines.find((line) => line.n === n)?.bodies).toEqual(['["read"]'])
    expect(await reachedBy(begin(ann))).toMatchObject({ bound: 'resultBytes' })
    await begin(ann, { operation: CHANGE, targets: ['u'] })
    await store.query(`UPDATE jobs SET erased_at = now() WHERE realm = $1 AND phase = 'ended'`, [realm])
    expect(await work.sending({ ...one, n: 3 - n }, true)).toBe(true)
  })
  it('results of all are bounded, whoever reads', async () => {
    const { owner, all } = teamBounds.resultBytes
    const id = await begin(bob)
    for (const subject of ['a', 'b', 'c', 'd']) await fill(1, { ...ann, subject }, { bytes: all / 4, phase: 'ended' })
    expect(await work.room(id)).toEqual({ bound: 'resultBytes', of: 'all', most: all })
    expect(all / 4).toBeLessThanOrEqual(owner)
  })

  const facts = (count: number, from = 0): SubscriptionFact[] =>
    Array.from({ length: count }, (_, n) => ({
      ...{ subscriptionId: `s-${from + n}`, state: 'present', at: new Date(), by: 'Ann', isTold: true },
    }))
  const fillTold = (count: number, teller: string) =>
    store.query(
      `INSERT INTO subscriptions (realm, subscription_id, state, at, since, is_told, told_by)
       SELECT $1, 'filled ' || $3 || n, 'present', now(), now(), true, $3 FROM generate_series(1, $2) AS n`,
      [realm, count, teller],
    )
  it('told subscriptions are bounded for each person and for all; what the server sees itself is not', async () => {
    const subscriptions = createSubscriptions(store, realm)
    const { owner, all } = teamBounds.toldSubscriptions
    await fillTold(owner - 2, 'id-ann')
    expect(await reachedBy(subscriptions.note(facts(3), 'id-ann'))).toEqual({
      ...{ bound: 'toldSubscriptions', of: 'owner', most: owner },
    })
    await subscriptions.note(facts(2), 'id-ann')
    await subscriptions.note(facts(2), 'id-ann') // which it knows already
    expect(await reachedBy(subscriptions.note(facts(1, 9), 'id-ann'))).toMatchObject({ of: 'owner' })
    await subscriptions.note(facts(1, 9), 'id-bob')
    await fillTold(all - owner - 1, 'others')
    expect(await reachedBy(subscriptions.note(facts(1, 10), 'id-bob'))).toMatchObject({ of: 'all', most: all })
    const seen = facts(1).map((fact) => ({ ...fact, isTold: false, at: new Date(Date.now() + 1_000) }))
    await subscriptions.note([...seen, { ...seen[0], subscriptionId: 'new' } as SubscriptionFact])
    await subscriptions.note(facts(1, 10), 'id-bob')
  })
})
