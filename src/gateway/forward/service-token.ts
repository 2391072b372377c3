/**
 * The server's own token for the version 3 hosts: fetched by client credentials, kept, renewed before it expires. Several
 * servers at one PostgreSQL have one together (`shared-token.ts`).
 */
import { allowInsecureRequests, Configuration, clientCredentialsGrant, customFetch } from 'openid-client'
import type { Host } from '../../api/endpoint'
import { isTokenText } from '../settings/kinds'
import type { ClientCredentials } from '../settings/service-settings'
import { spellingsOf } from '../spellings'
import { createOutbound, type Outbound } from './outbound'
import { FailedElsewhere, type Held, type SharedToken } from './shared-token'
import { reasonOf } from './upstream'

/** How long before its end a token is renewed: this, or a tenth of its life where that is less. */
const SKEW_MS = 60_000
/** What an answer without `expires_in` is taken for (RFC 6749, 5.1 leaves it open); a 401 renews earlier. */
export const DEFAULT_LIFE_S = 600
/** A token server that failed is left alone for as long; the first request after that asks again. */
export const BACK_OFF_MS = 5_000
/** A host that refuses tokens fetched for it is given no other one for as long at most. */
export const MOST_BACK_OFF_MS = 600_000
/** How long a token server may take. */
export const TIMEOUT_S = 10
/** A token server's words are quoted up to this length. */
const MOST_WORDS = 300

/** No token can be had; the message says why, without any credential. */
export class TokenUnavailable extends Error {
  override name = 'TokenUnavailable'
}

export interface ServiceToken {
  /**
   * The token to send now: one fetch, however many wait for it. Close to its end it is renewed beside the requests.
   * @throws TokenUnavailable where there is none that still holds and none can be fetched
   */
  get(): Promise<string>
  /**
   * After a 401 of a host: a token other than the refused one, fetched once for all that were refused.
   * @returns undefined where the host refused another one lately too: the next would not help
   * @throws TokenUnavailable
   */
  renew(host: Host, refused: string): Promise<string | undefined>
  /** What a host made of a token that it was given after a 401. */
  tried(host: Host, token: string, isTaken: boolean): void
}

/** A host that refused a token which was fetched after its 401. */
interface Refusal {
  token: string
  /** How many in a row. */
  count: number
  /** No token is fetched for it before. */
  until: number
}

interface Options {
  /** Milliseconds since the epoch, for times that several servers share. */
  now?: () => number
  /** Milliseconds of a clock that is never set: lifetimes and back-off are measured with it. */
  elapsed?: () => number
  /** Hears of every token that was fetched. */
  onFetched?: () => void
  outbound?: Pick<Outbound, 'fetch'>
  /** Where several servers have one token; absent: this one has its own. */
  shared?: SharedToken | undefined
}

