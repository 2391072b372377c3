/** A job for tests whose items are answered by hand. */
import { vi } from 'vitest'
import { ApiError } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { type Job, useJob } from './job-list'
import { startJob } from './jobs'

const failure = (status: number, body: object = {}, retryAfter?: number) =>
  new ApiError('http', subscriptions.create, { status, body, facts: retryAfter === undefined ? {} : { retryAfter } })
/** How one that was sent is answered. */
export const answers = {
  done: undefined,
  failed: failure(500),
  asleep: failure(409, { errors: [{ code: 'ASLEEP' }] }),
  cut: new ApiError('unreachable', subscriptions.create),
  held: failure(429, {}, 5),
  heldLong: failure(429, {}, 86_400),
  signedOut: failure(401, { errors: [{ type: 'GATEWAY', code: 'SIGN_IN_REQUIRED' }] }),
}
export type Answer = keyof typeof answers

/** A job whose items are answered by hand, in the order in which they were sent. */
export function handJob(count: number, onSend: (key: string) => void = () => undefined) {
  const sent: string[] = []
  const underWay: { key: string; answer: (how: Answer) => void }[] = []
  const looks: { key: string; answer: (isMade: boolean) => void }[] = []
  const id = startJob<string>({
    title: 'a job',
    items: Array.from({ length: count }, (_, index) => ({ key: `k${index}`, label: `k${index}`, input: `k${index}` })),
    effect: 'change',
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
