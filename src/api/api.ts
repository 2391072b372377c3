/** The one table of endpoints: what the gateway forwards, the sandbox answers and the catalogues list. */
import { batch } from './batch'
import { connections } from './connections'
import type { Endpoint, Host } from './endpoint'
import { isSoundSegment } from './segment'
import { signals } from './signals'
import { subscriptions } from './subscriptions'
import { users } from './users'
import { vehicleData } from './vehicle-data'
import { webhooks } from './webhooks'

export const api = { batch, vehicleData, connections, users, signals, subscriptions, webhooks }

/** Every endpoint of the table, the extensions among them (`endpoint.extension` tells). */
export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((resource): Endpoint[] =>
  Object.values(resource),
)

/** Names of the extensions that `CONFIG` can switch on. */
export const extensions: readonly string[] = endpoints.flatMap(({ extension }) => extension ?? [])

export interface Match {
  endpoint: Endpoint
  /** Path parameters as they stand in the path, still percent-encoded. */
  params: Record<string, string>
}

/** A URL parser would take such a segment for two, or for the end of the path. */
const unsafe = /[\\#?]/

/**
 * Finds the operation that a raw path names.
 * @param path the request target's path at the host, byte for byte, without its query (`/v3/connections/a%2Fb`)
 * @returns undefined where no operation of the table has that method and path
 */
export function match(
  host: Host,
  method: string,
  path: string,
  from: readonly Endpoint[] = endpoints,
): Match | undefined {
  const segments = path.split('/')
  for (const endpoint of from) {
    if (endpoint.host !== host || endpoint.method !== method) continue
    const template = endpoint.path.split('/')
    if (template.length !== segments.length) continue
    const params: Record<string, string> = {}
    const fits = template.every((part, index) => {
      const segment = segments[index] ?? ''
      if (!part.startsWith('{')) return part === segment
      params[part.slice(1, -1)] = segment
      return isSoundSegment(segment) && !unsafe.test(segment)
    })
    if (fits) return { endpoint, params }
  }
  return undefined
}
