/**
 * A fetched token among several servers at one store: one fetches it, the others take it from there, where it is sealed
 * with the secret that all of them have. Where the store is away, each fetches for itself.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { FetchedTokens } from '../../store/fetched-tokens'
import { StoreError } from '../../store/store'
import type { Seal } from '../auth/seal'
import type { ClientCredentials } from '../settings/service-settings'
import { StoreAway } from '../team/store-away'
import { within } from '../within'

/** A token, with its times in milliseconds since 1970. */
const Held = z.object({ value: z.string(), renewAt: z.number(), expiresAt: z.number() })
export type Held = z.output<typeof Held>

/** Another server could not fetch one a moment ago; the message says why, without any credential. */
export class FailedElsewhere extends Error {
  override name = 'FailedElsewhere'
}

/** The store of this server, which may be away. */
export interface TokenStore {
  /** @throws StoreAway */
  now(): { tokens?: FetchedTokens | undefined }
  /** Resolves once it is no longer being opened, or that takes too long. */
  opened(): Promise<unknown>
}

export interface SharedToken {
  /**
   * The token of all servers: as it was fetched by one, or fetched by this one for all.
   * @param isGood whether one that was fetched before will do
   * @throws FailedElsewhere; what `fetch` throws
   */
  get(isGood: (held: Held) => boolean, fetch: () => Promise<Held>): Promise<Held>
}

interface Options {
  store: TokenStore
  seal: Seal
  /** What all servers that share it have. */
  secret: string
  credentials: ClientCredentials
  /** How long a fetch may take. */
  fetchMs: number
  /** For so long no other fetch is tried after one that failed. */
  backOffMs: number
}

/** How long a start waits for its store. */
const OPENING_MS = 1_500
/** For the store, beside a fetch. */
const MARGIN_MS = 1_000
/** How often another server's fetch is asked about. */
const ASK_EVERY_MS = 100

export function createSharedToken(options: Options): SharedToken {
  const { store, seal, secret, credentials, fetchMs, backOffMs } = options
  const { tokenUrl, clientId, clientSecret } = credentials
  // Keyed, because it stands in the store; of another client secret it is another, whose failures are not this one's.
  const client = createHmac('sha256', `forecourt token\n${secret}`)
    .update(JSON.stringify([tokenUrl, clientId, clientSecret]))
    .digest('base64url')
  const purpose = `fetched token ${client}`
  const holder = randomUUID()

  async function opened(sealed: string | null | undefined): Promise<Held | undefined> {
    const text = await seal.open(purpose, sealed ?? undefined)
    return text === undefined ? undefined : Held.parse(JSON.parse(text)) // sealed by share(), by nobody else
  }

  const share = async (held: Held, tokens: FetchedTokens) =>
    tokens.keep(client, holder, await seal.seal(purpose, JSON.stringify(held)))

  /** @returns a good one, or where to keep the one that this server is to fetch; undefined: nowhere */
  async function wait(isGood: (held: Held) => boolean): Promise<Held | FetchedTokens | undefined> {
    await within(OPENING_MS, store.opened())
    const until = performance.now() + fetchMs + 2 * MARGIN_MS
    while (performance.now() < until) {
      const { tokens } = store.now()
      if (!tokens) return undefined
      const found = await tokens.read(client, backOffMs)
      const held = await opened(found?.sealed)
      if (held && isGood(held)) return held
      if (found?.failure) throw new FailedElsewhere(found.failure)
      if (!found?.isHeld && (await tokens.hold(client, holder, found?.turn ?? 0, fetchMs + MARGIN_MS))) return tokens
      await pause(ASK_EVERY_MS)
    }
    return undefined
  }

  return {
    async get(isGood, fetch) {
      const found = await wait(isGood).catch(whereAway)
      if (found === undefined) return fetch()
      if ('value' in found) return found
      try {
        const held = await fetch()
        await within(MARGIN_MS, share(held, found).catch(whereAway))
        return held
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        await within(MARGIN_MS, found.fail(client, holder, words).catch(whereAway))
        throw error
      }
    },
  }
}

/** @throws what is no failure of the store */
function whereAway(error: unknown): undefined {
  if (!(error instanceof StoreAway || error instanceof StoreError)) throw error
  return undefined
}
