/** `/readyz` and the look at the start: which hosts answer, and whether a token can be had. */
import type { Context } from 'hono'
import { request } from 'undici'
import { connections } from '../api/connections'
import { type Endpoint, type Host, hostNames } from '../api/endpoint'
import { webhooks } from '../api/webhooks'
import type { Settings } from './environment'
import { type Reach, reach } from './reach'
import type { ServiceToken } from './service-token'

const TRY_MS = 5_000

/** A list of one row: it costs no vehicle anything. Version 2.0 has no such read. */
const freeReads: Partial<Record<Host, Endpoint>> = { vehicle: connections.list, management: webhooks.list }

/** Whether a host takes its token, in words. */
async function tryToken(host: Host, address: string, bearer: string | undefined): Promise<string> {
  if (bearer === undefined) return 'no token is held for it'
  const read = freeReads[host]
  if (!read) return 'its token is not tried, for every call of it is billed'
  try {
    const { statusCode, body } = await request(`${address}${read.path}?page[size]=1`, {
      headers: { authorization: `Bearer ${bearer}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TRY_MS),
    })
    body.on('error', () => undefined).destroy()
    if (statusCode === 401 || statusCode === 403) return `it refuses the token (${statusCode})`
    return statusCode < 400 ? 'it takes the token' : `it answers the token with ${statusCode}`
  } catch {
    return 'it did not answer the token'
  }
}

/** However often it is asked, the hosts are looked at this often at most. */
export const LOOK_EVERY_MS = 10_000

export interface Readiness {
  ready: boolean
  hosts: Record<Host, Reach>
}

interface Options {
  hosts: Record<Host, string>
  serviceToken: ServiceToken | undefined
  /** The configured bearers. */
  tokens?: Settings['tokens']
  now?: () => number
}

export function createReadiness({ hosts, serviceToken, tokens, now = () => performance.now() }: Options) {
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
      const lines = await Promise.all(
        hostNames.map(async (host) => {
          const { reachable, status, error } = found.hosts[host]
          if (!reachable) return `${hosts[host]} cannot be reached: ${error}.`
          const bearer =
            tokens?.[host] ?? (host === 'vehicleData' ? undefined : await serviceToken?.get().catch(() => undefined))
          return `${hosts[host]} answers (${status}); ${await tryToken(host, hosts[host], bearer)}.`
        }),
      )
      return token === undefined ? lines : [...lines, token]
    },
  }
}
