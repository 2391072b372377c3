/** For the fuzz of the gateway: for how long its loop stood still, apart from what a busy machine kept from it. */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** For how long a thread has run, and was ready to run while no core was free: ms. Undefined where nothing says so. */
export function timesOf(thread: string): { ran: number; waited: number } | undefined {
  try {
    const [ran, waited] = readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return undefined
  }
}

const EVERY_MS = 10

export interface LoopDelay {
  /** The longest that the loop itself ran between two turns of it: ms. */
  blockedMs: number
  /** The longest between two turns of it, with what the machine, or its disk, added: ms. */
  latestMs: number
  /** When the longest that the loop ran was over. */
  blockedAt: number
}

/** Watches the loop of the process's main thread. @returns what it found since it was asked last */
export function watchLoop(): () => LoopDelay {
  const main = `self/task/${process.pid}`
  const histogram = monitorEventLoopDelay({ resolution: EVERY_MS })
  histogram.enable()
  let blockedMs = 0
  let blockedAt = 0
  // The clock stands in where the system does not say: there a busy machine counts as a busy loop.
  const ran = () => timesOf(main)?.ran ?? performance.now()
  let before = ran()
  setInterval(() => {
    const now = ran()
    if (now - before > blockedMs) {
      blockedMs = now - before
      blockedAt = Date.now()
    }
    before = now
  }, EVERY_MS).unref()
  return () => {
    const found = { blockedMs: Math.round(blockedMs), latestMs: Math.round(histogram.max / 1e6), blockedAt }
    blockedMs = 0
    histogram.reset()
    return found
  }
}
