/** How long a 429 asks to wait: never no time at all, and never so long that somebody would sit there for it. */
import { askedSeconds } from './asked-wait'

/** Longer than this nobody waits: the walk stops, says so, and can go on later. */
const MOST_S = 15 * 60

/** Milliseconds to wait; undefined where the service asks for longer than is waited here. */
export function waitOf(error: unknown): number | undefined {
  const seconds = askedSeconds(error)
  return seconds > MOST_S ? undefined : seconds * 1000
}

/** Resolves after `ms`; rejects with the signal's reason where it is aborted before. Leaves no listener behind. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
