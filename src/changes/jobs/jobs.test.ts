/** A job sends every item once, pauses as told, stops, goes on and ends with the right counts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../api/client'
import { ApiError } from '../../api/errors'
import { ProxyResponse } from '../../api/own-fetch'
import { subscriptions } from '../../api/subscriptions'
import type { ItemResult, Job, JobSpec } from './job-list'

/** What a component would see. */
vi.mock('react', async () => (await import('../../core/react-harness')).reactOutsideComponents())
const { lookForSignIn, openOperator } = await import('../../core/operator')
const { nextAccount } = await import('../../core/account')
const { checkUnknown, continueJob, dismissJob, retryItems, startJob, stopJob } = await import('./jobs')
const { useJob, useJobs } = await import('./job-list')

const failure = (status: number, body: object = {}, retryAfter?: number) =>
  new ApiError('http', subscriptions.create, { status, body, facts: retryAfter === undefined ? {} : { retryAfter } })
const cut = () => new ApiError('unreachable', subscriptions.create)
const done: ItemResult = { state: 'done', detail: 'done' }

/** Every send by item, how many were under way at a time, and how each is answered. */
function world(answer: (key: string, nth: number) => Promise<ItemResult> | ItemResult) {
  const sent: string[] = []
  let active = 0
  let most = 0
  const send = async (key: string) => {
    sent.push(key)
    active += 1
    most = Math.max(most, active)
    await new Promise((resolve) => setTimeout(resolve, 10))
    active -= 1
    return answer(key, sent.filter((one) => one === key).length)
  }
  const spec = (count: number, more: Partial<JobSpec<string>> = {}): JobSpec<string> => ({
    title: 'a job',
    items: Array.from({ length: count }, (_, index) => ({ key: `k${index}`, label: `k${index}`, input: `k${index}` })),
    send,
    effect: 'change',
    ...more,
  })
  return { sent, spec, most: () => most }
}
const job = (id: number): Job => {
  const found = useJob(id)
  if (!found) throw new Error('no such job')
  return found
}
const rejects = (error: unknown) => Promise.reject(error)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  nextAccount(null)
  vi.useRealTimers()
})

