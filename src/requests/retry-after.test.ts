/** Waiting and asking again: as often as is said, no longer than is wanted, and nothing is left behind. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connections } from '../api/connections'
import { ApiError } from '../api/errors'
import { pause } from '../api/wait'
import { patiently, steadily } from './retry-after'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failing = (status: number, times: number) => {
  let asked = 0
  const ask = async () => {
    asked += 1
    if (asked <= times) throw new ApiError('http', connections.list, { status, facts: { retryAfter: 2 } })
    return asked
  }
  return { ask, count: () => asked }
}
const none = () => undefined

describe('steadily', () => {
  it.each([502, 503, 504, 429])('asks again after a %i', async (status) => {
    const { ask } = failing(status, 4)
    const answer = steadily(ask, new AbortController().signal, none)
    await vi.runAllTimersAsync()
    expect(await answer).toBe(5)
  })
  it.each([400, 401, 403, 404, 500])('does not ask again after a %i', async (status) => {
    const { ask, count } = failing(status, 1)
    await expect(steadily(ask, new AbortController().signal, none)).rejects.toThrow(String(status))
    expect(count()).toBe(1)
  })
  it('ends where it fails on and on, and at once where it is given up', async () => {
    const { ask, count } = failing(503, 99)
    const answer = steadily(ask, new AbortController().signal, none)
    const failed = expect(answer).rejects.toThrow('503')
    await vi.runAllTimersAsync()
    await failed
    expect(count()).toBe(6)
    const controller = new AbortController()
    const given = expect(steadily(ask, controller.signal, none)).rejects.toBe('left')
    await vi.advanceTimersByTimeAsync(100)
    controller.abort('left')
    await given
    expect(count()).toBe(7)
  })
})

describe('pause', () => {
  it('leaves no listener and no timer behind', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    const paused = pause(1000, signal)
    await vi.runAllTimersAsync()
    await paused
    const given = expect(pause(1000, signal)).rejects.toBe('left')
    controller.abort('left')
    await given
    await expect(pause(1000, signal)).rejects.toBe('left')
    expect(removed.mock.calls.length).toBe(added.mock.calls.length)
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('a billed read is asked for again after a 429 alone', async () => {
  const { ask, count } = failing(503, 1)
  await expect(patiently(ask, new AbortController().signal, none)).rejects.toThrow('503')
  expect(count()).toBe(1)
})
