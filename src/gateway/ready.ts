/** `/readyz`, the report about the hosts, and the look at the start: which answer, and whether a token can be had. */
import type { Context } from 'hono'
import { type Dispatcher, request } from 'undici'
import { connections } from '../api/connections'
import { type Endpoint, type Host, hostNames } from '../api/endpoint'
import { brackets } from '../api/links'
import { stringifySearch } from '../api/search'
import { webhooks } from '../api/webhooks'
import type { Outbound } from './forward/outbound'
import type { ServiceToken } from './forward/service-token'
import { type Bucket, LimitReached, retryAfterMs } from './limits/bucket'
import type { Look, Reach } from './reach'
import type { Settings } from './settings/environment'
import type { StoreState } from './team/store-away'

const TRY_MS = 5_000

/** A list of one row: it costs no vehicle anything. Version 2.0 has no such read. */
const freeReads: Partial<Record<Host, Endpoint>> = { vehicle: connections.list, management: webhooks.list }

/**
 * Whether a host takes its token, in words. It is a request like every other: the bucket is asked, without waiting.
 * @param sizeName the provider's name for the size of a page
 */
async function tryToken(
  host: Host,
  address: string,
  sizeName: string,
  bearer: string | undefined,
  dispatcher: Dispatcher | undefined,
  bucket?: Bucket,
): Promise<string> {
  if (bearer === undefined) return 'no token is set for it'
  const read = freeReads[host]
  if (!read) return 'its token wasn’t tried, because every request is billed'
  try {
    await bucket?.take({ key: 'start', isJob: false, timeoutMs: 0 })
    const { statusCode, headers, body } = await request(address + read.path + stringifySearch({ [sizeName]: '1' }), {
      headers: { authorization: `Bearer ${bearer}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TRY_MS),
      ...(dispatcher && { dispatcher }),
    })
    body.on('error', () => undefined).destroy()
    const pauseMs = statusCode === 429 ? retryAfterMs(headers['retry-after']) : undefined
    if (pauseMs !== undefined) bucket?.pause(pauseMs)
    if (statusCode === 401 || statusCode === 403) return `it rejected the token (${statusCode})`
    return statusCode < 400 ? 'it accepted the token' : `with the token it returned ${statusCode}`
  } catch (error) {
    if (error instanceof LimitReached) return 'its token wasn’t tried, because its rate limit is used up'
    return 'it didn’t respond to the token'
  }
}

/** However often it is asked, the hosts are looked at this often at most. */
export const LOOK_EVERY_MS = 10_000

export interface HostReport {
  /** True while every host answers. */
  reachable: boolean
  hosts: Record<Host, Reach>
}

interface Options {
  hosts: Record<Host, string>
  look: Look
  /** What the server's own requests to a host come out of; undefined: of nothing. */
  bucketFor?: ((host: Host) => Bucket | undefined) | undefined
  serviceToken: ServiceToken | undefined
  dispatcherFor?: Outbound['dispatcherFor']
  /** The configured bearers. */
  tokens?: Settings['tokens']
  /** The provider's names of query parameters. */
  parameters?: Settings['config']['parameters']
  store: { state(): StoreState; reason(): string | undefined }
  /** With OpenID Connect, the store has the sign-ins: without it, sign-ins and changes are refused. */
  signIn?: Pick<NonNullable<Settings['signIn']>, 'kind'> | undefined
  /** Resolves once other instances can give out this one's files, or that takes too long. */
  prepared?: Promise<unknown> | undefined
}

export function createReadiness(options: Options) {
  const { hosts, look: lookAt, bucketFor, serviceToken, dispatcherFor, tokens, store, signIn, prepared } = options
  const sizeName = options.parameters?.[brackets.size] ?? brackets.size
  let isStopping = false
  let isPrepared = prepared === undefined
  void prepared?.finally(() => {
    isPrepared = true
  })

  async function look(): Promise<HostReport> {
    const [vehicleData, vehicle, management] = await Promise.all([
      lookAt('vehicleData', LOOK_EVERY_MS),
      lookAt('vehicle', LOOK_EVERY_MS),
      lookAt('management', LOOK_EVERY_MS),
    ])
    const found = { vehicleData, vehicle, management }
    return { reachable: hostNames.every((host) => found[host].reachable), hosts: found }
  }

  function unreadiness(): 'stopping' | 'starting' | 'store' | undefined {
    if (isStopping) return 'stopping'
    const state = store.state()
    if (!isPrepared || state === 'starting') return 'starting'
    return signIn?.kind === 'oidc' && state === 'away' ? 'store' : undefined
  }

  return {
    /**
     * Of this process alone: a host that fails is no reason to send people to another instance. Without sign-in, or with
     * a proxy's, requests to the API continue without the store, so a store that is away is only reported. Until it was opened once, the process may still end because of it.
     */
    answer(c: Context): Response {
      const reason = unreadiness()
      return c.json(
        { ready: reason === undefined, reason, store: store.state(), storeReason: store.reason() },
        reason === undefined ? 200 : 503,
        { 'cache-control': 'no-store' },
      )
    },
    /** From now on `/readyz` says that nobody new should be sent here. */
    stopping() {
      isStopping = true
    },
    hosts: look,
    /** One line for each host, and one for the token server where there is one. */
    async report(): Promise<string[]> {
      const [found, token] = await Promise.all([
        look(),
        serviceToken?.get().then(
          () => 'The token server returned a token.',
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
      ])
      const lines = await Promise.all(
        hostNames.map(async (host) => {
          const { reachable, status, error } = found.hosts[host]
          if (!reachable) return `${hosts[host]} can’t be reached: ${error}.`
          const bearer =
            tokens?.[host] ?? (host === 'vehicleData' ? undefined : await serviceToken?.get().catch(() => undefined))
          return `${hosts[host]} responds (${status}); ${await tryToken(host, hosts[host], sizeName, bearer, dispatcherFor?.(hosts[host]), bucketFor?.(host))}.`
        }),
      )
      return token === undefined ? lines : [...lines, token]
    },
  }
}
