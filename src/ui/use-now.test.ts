/** One clock for all that shows how the time goes on: one timer, none while nobody looks, and each its own pace. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let watchClock: typeof import('./use-now').watchClock
let isHidden = false
let tellHidden: () => void = () => {}
const hide = (to: boolean) => {
  isHidden = to
  tellHidden()
}

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) })
  vi.resetModules()
  isHidden = false
  vi.stubGlobal('document', {
    get hidden() {
      return isHidden
    },
    addEventListener: (name: string, listener: () => void) => {
      if (name === 'visibilitychange') tellHidden = listener
    },
  })
  ;({ watchClock } = await import('./use-now'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('tells each at its own pace, with one timer for all of them', () => {
  const [second, tens] = [vi.fn(), vi.fn()]
  const stops = [watchClock(1000, second), watchClock(10_000, tens), watchClock(10_000, vi.fn())]
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(20_000)
  expect([second.mock.calls.length, tens.mock.calls.length]).toEqual([20, 2])
  expect(vi.getTimerCount()).toBe(1)
  for (const stop of stops) stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('has no timer while the tab is hidden, and tells what has passed once it is seen again', () => {
  const look = vi.fn()
  const stop = watchClock(10_000, look)
  hide(true)
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(3_600_000)
  expect(look).not.toHaveBeenCalled()
  const stopHidden = watchClock(1000, vi.fn()) // begun while nobody looks
  expect(vi.getTimerCount()).toBe(0)
  hide(false)
  expect(look).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(1)
  stop()
  stopHidden()
})

it('goes on with the others when one stops, itself in the middle of being told', () => {
  const other = vi.fn()
  const stop = watchClock(1000, () => stop())
  const stopOther = watchClock(1000, other)
  vi.advanceTimersByTime(3000)
  expect(other).toHaveBeenCalledTimes(3)
  stopOther()
  expect(vi.getTimerCount()).toBe(0)
})

it('goes on where the computer’s time was set back', () => {
  const look = vi.fn()
  const stop = watchClock(10_000, look)
  vi.advanceTimersByTime(10_000)
  vi.setSystemTime(Date.UTC(2026, 0, 1, 11))
  vi.advanceTimersByTime(20_000)
  expect(look.mock.calls.length).toBeGreaterThanOrEqual(3)
  stop()
})
