/** The runner against a provider that fails in many ways, and among instances that end at any moment. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { NewJobOf } from '../api/new-team-job'
import type { RemovalOperation } from '../api/team-jobs'
import { sqlEngines, storeOf } from '../store/harness'
import { createJobWork, type JobWork } from '../store/job-work'
import { plainSeal } from '../store/seal-harness'
import type { JobSent } from './job-deed'
import { randomOf } from './random-harness'
import type { RunnerOptions } from './runner'
import { BEAT_MS, KILLS_MS, runnersOn } from './runner-harness'

const operation = 'DELETE /v3/connections/{connectionId}'
const targetsOf = (count: number) => Array.from({ length: count }, (_, n) => `target-${n}`)

const store = await storeOf(sqlEngines[0])
const stage = runnersOn(store)
const { begin, jobOf, runners, run, until, countsOf } = stage

/** What the provider has, and what it was sent. */
function provider(ids: readonly string[]) {
  const there = new Set(ids)
  const received: string[] = []
  return {
    there,
    received,
    remove(id: string): JobSent {
      received.push(id)
      return there.delete(id) ? { state: 'done', status: 204 } : { state: 'done', status: 404, isGone: true }
    },
  }
}

const remove = (targets: readonly string[], more: Partial<NewJobOf<RemovalOperation>> = {}) =>
  begin({ operation, targets: [...targets], ...more })
const phaseOf = async (id: number) => (await jobOf(id))?.phase

it('sends each once, in the name of who began it, and ends', async () => {
  const host = provider(targetsOf(30))
  const names = new Set<string>()
  run({
    async send({ target, begunBy, subject, client, click }, begin) {
      names.add([begunBy, subject, client, click.replace(/\d+/g, 'n')].join(' '))
      return (await begin()) ? host.remove(target) : { state: 'waiting' }
    },
  })
  const id = await remove(targetsOf(30))
  await until(id, 'ended')
  expect(host.received.toSorted()).toEqual(targetsOf(30).toSorted())
  expect([...names]).toEqual(['Ann id-ann 192.0.2.1 job-n-n-n'])
  expect(await countsOf(id)).toEqual({ done: 30 })
})

it('pauses, goes on and stops where it is told to', async () => {
  const host = provider(targetsOf(1000))
  const runner = run({
    send: async ({ target }, begin) => ((await begin()) ? host.remove(target) : { state: 'waiting' }),
  })
  const id = await remove(targetsOf(1000))
  await vi.waitFor(() => expect(host.received.length).toBeGreaterThan(8))
  await stage.jobs.order(id, 'pause', 'Bob')
  runner.wake()
  await vi.waitFor(async () => expect((await jobOf(id))?.counts.sending).toBe(0))
  const sent = host.received.length
  await pause(5 * BEAT_MS)
  expect(host.received).toHaveLength(sent) // an absence, which nothing tells
  await stage.jobs.order(id, 'resume', 'Bob')
  runner.wake()
  await vi.waitFor(() => expect(host.received.length).toBeGreaterThan(sent))
  await stage.jobs.order(id, 'stop', 'Bob')
  await vi.waitFor(async () => expect((await jobOf(id))?.counts.sending).toBe(0))
  const counts = (await jobOf(id))?.counts
  expect(counts?.done).toBe(host.received.length)
  expect(counts?.waiting).toBe(1000 - host.received.length)
})

it('retries what failed in a stopped job, and nothing that only waits', async () => {
  const received: string[] = []
  let fails = true
  const runner = run({
    async send({ target }, begin) {
      if (!(await begin())) return { state: 'waiting' }
      received.push(target)
      if (target !== 'target-0' && fails) return { state: 'waiting', stop: 'no token' }
      return fails ? { state: 'failed', status: 500 } : { state: 'done', status: 204 }
    },
  })
  const id = await remove(targetsOf(9))
  await until(id, 'stopped')
  fails = false
  received.length = 0
  await stage.jobs.order(id, 'retry', 'Bob')
  runner.wake()
  await vi.waitFor(async () => expect((await jobOf(id))?.counts.done).toBe(1))
  await until(id, 'stopped')
  expect(received).toEqual(['target-0'])
  expect((await jobOf(id))?.reason).toMatch(/still queued/)
  await stage.jobs.order(id, 'resume', 'Bob')
  runner.wake()
  await until(id, 'ended')
  expect(received.toSorted()).toEqual(targetsOf(9))
})

