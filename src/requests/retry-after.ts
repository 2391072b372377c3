/** Reads that wait as a 429 asks, and go on. */
import { ApiError, isPassing } from '../api/errors'
import { pause, waitOf } from '../api/wait'

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429

/**
 * Asks, and where the service refuses with 429 waits as it tells and asks again: a refused read has cost nothing.
 * @throws what `ask` throws, a 429 that asks for longer than is waited here among it
 */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal, onWait: () => void): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const ms = isRefusal(error) ? waitOf(error) : undefined
      if (ms === undefined) throw error
      onWait()
      await pause(ms, signal)
    }
  }
}

/** Between the tries of a page that cannot be read for now, in ms: a server that restarts is back within them. */
const TRIES_AFTER_MS = [300, 1_000, 2_000, 4_000, 8_000]

/**
 * One page of many, for a read that costs nothing: as `patiently`, and what fails in passing is asked for again, for a
 * thousand pages would otherwise end with the first that does.
 * @throws what `ask` throws at last
 */
export async function steadily<T>(ask: () => Promise<T>, signal: AbortSignal, onWait: () => void): Promise<T> {
  for (const ms of TRIES_AFTER_MS) {
    try {
      return await patiently(ask, signal, onWait)
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      await pause(ms, signal)
    }
  }
  return patiently(ask, signal, onWait)
}
