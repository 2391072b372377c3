/** A retry sends its own items and nothing else, whatever happens to the job meanwhile. */
import { describe, expect, it, vi } from 'vitest'
import type { Answer } from './jobs-harness'
import { signInAgain } from './jobs-node-harness'

const { checkUnknown, continueJob, resumeJob, retryItems, stopJob } = await import('./jobs')
const { handJob } = await import('./jobs-harness')

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

/** The same, with one kind of it sent again and then answered so. */
async function retried(state: 'failed' | 'unknown', answer: Answer) {
  const made = await stoppedJob()
  retryItems(made.id, state)
  await made.answer(answer)
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
    const made = await retried('failed', 'done')
    made.sent.length = 0
    retryItems(made.id, 'failed')
    expect(made.sent).toEqual([])
    expect(made.job().phase).toBe('stopped')
  })
  it('that a 429 holds back goes on after the pause, alone', async () => {
    const made = await retried('failed', 'held')
    expect(made.job()).toMatchObject({ phase: 'paused', held: 6 })
    await vi.advanceTimersByTimeAsync(5000)
    await made.answer('done')
    expect(made.sent).toEqual(['k0', 'k0'])
    expect(made.job()).toMatchObject({ phase: 'stopped', counts: { waiting: 6 } })
  })
  it('does not wait for the end of a pause where it is told to go on now, and still goes alone', async () => {
    const made = await retried('failed', 'held')
    resumeJob(made.id)
    expect(made.sent).toEqual(['k0', 'k0'])
    await made.answer('done')
    expect(made.sent).toEqual(['k0', 'k0'])
  })
  it('that has to wait for longer than anybody does leaves what it would have sent as it was', async () => {
    const made = await retried('unknown', 'heldLong')
    expect(made.job()).toMatchObject({ phase: 'stopped', counts: { waiting: 6, unknown: 1 } })
    expect(made.job().reason).toContain('more than 15 minutes')
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
    const made = await retried('failed', 'signedOut')
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
  /** Of four, the first has failed and is to be sent again once the second was answered so. */
  async function retriedBehind(answer: Answer) {
    const made = handJob(4)
    await made.answer('failed')
    await made.answer(answer)
    retryItems(made.id, 'failed')
    await made.answer('done')
    return made
  }
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
    const made = await retriedBehind('held')
    expect(made.sent).toEqual(['k0', 'k1', 'k2'])
    await vi.advanceTimersByTimeAsync(5000)
    while (made.underWay.length > 0) await made.answer('done')
    expect(made.sent.toSorted()).toEqual(['k0', 'k0', 'k1', 'k1', 'k2', 'k3'])
  })
  it('waits with a job for a sign-in that has ended: all of it goes on then', async () => {
    const made = await retriedBehind('signedOut')
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