describe('a job', () => {
  it('sends every item once, two at a time, and ends', async () => {
    const { sent, spec, most } = world(() => done)
    const id = startJob(spec(7))
    await vi.runAllTimersAsync()
    expect(sent.toSorted()).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6'])
    expect(most()).toBe(2)
    expect(job(id)).toMatchObject({ phase: 'ended', counts: { done: 7, waiting: 0, sending: 0 } })
  })
  it('takes two items of one key for one', async () => {
    const { sent, spec } = world(() => done)
    const items = [1, 2].map(() => ({ key: 'same', label: 'same', input: 'same' }))
    startJob(spec(0, { items }))
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['same'])
  })
  it('tells failed, asleep and unknown apart; a read that is cut off has failed', async () => {
    const answers: Record<string, () => Promise<ItemResult>> = {
      k0: () => rejects(failure(400)),
      k1: () => rejects(failure(409, { errors: [{ code: 'ASLEEP' }] })),
      k2: () => rejects(cut()),
      k3: () => rejects(failure(504)),
      k4: () => rejects(failure(500)),
    }
    const { spec } = world((key) => answers[key]?.() ?? done)
    const change = startJob(spec(6))
    const read = startJob(spec(6, { effect: 'read' }))
    await vi.runAllTimersAsync()
    expect(job(change).counts).toEqual({ waiting: 0, sending: 0, done: 1, failed: 2, asleep: 1, unknown: 2 })
    expect(job(read).counts).toEqual({ waiting: 0, sending: 0, done: 1, failed: 4, asleep: 1, unknown: 0 })
  })
  it('stops in the middle, answers what was under way, and goes on', async () => {
    const { sent, spec } = world(() => done)
    const id = startJob(spec(6))
    await vi.advanceTimersByTimeAsync(15)
    stopJob(id)
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'stopped', counts: { done: 4, waiting: 2, sending: 0 } })
    expect(sent).toHaveLength(4)
    continueJob(id)
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'ended', counts: { done: 6 } })
    expect(new Set(sent).size).toBe(6)
    expect(sent).toHaveLength(6)
  })
  it('stopped while the last are under way, it ends with them', async () => {
    const { spec } = world(() => done)
    const onEnd = vi.fn()
    const id = startJob(spec(2, { onEnd }))
    await vi.advanceTimersByTimeAsync(5)
    stopJob(id)
    expect(job(id).phase).toBe('stopped')
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'ended', counts: { done: 2 } })
    expect(onEnd).toHaveBeenCalledTimes(1)
  })
  it('tells what came of it once it stands still, stopped too: nothing done so far is taken for left', async () => {
    const { spec } = world((key, nth) => (key === 'k2' && nth === 1 ? rejects(failure(429, {}, 5)) : done))
    const doneWhenTold: string[][] = []
    const onEnd: JobSpec<string>['onEnd'] = (items) =>
      doneWhenTold.push(items.flatMap(({ key, state }) => (state === 'done' ? key : [])))
    const id = startJob(spec(4, { onEnd }))
    await vi.advanceTimersByTimeAsync(15)
    stopJob(id)
    expect(doneWhenTold).toEqual([]) // two are under way
    await vi.advanceTimersByTimeAsync(10)
    expect(doneWhenTold).toEqual([['k0', 'k1', 'k3']])
    continueJob(id)
    await vi.runAllTimersAsync()
    expect(doneWhenTold.at(-1)).toHaveLength(4)
    nextAccount(null)
    expect(doneWhenTold).toHaveLength(2)
  })
  it('stops when five in a row reach nobody, and goes on when it is told to', async () => {
    let isGone = true
    const gateway = { errors: [{ type: 'GATEWAY', code: 'UPSTREAM_UNREACHABLE' }] }
    const { sent, spec } = world((key) => {
      if (!isGone || key === 'k3') return done
      return rejects(key === 'k5' ? failure(502, gateway) : cut())
    })
    const id = startJob(spec(40, { concurrency: 1 }))
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(9) // the fourth was answered
    expect(job(id)).toMatchObject({ phase: 'stopped', counts: { unknown: 8, waiting: 31 } })
    expect(job(id).reason).toContain('5 times in a row')
    isGone = false
    continueJob(id)
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'ended', reason: undefined, counts: { done: 32, unknown: 8 } })
  })
  it('pauses as a 429 tells; the refused change has its turn again', async () => {
    const { sent, spec } = world((key, nth) => (key === 'k2' && nth === 1 ? rejects(failure(429, {}, 5)) : done))
    const id = startJob(spec(6))
    await vi.advanceTimersByTimeAsync(100)
    expect(job(id)).toMatchObject({ phase: 'paused', pausedUntil: expect.any(Number) })
    const before = sent.length
    await vi.advanceTimersByTimeAsync(4000)
    expect(sent).toHaveLength(before)
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'ended', counts: { done: 6 } })
    expect(sent.filter((key) => key === 'k2')).toHaveLength(2)
    expect(sent).toHaveLength(7)
  })
  it('pauses a change for one vehicle’s limit too: it is not sent again at once', async () => {
    const refused = failure(429, { type: 'RATE_LIMIT', code: 'VEHICLE' }, 5)
    const { sent, spec } = world((key, nth) => (key === 'k1' && nth === 1 ? rejects(refused) : done))
    const id = startJob(spec(4))
    await vi.advanceTimersByTimeAsync(4000)
    expect(job(id).phase).toBe('paused')
    expect(sent).toEqual(['k0', 'k1', 'k2'])
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'ended', counts: { done: 4 } })
    expect(sent).toHaveLength(5)
  })
  it('a billed read that is refused is not asked again; one vehicle’s limit pauses no other', async () => {
    const refused = failure(429, { type: 'RATE_LIMIT', code: 'VEHICLE' }, 5)
    const { sent, spec } = world((key) => (key === 'k1' ? rejects(refused) : done))
    const id = startJob(spec(4, { effect: 'read' }))
    await vi.advanceTimersByTimeAsync(200)
    expect(job(id)).toMatchObject({ phase: 'ended', counts: { done: 3, failed: 1 } })
    expect(sent).toHaveLength(4)
  })
  it('stops where the service asks for longer than anybody waits', async () => {
    const { spec } = world((key) => (key === 'k1' ? rejects(failure(429, {}, 86_400)) : done))
    const id = startJob(spec(6))
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'stopped', reason: expect.stringContaining('more than 15 minutes') })
    expect(job(id).counts.waiting).toBeGreaterThan(0)
  })
  it('waits for a sign-in that has ended, and goes on with what was refused before it was sent', async () => {
    let isSignedIn = false
    const answer = { signIn: 'oidc', operator: { name: 'operator-1', role: 'operator' }, endsAt: null }
    vi.stubGlobal('fetch', async () => Response.json(isSignedIn ? answer : { ...answer, operator: null }))
    await openOperator({ signIn: 'oidc', operator: answer.operator } as never) // of the page, as far as it is read
    const body = JSON.stringify({ errors: [{ type: 'GATEWAY', code: 'SIGN_IN_REQUIRED' }] })
    const refuse = () =>
      call(
        subscriptions.create,
        { body: { data: { attributes: { webhookId: 'w', userId: 'u', vehicleId: 'v' } } } },
        { fetch: async () => new Response(body, { status: 401 }) },
      ).then(() => done)
    const { sent, spec } = world((key) => (isSignedIn || key === 'k0' ? done : refuse()))
    const id = startJob(spec(4))
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'stopped', counts: { done: 1, waiting: 3, failed: 0, unknown: 0 } })
    const soFar = sent.length
    expect(await lookForSignIn()).toBe(false)
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(soFar) // nothing is tried meanwhile
    isSignedIn = true
    expect(await lookForSignIn()).toBe(true)
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'ended', counts: { done: 4 } })
  })
  it('stops if the sign-in of a proxy has ended: what it kept back was not sent', async () => {
    const ended = new ApiError('proxy', subscriptions.create, { cause: new ProxyResponse(undefined) })
    const { spec } = world((key) => (key === 'k0' ? done : rejects(ended)))
    const id = startJob(spec(4))
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'stopped', counts: { done: 1, waiting: 3, failed: 0, unknown: 0 } })
  })
  it('retries the failed alone; the asleep wait for the operator, the unknown for a look', async () => {
    const { sent, spec } = world((key, nth) => {
      if (nth > 1) return done
      if (key === 'k0') return rejects(failure(500))
      if (key === 'k1') return rejects(failure(409, { errors: [{ code: 'ASLEEP' }] }))
      return key === 'k2' ? rejects(cut()) : done
    })
    const id = startJob(spec(5))
    await vi.runAllTimersAsync()
    retryItems(id, 'failed')
    await vi.runAllTimersAsync()
    expect(job(id).counts).toMatchObject({ done: 3, asleep: 1, unknown: 1 })
    expect(sent.filter((key) => key === 'k0')).toHaveLength(2)
    retryItems(id, 'asleep')
    await vi.runAllTimersAsync()
    expect(job(id)).toMatchObject({ phase: 'ended', counts: { done: 4, unknown: 1 } })
    expect(sent).toHaveLength(7)
  })
  it('is dismissed only when it is over', async () => {
    const { spec } = world(() => done)
    const id = startJob(spec(3))
    dismissJob(id)
    expect(useJobs()).toHaveLength(1)
    await vi.runAllTimersAsync()
    dismissJob(id)
    expect(useJobs()).toHaveLength(0)
  })
  it('10,000 items end without holding up anything for long', async () => {
    vi.useRealTimers()
    const items = Array.from({ length: 10_000 }, (_, index) => ({ key: `${index}`, label: `${index}`, input: index }))
    const ended = new Promise<number>((resolve) => {
      const id = startJob<number>({ title: 'many', items, send: async () => done, effect: 'change' })
      const look = setInterval(() => {
        if (useJob(id)?.phase !== 'ended') return
        clearInterval(look)
        resolve(id)
      }, 20)
    })
    expect(job(await ended).counts.done).toBe(10_000)
  })
})

