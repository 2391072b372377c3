/** Jobs depend on the last sign-in of their person: what pauses them, and who can continue them. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '../api/roles'
import type { JobOperation } from '../api/team-jobs'
import { newRealm, sqlEngines, storeOf } from './harness'
import { createJobWork, type JobWork } from './job-work'
import { createJobs, type Jobs } from './jobs'
import { createPeople } from './people'
import { plainSeal } from './seal-harness'
import { createSessions } from './sessions'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const instance = '00000000-0000-4000-8000-000000000001'
const REMOVE = 'DELETE /v3/connections/{connectionId}'
const BATCH = 'POST /v2.0/vehicles/{id}/batch'

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  const people = createPeople(store)
  const sessions = createSessions(store)
  let time = Date.now()
  const bound = { days: 7, now: () => time }
  let realm = 0
  let jobs: Jobs
  let work: JobWork
  /** People are of no realm: each test has its own. */
  let [ann, bob] = ['', '']
  beforeEach(async () => {
    time = Date.now()
    realm = await newRealm(store)
    jobs = createJobs(store, realm, bound)
    work = createJobWork(store, realm, plainSeal(realm), bound)
    ;[ann, bob] = [randomUUID(), randomUUID()]
  })

  const at = () => new Date(time)
  const person = (subject: string, role: Role = 'operator') => ({
    ...{ name: subject === ann ? 'Ann' : 'Bob', subject, client: '192.0.2.1' },
    signIn: { role, at: at() },
  })
  const signIn = (subject: string, role: Role | null = 'operator') => people.signIn({ subject, role, at: at() })
  async function begin(operation: JobOperation, more: object = {}): Promise<number> {
    const shared = operation === BATCH ? { with: { requests: [{ path: '/odometer' }] } } : {}
    const asked = operation === 'GET /team/users' ? {} : { targets: ['a', 'b'] }
    const job = { key: randomUUID(), operation, ...asked, ...shared, ...more } as Parameters<Jobs['begin']>[0] // of these operations
    return (await jobs.begin(job, person(ann))).job?.id ?? expect.fail('nothing was begun')
  }
  /** A session of a person; its sign-out. */
  async function session(subject: string) {
    const facts = { id: randomUUID(), subject, begunAt: at(), endsAt: new Date(time + 12 * HOUR_MS) }
    await sessions.begin(facts, 'operator')
    return {
      ...facts,
      signOut: (isToContinue = false) =>
        sessions.revoke(facts, { at: at(), usedSince: new Date(time - HOUR_MS), isToContinue }),
    }
  }
  async function isSent(job: number): Promise<boolean> {
    await work.take(instance, 0)
    const [item] = await work.next(job, 1)
    return work.sending({ job, n: item?.n ?? expect.fail('no item waits'), instance })
  }
  const stateOf = async (id: number) => {
    const job = await jobs.read(id)
    return job && [job.phase, job.pauseCause]
  }

  it('sends for seven days after the last sign-in, then pauses until its person resumes it', async () => {
    const id = await begin(REMOVE)
    time += 7 * DAY_MS - 1_000
    expect([await work.pauseExpired(), await isSent(id)]).toEqual([[], true])
    time += 2_000
    expect(await isSent(id)).toBe(false)
    expect(await work.pauseExpired()).toMatchObject([{ id, pauseCause: 'sign-in-expired' }])
    expect(await work.pauseExpired()).toEqual([])
    await signIn(ann)
    expect(await stateOf(id)).toEqual(['paused', 'sign-in-expired'])
    expect(await jobs.order(id, 'resume', 'Ann', person(ann))).toBe(true)
    expect([await stateOf(id), await isSent(id)]).toEqual([['running', null], true])
  })
  it('continues without a break if its person signs in again in time', async () => {
    const id = await begin(REMOVE)
    time += 6 * DAY_MS
    await signIn(ann)
    time += 6 * DAY_MS
    expect([await work.pauseExpired(), await isSent(id)]).toEqual([[], true])
  })
  it('is not extended by another’s sign-in, nor by another who resumes it', async () => {
    const id = await begin(REMOVE)
    time += 8 * DAY_MS
    await signIn(bob)
    expect(await isSent(id)).toBe(false)
    await work.pauseExpired()
    expect(await jobs.order(id, 'resume', 'Bob', person(bob))).toBe(false)
    expect(await stateOf(id)).toEqual(['paused', 'sign-in-expired'])
  })
  it('resumed by another while its person’s sign-in holds, still depends on that', async () => {
    const id = await begin(REMOVE)
    await jobs.order(id, 'pause', 'Bob')
    time += 6 * DAY_MS
    expect(await jobs.order(id, 'resume', 'Bob', person(bob))).toBe(true)
    time += 2 * DAY_MS
    expect(await isSent(id)).toBe(false)
  })
  it('is adopted by another, in whose name it continues', async () => {
    const id = await begin(REMOVE)
    expect(await jobs.adopt(id, person(bob))).toBeUndefined() // it runs
    time += 8 * DAY_MS
    await work.pauseExpired()
    expect(await jobs.adopt(id, person(bob))).toEqual({ name: 'Ann', subject: ann })
    expect(await jobs.read(id)).toMatchObject({
      ...{ phase: 'running', begunBy: 'Ann', subject: ann, adoptedBy: 'Bob', adoptedSubject: bob },
      ...{ signedInAt: at(), orderedBy: 'Bob' },
    })
    expect(await isSent(id)).toBe(true)
    time += 8 * DAY_MS
    await signIn(ann)
    expect(await isSent(id)).toBe(false)
  })
  it('isn’t adopted with an older session of a person who has lost the role since', async () => {
    const id = await begin(REMOVE)
    await jobs.order(id, 'pause', 'Ann')
    const older = person(bob)
    time += 1_000
    await signIn(bob, 'viewer')
    expect(await jobs.adopt(id, older)).toBeUndefined()
    expect(await stateOf(id)).toEqual(['paused', null])
  })
  it('pauses at the sign-out from the last session, and can’t be resumed by another', async () => {
    const [first, second] = [await session(ann), await session(ann)]
    const id = await begin(REMOVE)
    time += 1_000
    const usedSince = new Date(time - HOUR_MS)
    expect(await people.dependents(first, usedSince, at())).toMatchObject({ jobs: 0 })
    expect(await first.signOut()).toEqual([])
    expect(await people.dependents(second, usedSince, at())).toEqual({ jobs: 1, signedInAt: second.begunAt })
    expect(await second.signOut()).toMatchObject([{ id, pauseCause: 'signed-out' }])
    expect(await jobs.order(id, 'resume', 'Bob', person(bob))).toBe(false)
    time += 1_000
    const again = await session(ann)
    expect(
      await jobs.order(id, 'resume', 'Ann', { ...person(ann), signIn: { role: 'operator', at: again.begunAt } }),
    ).toBe(true)
    expect(await isSent(id)).toBe(true)
  })
  it.runIf(engine === 'postgresql')('pauses if both sessions of its person are signed out at once', async () => {
    const [first, second] = [await session(ann), await session(ann)]
    const id = await begin(REMOVE)
    const signOut = { at: at(), usedSince: new Date(time - HOUR_MS), isToContinue: false }
    const [inOne, inOther] = await store.transaction(async (queries) => {
      const within = createSessions({ ...store, transaction: (act) => act(queries) })
      const paused = await within.revoke(first, signOut) // not committed yet
      const other = second.signOut()
      const waiting = () =>
        store.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          [],
        )
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1))
      return [paused, { other }] as const // which ends after this transaction
    })
    expect(inOne).toEqual([])
    expect(await inOther.other).toMatchObject([{ id, pauseCause: 'signed-out' }])
  })
  it('counts a session that ended unused for none, and its mere end for no sign-out', async () => {
    const [idle, last] = [await session(ann), await session(ann)]
    const id = await begin(REMOVE)
    time += 2 * HOUR_MS
    expect([await work.pauseExpired(), await isSent(id)]).toEqual([[], true])
    await sessions.use(last.id, at())
    expect(await last.signOut()).toMatchObject([{ id }])
    expect(await idle.signOut()).toEqual([])
  })
  it('continues after a sign-out that lets it, up to the same bound, once', async () => {
    const one = await session(ann)
    const id = await begin(REMOVE)
    time += DAY_MS / 4
    expect(await one.signOut(true)).toEqual([])
    expect(await one.signOut(true)).toEqual([])
    expect(await isSent(id)).toBe(true)
    time += 7 * DAY_MS - DAY_MS / 4
    expect(await isSent(id)).toBe(false)
    expect(await work.pauseExpired()).toMatchObject([{ id, pauseCause: 'sign-in-expired' }])
  })
  it('a job that another paused doesn’t continue for a person who signed out', async () => {
    const one = await session(ann)
    const id = await begin(REMOVE)
    await jobs.order(id, 'pause', 'Bob')
    time += 1_000
    await one.signOut()
    expect(await jobs.order(id, 'resume', 'Bob', person(bob))).toBe(false)
    expect(await jobs.adopt(id, person(bob))).toMatchObject({ name: 'Ann' })
  })
  it('pauses when its person signs in without the role, whatever an older session says', async () => {
    const [remove, batch, list] = [await begin(REMOVE), await begin(BATCH), await begin('GET /team/users')]
    const operatorAt = at()
    time += 1_000
    expect((await signIn(ann, 'reader')).map(({ id }) => id)).toEqual([remove])
    expect(await people.signIn({ subject: ann, role: 'operator', at: operatorAt })).toEqual([])
    expect(await jobs.order(remove, 'resume', 'Bob', person(bob))).toBe(false)
    time += 1_000
    expect(await signIn(ann, null)).toMatchObject([{ id: batch, pauseCause: 'role-lost' }])
    expect(await stateOf(list)).toEqual(['running', null])
    expect([await work.pauseExpired(), await isSent(list)]).toEqual([[], true])
  })
  it('a scheduled one pauses at its start, or at once with its person’s sign-out', async () => {
    const one = await session(ann)
    const startAt = new Date(time + HOUR_MS).toISOString()
    const ids = [await begin(REMOVE, { startAt }), await begin(REMOVE, { startAt, targets: ['c'] })]
    const [first = 0, second = 0] = ids
    time += 8 * DAY_MS
    expect(await work.pauseExpired()).toEqual([])
    await store.query('UPDATE jobs SET start_at = now() WHERE id = $1', [first])
    expect((await work.pauseExpired()).map(({ id }) => id)).toEqual([first])
    expect((await one.signOut()).map(({ id }) => id)).toEqual([second])
  })
  it('one that was started without sign-in counts from its start, and can be adopted', async () => {
    const { job } = await jobs.begin(
      { key: randomUUID(), operation: REMOVE, targets: ['a'] },
      { name: null, subject: null, client: '192.0.2.1' },
    )
    const id = job?.id ?? 0
    expect(await work.pauseExpired()).toEqual([])
    time += 8 * DAY_MS
    expect(await work.pauseExpired()).toMatchObject([{ id, pauseCause: 'sign-in-expired' }])
    expect(await jobs.adopt(id, person(bob))).toEqual({ name: null, subject: null })
    expect(await isSent(id)).toBe(true)
  })
  it('one that exists at the update counts from it', async () => {
    const id = await begin(REMOVE)
    await store.query("UPDATE jobs SET begun_at = now() - interval '30 days' WHERE id = $1", [id])
    await store.query('DELETE FROM people', [])
    const migration = readFileSync(new URL('migrations/0017-people.sql', import.meta.url), 'utf8')
    await store.query(/INSERT INTO people[^;]+/.exec(migration)?.[0] ?? '', [])
    expect([await work.pauseExpired(), await isSent(id)]).toEqual([[], true])
    time += 8 * DAY_MS
    expect(await work.pauseExpired()).toMatchObject([{ id, pauseCause: 'sign-in-expired' }])
  })
  it('without sign-in nothing of it applies', async () => {
    jobs = createJobs(store, realm)
    work = createJobWork(store, realm, plainSeal(realm))
    const id = await begin(REMOVE)
    time += 90 * DAY_MS
    await signIn(ann, 'viewer')
    expect(await jobs.order(id, 'resume', null)).toBe(true) // which the lost role paused, of a server with sign-in
    expect([await work.pauseExpired(), await isSent(id)]).toEqual([[], true])
  })
  it('one that was paused is listed, and told of outside, once for each pause', async () => {
    const id = await begin(REMOVE)
    time += 8 * DAY_MS
    await work.pauseExpired()
    expect((await jobs.page({ state: 'interrupted', limit: 5 })).rows).toMatchObject([{ id }])
    expect(await work.untold(new Date(Date.now() - HOUR_MS))).toMatchObject([{ id }])
    await work.told(id)
    expect(await work.untold(new Date(Date.now() - HOUR_MS))).toEqual([])
    await jobs.adopt(id, person(bob))
    time += 8 * DAY_MS
    await work.pauseExpired()
    expect(await work.untold(new Date(Date.now() - HOUR_MS))).toMatchObject([{ id }])
    await jobs.order(id, 'stop', 'Bob')
    expect((await jobs.page({ state: 'interrupted', limit: 5 })).rows).toEqual([])
  })
  it('forgets a person whose sign-in no job can depend on any more', async () => {
    time -= 62 * DAY_MS
    await signIn(ann)
    time = Date.now()
    await signIn(bob)
    await people.forget()
    const left = await store.query('SELECT subject FROM people WHERE subject IN ($1, $2)', [ann, bob])
    expect(left).toEqual([{ subject: bob }])
  })
})
