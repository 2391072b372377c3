/**
 * Sends a delivery on: body and signature as they came, over https, to public addresses alone, to exactly those that were
 * looked at, and to nowhere that an answer names. No proxy is used (`HTTPS_PROXY`): it would resolve the name once more, by
 * itself.
 */
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector, Pool } from 'undici'
import { addressIn, isPublic } from './public-address'
import type { Destination } from './receiver-settings'

/** Why a try failed, in words that say nothing of the address, the answer or the delivery. */
export type SendFailure =
  | ('not public' | 'name not found' | 'no connection' | 'certificate' | 'timeout')
  | ('redirect' | 'status')

/** Without `error` it was taken. */
export interface ForwardAnswer {
  status: number | undefined
  error: SendFailure | undefined
  /** Cause and remedy of an error for the log, if more is known than its kind. */
  reason?: string | undefined
}

export interface Original {
  /** Byte for byte as it came. */
  body: Buffer
  /** As its header had it. */
  signature: string
}

export interface ForwardSend {
  /** @param signal of the end of the server @throws its reason, where it ended before an answer */
  send(to: Destination, original: Original, signal: AbortSignal): Promise<ForwardAnswer>
  /** Breaks off what is open. */
  close(): Promise<void>
}

/** Of one destination. */
export const MOST_AT_ONCE = 4
/** From the lookup of the name to the end of the answer. */
const TIMEOUT_MS = 10_000
/** Of an answer nothing is read but its status; with more than that its connection isn't used again. */
const MOST_ANSWER = 64 * 1024

interface Options {
  /** Of the signature, in small letters. */
  header: string
  /** All addresses of a name. */
  resolve?: (name: string) => Promise<string[]>
  mayReach?: (address: string) => boolean
  /** Makes connections; its errors are those that `explain` knows. */
  createConnector?: typeof buildConnector
  /** Explains an error of a connection; undefined: it can’t. */
  explain?: (error: unknown) => string | undefined
  /** Certificates that are trusted in the place of the usual ones. */
  ca?: string
  timeoutMs?: number
}

class Refused extends Error {
  override readonly name = 'Refused'
  constructor(readonly failure: SendFailure) {
    super(failure)
  }
}

const resolveName = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address)

export function createForwardSend(options: Options): ForwardSend {
  const { header, resolve = resolveName, mayReach = isPublic, ca, timeoutMs = TIMEOUT_MS, explain } = options
  const { createConnector = buildConnector } = options
  const pools = new Map<string, Pool>()

  function open({ url }: Destination): Pool {
    const lookup = checkedLookup(resolve, mayReach)
    // Certificates are verified whatever the environment says.
    const connect = createConnector({ lookup, ca, rejectUnauthorized: true, timeout: timeoutMs })
    return new Pool(new URL(url).origin, { connections: MOST_AT_ONCE, pipelining: 1, connect })
  }

  return {
    async send(to, { body, signature }, signal) {
      const { hostname, pathname, search } = new URL(to.url)
      const address = addressIn(hostname)
      if (address !== undefined && !mayReach(address)) return failed('not public') // which is looked up by nobody
      const pool = pools.get(to.name) ?? open(to)
      pools.set(to.name, pool)
      const ending = new AbortController()
      const end = () => ending.abort(signal.reason)
      const timer = setTimeout(() => ending.abort(new Refused('timeout')), timeoutMs)
      signal.addEventListener('abort', end)
      const ended = new Promise<never>((_, reject) => {
        ending.signal.addEventListener('abort', () => reject(ending.signal.reason))
      })
      ended.catch(() => undefined) // as a rule it comes too late
      if (signal.aborted) end()
      try {
        const request = pool.request({
          path: pathname + search,
          method: 'POST',
          headers: { 'content-type': 'application/json', [header]: signature, 'user-agent': 'forecourt' },
          body,
          signal: ending.signal,
        })
        request.catch(() => undefined)
        // While it still connects the library hears no signal. What is given up by then is never sent.
        const { statusCode: status, body: answer } = await Promise.race([request, ended])
        await answer.dump({ limit: MOST_ANSWER, signal: ending.signal }).catch(() => undefined) // its status was said
        return { status, error: status >= 200 && status < 300 ? undefined : status < 400 ? 'redirect' : 'status' }
      } catch (error) {
        signal.throwIfAborted()
        return { ...failed(failureOf(error)), reason: explain?.(error) }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
      pools.clear()
    },
  }
}

const failed = (error: SendFailure): ForwardAnswer => ({ status: undefined, error })

/**
 * What a connection is made with: the addresses that were looked at are those that are connected to. One lookup of a name
 * at a time: each holds one of the few threads that read files, too, and a name server may be slow.
 */
export function checkedLookup(
  resolve: (name: string) => Promise<string[]>,
  mayReach: (address: string) => boolean,
): LookupFunction {
  let resolving: Promise<string[]> | undefined
  async function addressesOf(name: string): Promise<string[]> {
    resolving ??= resolve(name).finally(() => {
      resolving = undefined
    })
    const addresses = await resolving.catch(() => [])
    if (addresses.length === 0) throw new Refused('name not found')
    // One that isn't public would be enough to reach what is behind it.
    if (!addresses.every(mayReach)) throw new Refused('not public')
    return addresses
  }
  return (name, { all }, done) => {
    addressesOf(name).then(
      (found) => {
        const list = found.map((address) => ({ address, family: isIP(address) }))
        const [first] = list
        if (all) done(null, list)
        else if (first) done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

const TIMEOUTS = /^(UND_ERR_\w+_TIMEOUT|ETIMEDOUT)$/
const CERTIFICATES = /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_|HOSTNAME_|ERR_OSSL_X509)/

/** @param error of a message that may name addresses */
function failureOf(error: unknown): SendFailure {
  if (error instanceof Refused) return error.failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (TIMEOUTS.test(code)) return 'timeout'
  return CERTIFICATES.test(code) ? 'certificate' : 'no connection'
}