describe('a look at what was cut off', () => {
  /** A job of three that were all cut off, and what its looks are answered; each takes 10 ms. */
  async function cutOff(answer: (nth: number) => Promise<boolean> | boolean) {
    const looks: string[] = []
    const onEnd = vi.fn()
    const check = async (key: string) => {
      const nth = looks.push(key)
      await new Promise((resolve) => setTimeout(resolve, 10))
      return answer(nth)
    }
    const { spec } = world(() => rejects(cut()))
    const id = startJob(spec(3, { check, onEnd }))
    await vi.runAllTimersAsync()
    onEnd.mockClear()
    return { id, looks, onEnd }
  }
  it('is one at a time, however often it is asked for, and said meanwhile', async () => {
    const { id, looks, onEnd } = await cutOff((nth) => nth !== 2)
    checkUnknown(id)
    checkUnknown(id)
    expect(job(id).isChecking).toBe(true)
    await vi.runAllTimersAsync()
    expect(looks).toEqual(['k0', 'k1', 'k2'])
    expect(job(id)).toMatchObject({ isChecking: false, counts: { done: 2, failed: 1, unknown: 0 } })
    expect(onEnd).toHaveBeenCalledTimes(1)
  })
  it('waits as a 429 tells, and asks again', async () => {
    const { id, looks } = await cutOff((nth) => (nth === 2 ? rejects(failure(429, {}, 5)) : true))
    checkUnknown(id)
    await vi.advanceTimersByTimeAsync(4000)
    expect(looks).toEqual(['k0', 'k1'])
    await vi.runAllTimersAsync()
    expect(looks).toEqual(['k0', 'k1', 'k1', 'k2'])
    expect(job(id).counts).toMatchObject({ done: 3 })
  })
  it('ends where a 429 asks for longer than anybody waits', async () => {
    const { id, looks } = await cutOff(() => rejects(failure(429, {}, 86_400)))
    checkUnknown(id)
    await vi.runAllTimersAsync()
    expect(looks).toEqual(['k0'])
    expect(job(id)).toMatchObject({ isChecking: false, counts: { unknown: 3 } })
  })
  it.each([
    ['between two looks', 15, () => true],
    ['while it waits', 1000, () => rejects(failure(429, {}, 5))],
  ])('is stopped %s: nothing more is read, and it can be asked for again', async (_, ms, answer) => {
    const { id, looks } = await cutOff(answer)
    checkUnknown(id)
    await vi.advanceTimersByTimeAsync(ms)
    const before = looks.length
    stopJob(id)
    expect(job(id)).toMatchObject({ phase: 'ended', isChecking: false })
    await vi.runAllTimersAsync()
    expect(looks).toHaveLength(before)
    checkUnknown(id)
    await vi.advanceTimersByTimeAsync(0)
    expect(looks).toHaveLength(before + 1)
  })
  it('ends with its job when the account changes', async () => {
    const { id, looks, onEnd } = await cutOff(() => true)
    checkUnknown(id)
    await vi.advanceTimersByTimeAsync(5)
    nextAccount(null)
    await vi.runAllTimersAsync()
    expect(looks).toEqual(['k0'])
    expect(onEnd).not.toHaveBeenCalled()
  })
})
