/** A retry sends its own items and nothing else, whatever happens to the job meanwhile. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { type ItemState, itemStates, type Job } from './job-list'
import { signInEnded } from './jobs-texts'

/** What a component would see. */
vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, get: () => unknown) => get() }))
let signInAgain: () => void = () => undefined
vi.mock('../operator', () => ({
  onSignedInAgain: (listener: () => void) => {
    signInAgain = listener
  },
}))
const { nextAccount } = await import('../account')
const { checkUnknown, continueJob, resumeJob, retryItems, startJob, stopJob } = await import('./jobs')
const { useJob } = await import('./job-list')

const failure = (status: number, body: object = {}, retryAfter?: number) =>
  new ApiError('http', subscriptions.create, { status, body, facts: retryAfter === undefined ? {} : { retryAfter } })
/** How one that was sent is answered. */
const answers = {
  done: undefined,
  failed: failure(500),
  asleep: failure(409, { errors: [{ code: 'ASLEEP' }] }),
  cut: new ApiError('unreachable', subscriptions.create),
  held: failure(429, {}, 5),
  heldLong: failure(429, {}, 86_400),
  signedOut: failure(401, { errors: [{ type: 'GATEWAY', code: 'SIGN_IN_REQUIRED' }] }),
}
type Answer = keyof typeof answers

/** A job whose items are answered by hand, in the order in which they were sent. */
function handJob(count: number, onSend: (key: string) => void = () => undefined) {
  const sent: string[] = []
  const underWay: { key: string; answer: (how: Answer) => void }[] = []
  const looks: { key: string; answer: (isMade: boolean) => void }[] = []
  const id = startJob<string>({
    title: 'a job',
    items: Array.from({ length: count }, (_, index) => ({ key: `k${index}`, label: `k${index}`, input: `k${index}` })),
    effect: 'change',
    page: '/',
    send: (key) => {
      onSend(key)
      sent.push(key)
      return new Promise((resolve, reject) => {
        const answer = (how: Answer) =>
          answers[how] ? reject(answers[how]) : resolve({ state: 'done' as const, detail: 'done' })
        underWay.push({ key, answer })
      })
    },
    check: (key) => new Promise((resolve) => looks.push({ key, answer: resolve })),
  })
  const job = (): Job => {
    vi.advanceTimersByTime(100) // until it is drawn
    const found = useJob(id)
    if (!found) throw new Error('no such job')
    return found
  }
  return {
    id,
    sent,
    underWay,
    looks,
    job,
    async answer(how: Answer) {
      underWay.shift()?.answer(how)
      await vi.advanceTimersByTimeAsync(0)
    },
    async look(isMade: boolean) {
      looks.shift()?.answer(isMade)
      await vi.advanceTimersByTimeAsync(0)
    },
    detailOf: (key: string) => job().items.find((item) => item.key === key)?.detail,
    stateOf: (key: string) => job().items.find((item) => item.key === key)?.state,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  nextAccount(null)
  vi.useRealTimers()
})

/** Of ten, the first has failed, the second sleeps, the third was cut off; seven wait, and it is stopped. */
async function stoppedJob() {
  const made = handJob(10)
  await made.answer('failed')
  await made.answer('asleep')
  stopJob(made.id)
  await made.answer('cut')
  await made.answer('done')
  expect(made.sent).toEqual(['k0', 'k1', 'k2', 'k3'])
  expect(made.job()).toMatchObject({ phase: 'stopped', counts: { waiting: 6, failed: 1, asleep: 1, unknown: 1 } })
  made.sent.length = 0
  return made
}

