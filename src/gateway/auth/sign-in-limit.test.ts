/** The limit of sign-ins counts by time that has passed, whatever the computer's clock is set to. */
import { afterEach, expect, it, vi } from 'vitest'
import { createLimitStore, SIGN_IN_WINDOW_MS } from './sign-in-limit'

afterEach(() => {
  vi.useRealTimers()
})

it('ends a window in time when the clock is set back, and not before when it is set forward', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let time = 0
  const store = createLimitStore(() => time)
  const hits = async () => (await store.increment('192.0.2.0')).totalHits
  expect([await hits(), await hits()]).toEqual([1, 2])
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(await hits()).toBe(3)
  vi.setSystemTime(Date.now() - 7_200_000)
  time = SIGN_IN_WINDOW_MS - 1
  const last = await store.increment('192.0.2.0')
  expect([last.totalHits, (last.resetTime?.getTime() ?? 0) - Date.now()]).toEqual([4, 1])
  time += 1
  expect(await hits()).toBe(1)
})
