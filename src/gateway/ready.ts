/** `/readyz` and the look at the start: which hosts answer, and whether a token can be had. */
import type { Context } from 'hono'
import { type Host, hostNames } from '../api/endpoint'
import { type Reach, reach } from './reach'
import type { ServiceToken } from './service-token'

/** However often it is asked, the hosts are looked at this often at most. */
export const LOOK_EVERY_MS = 10_000

export interface Readiness {
  ready: boolean
  hosts: Record<Host, Reach>
}

interface Options {
  hosts: Record<Host, string>
  serviceToken: ServiceToken | undefined
  now?: () => number
}

export function createReadiness({ hosts, serviceToken, now = () => performance.now() }: Options) {
  let last: { at: number; found: Promise<Readiness> } | undefined

  async function lookAt(): Promise<Readiness> {
    const [vehicleData, vehicle, management] = await Promise.all([
      reach(hosts.vehicleData),
      reach(hosts.vehicle),
      reach(hosts.management),
    ])
    const found = { vehicleData, vehicle, management }
    return { ready: hostNames.every((host) => found[host].reachable), hosts: found }
  }

  /** The last look, or a new one where that is too old; all who ask meanwhile share it. */
  function look(): Promise<Readiness> {
    if (!last || now() - last.at >= LOOK_EVERY_MS) last = { at: now(), found: lookAt() }
    return last.found
  }

  return {
    async answer(c: Context): Promise<Response> {
      const readiness = await look()
      return c.json(readiness, readiness.ready ? 200 : 503, { 'cache-control': 'no-store' })
    },
    /** One line for each host, and one for the token server where there is one. */
    async report(): Promise<string[]> {
      const [found, token] = await Promise.all([
        look(),
        serviceToken?.get().then(
          () => 'The token server gave a token.',
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
      ])
      const lines = hostNames.map((host) => {
        const { reachable, status, error } = found.hosts[host]
        return `${hosts[host]} ${reachable ? `answers (${status})` : `cannot be reached: ${error}`}.`
      })
      return token === undefined ? lines : [...lines, token]
    },
  }
}
