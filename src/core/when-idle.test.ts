/** What nobody waits for is done once, and not much later than when a browser is idle. */
import { afterEach, expect, it, vi } from 'vitest'
import { whenIdle } from './when-idle'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('waits for a browser that is idle, for a second at most', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const [asked, work] = [vi.fn(() => 1), vi.fn()]
  vi.stubGlobal('requestIdleCallback', asked)
  whenIdle(work)
  vi.runAllTimers()
  expect(asked).toHaveBeenCalledExactlyOnceWith(work, { timeout: 1_000 })
  expect(work).not.toHaveBeenCalled() // that is for the browser to do
})

it('does it next in a browser that does not tell', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('requestIdleCallback', undefined)
  const work = vi.fn()
  whenIdle(work)
  expect(work).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
})
