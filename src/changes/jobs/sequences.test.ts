/** Jobs in any order of answers and of what the operator does: only what the operator asked for is sent. */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ItemState } from './job-list'
import type { Answer } from './jobs-harness'
import { signInAgain } from './jobs-node-harness'
import { signInEnded } from './jobs-texts'

const { itemStates } = await import('./job-list')
const { nextAccount } = await import('../../core/account')
const { checkUnknown, continueJob, resumeJob, retryItems, stopJob } = await import('./jobs')
const { answers, handJob } = await import('./jobs-harness')

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
      { numRuns: Number(process.env.JOB_RUNS ?? 60) },
    )
  })
})
