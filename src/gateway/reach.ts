/** Whether a host answers at all: its root, without a token, which costs nobody a vehicle read. */
import { type Dispatcher, request } from 'undici'
import { reachNames } from '../api/console/server'
import type { Host } from '../api/endpoint'
import { createOutbound, type Outbound } from './forward/outbound'
import { reasonOf } from './forward/upstream'

const TIMEOUT_MS = 5_000

export interface Reach {
  reachable: boolean
  /** Any answer will do: the root of an API is often a 404. */
  status?: number
  durationMs?: number
  error?: string
}

/** Never throws. @param address a host's configured address */
export async function reach(address: string, timeoutMs = TIMEOUT_MS, dispatcher?: Dispatcher): Promise<Reach> {
  const signal = AbortSignal.timeout(timeoutMs)
  const began = performance.now()
  try {
    // A connection of its own: one that was kept could answer for a host that takes no new ones.
    const { statusCode, body } = await request(`${address}/`, {
      signal,
      reset: true,
      headersTimeout: 0,
      ...(dispatcher && { dispatcher }),
    })
    body.on('error', () => undefined).destroy()
    return { reachable: true, status: statusCode, durationMs: Math.round(performance.now() - began) }
  } catch (error) {
    return { reachable: false, error: signal.aborted ? `no response within ${timeoutMs} ms` : reasonOf(error) }
  }
}

/** For so long a look answers everybody who asks for one. */
export const FRESH_MS = 2_000

/** Looks at a host, or gives a look that is under way, or that ended at most `mostMs` ago. */
export type Look = (host: Host, mostMs?: number) => Promise<Reach>

/** One look at each host for all who ask, however many they are. @param now milliseconds of a clock that nobody sets */
export function createLooks(
  hosts: Readonly<Record<Host, string>>,
  now = () => performance.now(),
  { dispatcherFor }: Pick<Outbound, 'dispatcherFor'> = createOutbound(),
): Look {
  const looks = new Map<Host, { found: Promise<Reach>; endedAt?: number }>()
  return (host, mostMs = FRESH_MS) => {
    const last = looks.get(host)
    if (last && (last.endedAt === undefined || now() - last.endedAt < mostMs)) return last.found
    const look: { found: Promise<Reach>; endedAt?: number } = {
      found: reach(hosts[host], TIMEOUT_MS, dispatcherFor(hosts[host])),
    }
    looks.set(host, look)
    void look.found.then(() => {
      look.endedAt = now()
    })
    return look.found
  }
}

/** Whether the host of a path responds now. */
export async function reachOf(look: Look, name: string | undefined): Promise<Reach | undefined> {
  const [, host] = reachNames.find(([one]) => one === name) ?? []
  return host && (await look(host))
}