it('waits as long as it is asked to, and sends then what was refused', async () => {
  const host = provider(targetsOf(4))
  let refusals = 3
  const slept: number[] = []
  run({
    async sleep(ms, signal) {
      if (ms > 60_000) slept.push(ms)
      await pause(Math.min(ms, BEAT_MS), undefined, { signal }).catch(() => undefined)
    },
    async send({ target }, begin) {
      if (!(await begin())) return { state: 'waiting' }
      refusals -= 1
      return refusals >= 0 ? { state: 'waiting', status: 429, waitMs: 90_000 } : host.remove(target)
    },
  })
  const id = await remove(targetsOf(4))
  await until(id, 'ended')
  expect([slept, host.received.length]).toEqual([[90_000], 4])
})

it.each<[string, JobSent, RegExp, number]>([
  ['a token that is refused', { state: 'waiting', stop: 'no token' }, /^no token$/, 0],
  ['a provider that is gone', { state: 'waiting', isUnreached: true }, /5|6|7|8 requests in a row/, 0],
  ['an account that has none of them', { state: 'done', status: 404, isGone: true }, /another account/, 20],
])('stops by itself for %s', async (_, sent, reason, done) => {
  run({ send: async (_, begin) => ((await begin()) ? sent : { state: 'waiting' }) })
  const id = await remove(targetsOf(50))
  await until(id, 'stopped')
  const job = await jobOf(id)
  expect(job?.reason).toMatch(reason)
  expect(job?.counts).toEqual({ done, waiting: 50 - done, failed: 0, asleep: 0, sending: 0, unknown: 0 })
})
it('does not stop for ids that are gone once one was there', async () => {
  const host = provider(['target-0'])
  run({ send: async ({ target }, begin) => ((await begin()) ? host.remove(target) : { state: 'waiting' }) })
  const id = await remove(targetsOf(50))
  await until(id, 'ended')
  expect(await countsOf(id)).toEqual({ done: 50 })
})
it('sends nothing where the server may change nothing', async () => {
  const send = vi.fn<RunnerOptions['send']>()
  run({ send, refusal: () => 'read-only' })
  const id = await remove(targetsOf(3))
  await until(id, 'stopped')
  expect([(await jobOf(id))?.reason, send.mock.calls]).toEqual(['read-only', []])
})
it('sends within its hours alone', async () => {
  const host = provider(targetsOf(3))
  let time = Date.parse('2026-01-01T12:00:00Z')
  let looks = 0
  run({
    now() {
      looks += 1
      return time
    },
    send: async ({ target }, begin) => ((await begin()) ? host.remove(target) : { state: 'waiting' }),
  })
  const id = await remove(targetsOf(3), { hours: { from: '22:00', to: '06:00', timeZone: 'UTC' } })
  await vi.waitFor(() => expect(looks).toBeGreaterThan(10))
  expect([await phaseOf(id), host.received]).toEqual(['running', []])
  time += 10 * 3_600_000
  await until(id, 'ended')
  expect(host.received).toHaveLength(3)
})
it('looks for what is unknown where it is asked to: what is gone was made, what is there was not', async () => {
  const there = new Set(['target-1'])
  run({
    async send(_, begin) {
      return (await begin()) ? { state: 'unknown' } : { state: 'waiting' }
    },
    look: async (_, target) => (target === 'target-2' ? Promise.reject(new Error('no')) : there.has(target)),
  })
  const id = await remove(targetsOf(3))
  await until(id, 'ended')
  expect(await countsOf(id)).toEqual({ unknown: 3 })
  await stage.jobs.order(id, 'check', 'Bob')
  await vi.waitFor(async () => expect((await jobOf(id))?.isChecking).toBe(false), { timeout: 10_000 })
  expect((await stage.jobs.items(id, { limit: 5 })).rows.map(({ target, state }) => [target, state])).toEqual([
    ['target-1', 'failed'],
    ['target-2', 'unknown'],
    ['target-0', 'done'],
  ])
})
it('keeps what has happened until the store is back', async () => {
  const host = provider(targetsOf(8))
  const real = createJobWork(store, stage.realm, plainSeal(stage.realm))
  let fails = 5
  const work: JobWork = {
    ...real,
    async outcome(...given) {
      fails -= 1
      if (fails >= 0) throw new Error('away')
      return real.outcome(...given)
    },
  }
  const sleep: RunnerOptions['sleep'] = (ms, signal) =>
    pause(Math.min(ms, BEAT_MS), undefined, { signal }).catch(() => undefined)
  run(
    { sleep, send: async ({ target }, begin) => ((await begin()) ? host.remove(target) : { state: 'waiting' }) },
    work,
  )
  const id = await remove(targetsOf(8))
  await until(id, 'ended')
  expect([await countsOf(id), host.received.length]).toEqual([{ done: 8 }, 8])
})

