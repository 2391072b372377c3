/** Settings of a server that a team runs: client credentials, its record, and when it counts as holding a token. */
import * as z from 'zod/mini'
import { variables } from '../../api/variables.data'
import {
  clientSecret,
  type Env,
  filePath,
  hostName,
  type Kind,
  port,
  type Read,
  tokenAddress,
  visible,
  whole,
} from './kinds'
import { type OutboundProxy, readOutboundProxy } from './proxy-settings'
import { SettingError } from './setting-error'

/** OAuth 2.0 client credentials (RFC 6749, 4.4). */
export interface ClientCredentials {
  tokenUrl: string
  clientId: string
  clientSecret: string
}

export interface ServiceSettings {
  /** Undefined: no token is fetched. Never together with `ACCESS_TOKEN`. */
  clientCredentials: ClientCredentials | undefined
  /** The file of the record, which standard output has, too. Undefined in memory, and with a database unless it is set. */
  auditLog: string | undefined
  /** Metrics are served on a port and an address of their own. */
  metricsPort: number | undefined
  metricsHost: string
  /** For how long a stop is announced before listening ends. */
  drainDelayMs: number
  /** What the hosts, the token server and the sign-in provider are reached through. */
  outboundProxy: OutboundProxy | undefined
}

const names = ['TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET'] as const

/** Ignored, it would promise a bucket and sessions that the instances share. */
const noStore: Kind<never> = {
  schema: z.never(),
  takes:
    'nothing: Redis isn’t used. Sign-ins and added tokens are sealed cookies (SESSION_SECRET). Instances share the rate bucket (CONFIG) with DATABASE_URL',
}

/** @throws SettingError */
export function readServiceSettings(env: Env, read: Read): ServiceSettings {
  read('REDIS_URL', noStore, undefined)
  return {
    clientCredentials: readClientCredentials(env, read),
    auditLog: read('AUDIT_LOG', filePath, undefined),
    metricsPort: readMetricsPort(read),
    metricsHost: read('METRICS_HOST', hostName, variables.METRICS_HOST.fallback),
    drainDelayMs: read('DRAIN_DELAY_MS', whole(0, 600_000), variables.DRAIN_DELAY_MS.fallback),
    outboundProxy: readOutboundProxy(env),
  }
}

function readMetricsPort(read: Read): number | undefined {
  const metricsPort = read('METRICS_PORT', port, undefined)
  if (metricsPort && metricsPort === read('PORT', port, variables.PORT.fallback))
    throw new SettingError(`METRICS_PORT: got "${metricsPort}", expects a port other than the console’s (PORT).`)
  return metricsPort
}

function readClientCredentials(env: Env, read: Read): ClientCredentials | undefined {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw new SettingError(`${missing.join(', ')}: missing; set all three of ${names.join(', ')}, or none.`)
  if (env.ACCESS_TOKEN)
    throw new SettingError(
      'ACCESS_TOKEN: set together with CLIENT_ID, expects either a token or the credentials to fetch one.',
    )
  return {
    tokenUrl: read('TOKEN_URL', tokenAddress, ''),
    clientId: read('CLIENT_ID', visible, ''),
    clientSecret: read('CLIENT_SECRET', clientSecret, ''),
  }
}

/** True where whoever reaches the server could spend a token of its own, or one that it can fetch. */
export function holdsTokens({
  tokens,
  clientCredentials,
}: Pick<ServiceSettings, 'clientCredentials'> & { tokens: Readonly<Record<string, string | undefined>> }): boolean {
  return clientCredentials !== undefined || Object.values(tokens).some((token) => token !== undefined)
}
