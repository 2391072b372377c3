/** Whether a host answers at all: its root, without a token, which costs nobody a vehicle read. */
import { request } from 'undici'
import { reasonOf } from './upstream'

const TIMEOUT_MS = 5_000

export interface Reach {
  reachable: boolean
  /** Any answer will do: the root of an API is often a 404. */
  status?: number
  durationMs?: number
  error?: string
}

/** Never throws. @param address a host's configured address */
export async function reach(address: string, timeoutMs = TIMEOUT_MS): Promise<Reach> {
  const signal = AbortSignal.timeout(timeoutMs)
  const began = performance.now()
  try {
    // A connection of its own: one that was kept could answer for a host that takes no new ones.
    const { statusCode, body } = await request(`${address}/`, { signal, reset: true, headersTimeout: 0 })
    body.on('error', () => undefined).destroy()
    return { reachable: true, status: statusCode, durationMs: Math.round(performance.now() - began) }
  } catch (error) {
    return { reachable: false, error: signal.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error) }
  }
}