/** A process that is killed: nothing of it is heard any more, and nothing it waits for comes. */
function mortal(real: JobWork) {
  let isDead = false
  const never = () => new Promise<never>(() => undefined)
  const work = new Proxy(real, {
    get:
      (of, name) =>
      async (...given: unknown[]) => {
        if (isDead) return never()
        const answer: unknown = await Reflect.get(of, name)(...given)
        return isDead ? never() : answer
      },
  })
  return { work, isDead: () => isDead, kill: () => (isDead = true), never }
}

it.each(process.env.SOAK ? [1, 2, 3, 4, 5, 6] : [1])(
  'instances that are killed at any moment send nothing twice, and leave unknown only what was cut off: %i',
  async (seed) => {
    const random = randomOf(seed)
    const ids = targetsOf(240)
    const host = provider(ids)
    const cut = new Set<string>()
    const id = await remove(ids)
    const spawn = () => {
      /** What it is about to send, or has sent, and has not kept. */
      const open = new Set<string>()
      const real = createJobWork(store, stage.realm, plainSeal(stage.realm))
      const { work, isDead, kill, never } = mortal({
        ...real,
        async sending(one) {
          open.add(`target-${one.n - 1}`)
          const mayBegin = await real.sending(one)
          if (!mayBegin) open.delete(`target-${one.n - 1}`)
          return mayBegin
        },
        async outcome(one, outcome) {
          const isKept = await real.outcome(one, outcome)
          open.delete(`target-${one.n - 1}`)
          return isKept
        },
      })
      let life = 5 + Math.floor(random() * 60)
      const dies = () => {
        life -= 1
        if (life > 0 || isDead()) return isDead()
        for (const target of open) cut.add(target)
        kill()
        runners.delete(runner) // it never ends: it is heard of no more
        return true
      }
      const runner = run(
        {
          beatEveryMs: 3 * BEAT_MS, // whoever is taken for dead while the machine is busy has cut off nothing
          async send({ target }, begin) {
            if (!(await begin())) return { state: 'waiting' }
            if (dies()) return never() // before it left
            const fault = random()
            if (fault < 0.05) return { state: 'waiting', status: 429 }
            if (fault < 0.1) return { state: 'failed', status: 500 }
            const sent = host.remove(target)
            if (dies()) return never() // before its answer was kept
            return sent
          },
        },
        work,
      )
    }
    await vi.waitFor(
      async () => {
        while (runners.size < 3) spawn()
        expect(await phaseOf(id)).toBe('ended')
      },
      { timeout: KILLS_MS, interval: 20 },
    )
    expect(new Set(host.received).size).toBe(host.received.length) // nothing twice
    expect(cut.size).toBeGreaterThan(0)
    for (let after: string | undefined; ; ) {
      const { rows, next } = await stage.jobs.items(id, { limit: 200, ...(after !== undefined && { after }) })
      for (const { target, state } of rows) {
        if (state === 'done') expect(host.there.has(target)).toBe(false)
        else if (state === 'failed') expect(host.there.has(target)).toBe(true)
        else expect([state, cut.has(target)], target).toEqual(['unknown', true])
      }
      if (next === null) break
      after = next
    }
  },
  KILLS_MS + 5_000,
)
