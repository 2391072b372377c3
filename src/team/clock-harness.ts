/** A clock for tests: it stands still while anything is under way, and then goes on to what is waited for next. */
import type { Sleep } from './page-reader'

interface Timer {
  at: number
  end: () => void
}

export interface TestClock {
  now: () => number
  sleep: Sleep
  /** Lets time pass until it is so. @throws where it is not within that time */
  until(isSo: () => boolean, mostMs?: number): Promise<void>
  pass(ms: number): Promise<void>
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

export function testClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let time = start
  const timers = new Set<Timer>()
  const sleep: Sleep = (ms, signal) =>
    new Promise((resolve) => {
      const timer: Timer = {
        at: time + ms,
        end: () => {
          timers.delete(timer)
          signal.removeEventListener('abort', timer.end)
          resolve()
        },
      }
      if (signal.aborted) return resolve()
      timers.add(timer)
      signal.addEventListener('abort', timer.end)
    })
  async function until(isSo: () => boolean, mostMs = 86_400_000): Promise<void> {
    const end = time + mostMs
    for (;;) {
      await settled()
      if (isSo()) return
      let next: Timer | undefined
      for (const timer of timers) if (!next || timer.at < next.at) next = timer
      if (!next || next.at > end) throw new Error(`It is not so after ${mostMs} ms.`)
      time = Math.max(time, next.at)
      next.end()
    }
  }
  return {
    now: () => time,
    sleep,
    until,
    async pass(ms) {
      const end = time + ms
      void sleep(ms, new AbortController().signal)
      await until(() => time >= end, ms)
    },
  }
}
