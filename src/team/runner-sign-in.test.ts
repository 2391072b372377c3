/** The runner when the sign-in that a job depends on ends, and jobs whose start was long ahead. */
import { expect, it, vi } from 'vitest'
import { sqlEngines, storeOf } from '../store/harness'
import type { JobRecord } from '../store/job-rows'
import { createJobWork } from '../store/job-work'
import { createPeople } from '../store/people'
import { plainSeal } from '../store/seal-harness'
import { runnersOn } from './runner-harness'

const DAY_MS = 86_400_000
const operation = 'DELETE /v3/connections/{connectionId}'
const targets = Array.from({ length: 40 }, (_, n) => `target-${n}`)

const store = await storeOf(sqlEngines[0])
const stage = runnersOn(store)
const { begin, run, until, countsOf } = stage

it('sends nothing more after the time, says so once, and doesn’t ask the store again and again', async () => {
  let time = Date.now()
  await createPeople(store).signIn({ subject: 'id-ann', role: 'operator', at: new Date(time) })
  const work = createJobWork(store, stage.realm, plainSeal(stage.realm), { days: 7, now: () => time })
  const next = vi.spyOn(work, 'next')
  const sent: string[] = []
  const paused: JobRecord[] = []
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  const runner = run(
    {
      onPaused: (job) => paused.push(job),
      async send({ target }, isToSend) {
        if (!(await isToSend())) return { state: 'waiting' }
        sent.push(target)
        if (sent.length > 8) await isHeld
        return { state: 'done', status: 204 }
      },
      beatEveryMs: DAY_MS, // only an end or a refusal makes it poll again
    },
    work,
  )
  const id = await begin({ operation, targets })
  runner.wake()
  await vi.waitFor(() => expect(sent).toHaveLength(12))
  time += 7 * DAY_MS + 1
  const before = next.mock.calls.length
  release()
  await until(id, 'paused')
  expect([sent.length, next.mock.calls.length - before]).toEqual([12, 1])
  await vi.waitFor(async () => expect(await countsOf(id)).toEqual({ done: 12, waiting: 28 }))
  expect(paused).toMatchObject([{ id, pauseCause: 'sign-in-expired' }])
})

it('counts the age of a job from its start', async () => {
  const send = async (_: unknown, isToSend: () => Promise<boolean>) =>
    (await isToSend()) ? ({ state: 'done', status: 204 } as const) : ({ state: 'waiting' } as const)
  const [young, old] = [await begin({ operation, targets: ['a'] }), await begin({ operation, targets: ['b'] })]
  const age = `UPDATE jobs SET begun_at = now() - interval '61 days', start_at = now() - make_interval(days => $2) WHERE id = $1`
  await store.query(age, [young, 0])
  await store.query(age, [old, 61])
  run({ send })
  await until(young, 'ended')
  await until(old, 'stopped')
  expect(await stage.jobOf(old)).toMatchObject({ reason: 'Stopped because it started 60 days ago.' })
})