export function createServiceToken(
  credentials: ClientCredentials,
  { now = Date.now, elapsed = () => performance.now(), onFetched, outbound = createOutbound(), shared }: Options = {},
) {
  const { tokenUrl, clientId, clientSecret } = credentials
  const { origin, protocol } = new URL(tokenUrl)
  const config = new Configuration({ issuer: origin, token_endpoint: tokenUrl }, clientId, clientSecret)
  config.timeout = TIMEOUT_S
  if (protocol === 'http:') allowInsecureRequests(config) // only an address of this computer gets this far
  // Kept for its words: where an answer is not quite OAuth's, the library says only that.
  let answer: { status: number; text: string } | undefined
  config[customFetch] = async (url, options) => {
    const response = await outbound.fetch(url, options as RequestInit) // its own type for the same options
    const text = await response.text()
    answer = { status: response.status, text }
    return new Response(text || null, response)
  }
  /** Its times are of `elapsed`. */
  let held: Held | undefined
  let running: Promise<Held> | undefined
  let failure: { error: TokenUnavailable; until: number } | undefined
  const refusals = new Map<Host, Refusal>()

  /** Shared times are since the epoch, because each server has an `elapsed` of its own. */
  const shift = (token: Held, ms: number): Held => ({
    ...token,
    renewAt: token.renewAt + ms,
    expiresAt: token.expiresAt + ms,
  })
  const toShared = (token: Held) => shift(token, now() - elapsed())
  const fromShared = (token: Held) => shift(token, elapsed() - now())

  async function fetchToken(): Promise<Held> {
    const asked = elapsed()
    answer = undefined
    try {
      const { access_token, expires_in = DEFAULT_LIFE_S } = await clientCredentialsGrant(config)
      if (!isTokenText(access_token)) throw new TokenUnavailable('its token can’t be sent in a header')
      const life = expires_in * 1000
      const expiresAt = asked + life
      held = { value: access_token, expiresAt, renewAt: expiresAt - Math.min(SKEW_MS, life / 10) }
      failure = undefined
      onFetched?.()
      return held
    } catch (error) {
      const why = error instanceof TokenUnavailable ? error.message : wordsOf(error, answer, clientSecret)
      throw new TokenUnavailable(`${tokenUrl.replace(/\?.*/s, '')} returned no token: ${why}.`)
    }
  }

  /** Fetched here, or by another server that shares it. @throws TokenUnavailable */
  async function obtain(refused: string | undefined): Promise<Held> {
    const isGood = ({ value, renewAt }: Held) => value !== refused && now() < renewAt
    try {
      held = shared
        ? fromShared(await shared.get(isGood, async () => toShared(await fetchToken())))
        : await fetchToken()
      failure = undefined
      return held
    } catch (error) {
      const told = error instanceof FailedElsewhere ? new TokenUnavailable(error.message) : error
      if (told instanceof TokenUnavailable) failure = { error: told, until: elapsed() + BACK_OFF_MS }
      throw told
    }
  }

  /** @param refused by a host: another one is wanted */
  function fetchOnce(refused?: string): Promise<Held> {
    if (running) return running
    if (failure && elapsed() < failure.until) return Promise.reject(failure.error)
    running = obtain(refused).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    async get() {
      if (held === undefined || elapsed() >= held.expiresAt) return (await fetchOnce()).value
      // The one in hand still holds: nobody waits for the next one, and its failure is not theirs.
      if (elapsed() >= held.renewAt) fetchOnce().catch(() => undefined)
      return held.value
    },
    async renew(host, refused) {
      const last = refusals.get(host)
      if (held !== undefined && held.value !== refused) return held.value === last?.token ? undefined : held.value
      if (last && elapsed() < last.until) return undefined
      return (await fetchOnce(refused)).value
    },
    tried(host, token, isTaken) {
      const last = refusals.get(host)
      if (isTaken) refusals.delete(host)
      else if (last?.token !== token) {
        const count = (last?.count ?? 0) + 1
        const backOffMs = Math.min(BACK_OFF_MS * 2 ** (count - 1), MOST_BACK_OFF_MS)
        refusals.set(host, { token, count, until: elapsed() + backOffMs })
      }
    },
  } satisfies ServiceToken
}

/** A text in which a secret stands as it is, or as a form or an address spells it, says neither. */
const without = (secret: string, text: string): string =>
  spellingsOf(secret).reduce((rest, one) => rest.replaceAll(one, '…'), text)

/** What a token server said, or why it could not be heard. */
function wordsOf(error: unknown, answer: { status: number; text: string } | undefined, secret: string): string {
  if (answer !== undefined) {
    if (answer.status === 200) return 'its response has no token'
    // Only what may stand in one line of a log: the words are quoted, never acted on.
    const line = without(secret, errorWords(answer.text))
      .replace(/[^\x20-\x7e…]+/g, ' ')
      .slice(0, MOST_WORDS)
    return `it returned ${answer.status}${line && ` (${line})`}`
  }
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === 'OAUTH_TIMEOUT' ? `it didn’t respond within ${TIMEOUT_S} s` : reasonOf(cause ?? error)
}

/** The two members of a token server's error body (RFC 6749, 5.2); empty where it is something else. */
function errorWords(text: string): string {
  try {
    const { error, error_description }: { error?: unknown; error_description?: unknown } = JSON.parse(text) ?? {}
    return [error, error_description].filter((one) => typeof one === 'string' && one !== '').join(', ')
  } catch {
    return ''
  }
}