describe('a retry in a job that was stopped', () => {
  it.each([
    ['failed', 'k0'],
    ['asleep', 'k1'],
    ['unknown', 'k2'],
  ] as const)(
    'of what is %s sends that alone; what waits keeps waiting, and it is stopped again',
    async (state, key) => {
      const made = await stoppedJob()
      retryItems(made.id, state)
      expect(made.sent).toEqual([key])
      expect(made.job()).toMatchObject({ phase: 'running', held: 6 })
      await made.answer('done')
      expect(made.sent).toEqual([key])
      expect(made.job()).toMatchObject({ phase: 'stopped', held: 0, counts: { waiting: 6, done: 2, [state]: 0 } })
      continueJob(made.id)
      while (made.underWay.length > 0) await made.answer('done')
      expect(made.job()).toMatchObject({ phase: 'ended', counts: { waiting: 0, done: 8 } })
      expect(made.sent).toHaveLength(7)
    },
  )
  it('of nothing does nothing', async () => {
    const made = await stoppedJob()
    retryItems(made.id, 'failed')
    await made.answer('done')
    made.sent.length = 0
    retryItems(made.id, 'failed')
    expect(made.sent).toEqual([])
    expect(made.job().phase).toBe('stopped')
  })
  it('that a 429 holds back goes on after the pause, alone', async () => {
    const made = await stoppedJob()
    retryItems(made.id, 'failed')
    await made.answer('held')
    expect(made.job()).toMatchObject({ phase: 'paused', held: 6 })
    await vi.advanceTimersByTimeAsync(5000)
    await made.answer('done')
    expect(made.sent).toEqual(['k0', 'k0'])
    expect(made.job()).toMatchObject({ phase: 'stopped', counts: { waiting: 6 } })
  })
  it('does not wait for the end of a pause where it is told to go on now, and still goes alone', async () => {
    const made = await stoppedJob()
    retryItems(made.id, 'failed')
    await made.answer('held')
    resumeJob(made.id)
    expect(made.sent).toEqual(['k0', 'k0'])
    await made.answer('done')
    expect(made.sent).toEqual(['k0', 'k0'])
  })
  it('that has to wait for longer than anybody does leaves what it would have sent as it was', async () => {
    const made = await stoppedJob()
    retryItems(made.id, 'unknown')
    await made.answer('heldLong')
    expect(made.job()).toMatchObject({ phase: 'stopped', counts: { waiting: 6, unknown: 1 } })
    expect(made.job().reason).toContain('quarter of an hour')
    expect(made.sent).toEqual(['k2'])
  })
  it('that was stopped leaves what it did not send as it was, in its words', async () => {
    const made = await stoppedJob()
    const before = made.detailOf('k2')
    retryItems(made.id, 'unknown')
    retryItems(made.id, 'failed')
    retryItems(made.id, 'asleep') // the two at a time are under way
    stopJob(made.id)
    expect(made.stateOf('k1')).toBe('asleep')
    await made.answer('held') // refused: nothing was done with this one
    expect(made.stateOf('k2')).toBe('unknown')
    expect(made.detailOf('k2')).toBe(before)
    await made.answer('done')
    expect(made.job()).toMatchObject({ phase: 'stopped', counts: { waiting: 6, unknown: 1, asleep: 1 } })
    expect(made.sent).toEqual(['k2', 'k0'])
  })
  it('waits for a sign-in that has ended, and then goes on alone', async () => {
    const made = await stoppedJob()
    retryItems(made.id, 'failed')
    await made.answer('signedOut')
    expect(made.job()).toMatchObject({ phase: 'stopped', counts: { waiting: 7, failed: 0 } })
    signInAgain()
    expect(made.sent).toEqual(['k0', 'k0'])
    await made.answer('done')
    expect(made.sent).toEqual(['k0', 'k0'])
    expect(made.job()).toMatchObject({ phase: 'stopped', counts: { waiting: 6 } })
  })
  it('that five unreached answers stop sends nothing more', async () => {
    const made = handJob(20)
    for (let nth = 0; nth < 8; nth += 1) await made.answer('failed')
    stopJob(made.id)
    while (made.underWay.length > 0) await made.answer('done')
    made.sent.length = 0
    retryItems(made.id, 'failed')
    for (let nth = 0; nth < 5; nth += 1) await made.answer('cut')
    await made.answer('done')
    expect(made.sent).toHaveLength(6)
    expect(made.job()).toMatchObject({
      phase: 'stopped',
      held: 0,
      counts: { waiting: 10, failed: 2, unknown: 5, done: 3 },
    })
    expect(made.job().reason).toContain('5 times in a row')
  })
  it('becomes everything where it is told to continue', async () => {
    const made = await stoppedJob()
    retryItems(made.id, 'failed')
    continueJob(made.id)
    expect(made.job()).toMatchObject({ phase: 'running', held: 0 })
    while (made.underWay.length > 0) await made.answer('done')
    expect(made.sent.toSorted()).toEqual(['k0', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9'])
    expect(made.job().phase).toBe('ended')
  })
  it('says again why it was stopped, once it is over', async () => {
    const made = handJob(12)
    await made.answer('failed')
    for (let nth = 0; nth < 5; nth += 1) await made.answer('cut')
    await made.answer('cut')
    const { reason } = made.job()
    expect(reason).toContain('5 times in a row')
    retryItems(made.id, 'failed')
    expect(made.job().reason).toBeUndefined()
    await made.answer('done')
    expect(made.job()).toMatchObject({ phase: 'stopped', reason })
  })
})

describe('a retry elsewhere', () => {
  it('joins a job that runs', async () => {
    const made = handJob(4)
    await made.answer('failed')
    retryItems(made.id, 'failed')
    expect(made.job()).toMatchObject({ phase: 'running', held: 0 })
    while (made.underWay.length > 0) await made.answer('done')
    expect(made.sent.toSorted()).toEqual(['k0', 'k0', 'k1', 'k2', 'k3'])
    expect(made.job().phase).toBe('ended')
  })
  it('waits with a job that is paused', async () => {
    const made = handJob(4)
    await made.answer('failed')
    await made.answer('held')
    retryItems(made.id, 'failed')
    await made.answer('done')
    expect(made.sent).toEqual(['k0', 'k1', 'k2'])
    await vi.advanceTimersByTimeAsync(5000)
    while (made.underWay.length > 0) await made.answer('done')
    expect(made.sent.toSorted()).toEqual(['k0', 'k0', 'k1', 'k1', 'k2', 'k3'])
  })
  it('waits with a job for a sign-in that has ended: all of it goes on then', async () => {
    const made = handJob(4)
    await made.answer('failed')
    await made.answer('signedOut')
    retryItems(made.id, 'failed')
    await made.answer('done')
    expect(made.sent).toHaveLength(3)
    signInAgain()
    while (made.underWay.length > 0) await made.answer('done')
    expect(made.job()).toMatchObject({ phase: 'ended', counts: { done: 4 } })
  })
  it('after the end, it ends again', async () => {
    const made = handJob(2)
    await made.answer('failed')
    await made.answer('done')
    expect(made.job().phase).toBe('ended')
    retryItems(made.id, 'failed')
    expect(made.job()).toMatchObject({ phase: 'running', held: 0 })
    stopJob(made.id)
    await made.answer('failed')
    expect(made.job()).toMatchObject({ phase: 'ended', counts: { failed: 1, waiting: 0 } })
  })
})

it('a job that waits for a sign-in does not go on by itself once it was told to stop', async () => {
  const made = handJob(4)
  await made.answer('signedOut')
  await made.answer('done')
  stopJob(made.id)
  signInAgain()
  expect(made.sent).toEqual(['k0', 'k1'])
  expect(made.job()).toMatchObject({ phase: 'stopped', reason: undefined, counts: { waiting: 3 } })
})

it('a look that began before a change was sent again says nothing of that', async () => {
  const made = await stoppedJob()
  checkUnknown(made.id)
  retryItems(made.id, 'unknown')
  await made.answer('cut')
  await made.look(false)
  expect(made.stateOf('k2')).toBe('unknown')
})

describe('in any order of answers and of what the operator does', () => {
  const COUNT = 8
  type Step = Answer | 'stop' | 'continue' | 'now' | 'signIn' | 'wait' | 'check' | 'isMade' | 'notMade' | Retry
  type Retry = 'retry failed' | 'retry asleep' | 'retry unknown'
  const steps: Step[] = [
    ...(['done', 'failed', 'asleep', 'cut', 'cut', 'held', 'heldLong', 'signedOut', 'signIn'] as const),
    ...(['stop', 'continue', 'now', 'wait', 'check', 'isMade', 'notMade'] as const),
    ...(['retry failed', 'retry failed', 'retry asleep', 'retry unknown'] as const),
  ]
  const isAnswer = (step: Step): step is Answer => step in answers
  const isRetry = (step: Step): step is Retry => step.startsWith('retry')

  it('only what the operator asked for is sent, each as often as is said, and the counts add up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { maxLength: 60 }), async (sequence) => {
        const all = Array.from({ length: COUNT }, (_, index) => `k${index}`)
        /** What the operator wants to be sent, as far as it was not answered yet. */
        const asked = new Set(all)
        const unasked: string[] = []
        const times = new Map<string, number>()
        /** What was answered for good once: a stopped job must not show it as merely waiting. */
        const answered = new Set<string>()
        const made = handJob(COUNT, (key) => {
          if (!asked.has(key)) unasked.push(key)
          times.set(key, (times.get(key) ?? 0) + 1)
        })
        const inState = (state: ItemState) =>
          made.job().items.flatMap((item) => (item.state === state ? [item.key] : []))

        const check = () => {
          const { items, counts, phase, reason, held = 0 } = made.job()
          expect(unasked).toEqual([])
          expect(items.map(({ key, tries }) => [key, tries])).toEqual(all.map((key) => [key, times.get(key) ?? 0]))
          const countOf = (state: ItemState) => items.filter((item) => item.state === state).length
          expect(counts).toEqual(Object.fromEntries(itemStates.map((state) => [state, countOf(state)])))
          expect(counts.sending).toBe(made.underWay.length)
          expect(held).toBeLessThanOrEqual(counts.waiting)
          if (counts.sending === 0) expect(phase === 'ended').toBe(counts.waiting === 0)
          if (phase !== 'stopped' || reason === signInEnded) return
          asked.clear()
          expect(items.filter(({ key, state }) => state === 'waiting' && answered.has(key))).toEqual([])
        }

        for (const step of sequence) {
          if (isAnswer(step)) {
            const key = made.underWay[0]?.key
            const isHeld = step === 'held' || step === 'heldLong' || step === 'signedOut'
            if (key !== undefined && !isHeld) {
              asked.delete(key)
              answered.add(key)
            }
            await made.answer(step)
          } else if (isRetry(step)) {
            for (const state of ['failed', 'asleep', 'unknown'] as const)
              if (step === `retry ${state}`) {
                for (const key of inState(state)) asked.add(key)
                retryItems(made.id, state)
              }
          } else if (step === 'stop') {
            stopJob(made.id)
            asked.clear()
          } else if (step === 'continue') {
            for (const key of inState('waiting')) asked.add(key)
            for (const key of inState('sending')) if (!answered.has(key)) asked.add(key) // where it is held back
            continueJob(made.id)
          } else if (step === 'now') resumeJob(made.id)
          else if (step === 'signIn') signInAgain()
          else if (step === 'wait') await vi.advanceTimersByTimeAsync(5000)
          else if (step === 'check') checkUnknown(made.id)
          else await made.look(step === 'isMade')
          check()
        }

        // What was asked for and not stopped is sent in the end, and nothing else.
        for (let turn = 0; turn < 4 * COUNT && (asked.size > 0 || made.underWay.length > 0); turn += 1) {
          signInAgain()
          await vi.advanceTimersByTimeAsync(5000)
          const key = made.underWay[0]?.key
          if (key !== undefined) {
            asked.delete(key)
            answered.add(key)
          }
          await made.answer('done')
          check()
        }
        expect([...asked]).toEqual([])
        expect(made.job().counts.sending).toBe(0)
        nextAccount(null)
      }),
      { numRuns: Number(process.env.JOB_RUNS ?? 200) },
    )
  })
})
