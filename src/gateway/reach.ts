/** Whether a host answers at all: its root, asked without a token. No operation of the interface, and no vehicle read. */
import { request } from 'undici'

/** How long a host has to begin its answer. */
const REACH_MS = 10_000

export type Reach = { reachable: true; status: number; durationMs: number } | { reachable: false; error: string }

const asked = new Map<string, Promise<Reach>>()

/** Asks once, however many wait for it. Any HTTP answer is one: a root may well refuse who has no token. */
export function reach(address: string): Promise<Reach> {
  const running = asked.get(address)
  if (running) return running
  const answer = ask(address).finally(() => asked.delete(address))
  asked.set(address, answer)
  return answer
}

async function ask(address: string): Promise<Reach> {
  const began = performance.now()
  try {
    const { statusCode, body } = await request(`${address}/`, {
      headersTimeout: REACH_MS,
      bodyTimeout: REACH_MS,
      signal: AbortSignal.timeout(REACH_MS),
    })
    body.on('error', () => undefined).destroy() // what it says does not matter
    return { reachable: true, status: statusCode, durationMs: Math.round(performance.now() - began) }
  } catch (error) {
    const { code, name } = (error ?? {}) as { code?: string; name?: string } // any error
    const isLate = name === 'TimeoutError' || name === 'AbortError' || code === 'UND_ERR_HEADERS_TIMEOUT'
    return { reachable: false, error: isLate ? `no answer within ${REACH_MS} ms` : (code ?? 'no connection') }
  }
}
