/** Tokens that one of several servers fetched for all, as sealed text, and whose turn it is to fetch the next one. */
import * as z from 'zod/mini'
import type { Queries } from './store'

export interface KeptToken {
  sealed: string | null
  /** Why the last fetch failed, while that is worth nothing to try again. */
  failure: string | null
  /** True while one of them fetches. */
  isHeld: boolean
  /** Of the next fetch. */
  turn: number
}

export interface FetchedTokens {
  /** @param failedMs a failure is told for so long */
  read(client: string, failedMs: number): Promise<KeptToken | undefined>
  /** @returns true where that turn is the caller's, for so long: false where another has it, or had it meanwhile */
  hold(client: string, holder: string, turn: number, ms: number): Promise<boolean>
  /** What the caller fetched; its turn ends. */
  keep(client: string, holder: string, sealed: string): Promise<void>
  /** Why the caller could not; its turn ends. */
  fail(client: string, holder: string, failure: string): Promise<void>
  /** Erases those that nobody has fetched for a day. */
  forget(): Promise<void>
}

const Kept = z.object({
  sealed: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  is_held: z.boolean(),
  turn: z.number(),
})

const READ = `
SELECT sealed, CASE WHEN failed_at > now() - $3 * interval '1 millisecond' THEN failure END AS failure, turn,
  coalesce(held_until > now(), false) AS is_held
FROM fetched_tokens WHERE realm = $1 AND client = $2`
// Two at once wait for each other's row: the second finds it held.
const HOLD = `
INSERT INTO fetched_tokens AS kept (realm, client, holder, held_until)
VALUES ($1, $2, $3, now() + $5 * interval '1 millisecond')
ON CONFLICT (realm, client) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until, changed_at = now()
WHERE kept.turn = $4 AND (kept.held_until IS NULL OR kept.held_until <= now()) RETURNING holder`
const ENDED = 'turn = turn + 1, held_until = NULL, changed_at = now() WHERE realm = $1 AND client = $2 AND holder = $3'

export function createFetchedTokens(store: Queries, realm: number): FetchedTokens {
  return {
    async read(client, failedMs) {
      const [row] = await store.query(READ, [realm, client, failedMs])
      if (!row) return undefined
      const { is_held: isHeld, ...kept } = Kept.parse(row)
      return { ...kept, isHeld }
    },
    async hold(client, holder, turn, ms) {
      return (await store.query(HOLD, [realm, client, holder, turn, ms])).length > 0
    },
    async keep(client, holder, sealed) {
      await store.query(`UPDATE fetched_tokens SET sealed = $4, failure = NULL, failed_at = NULL, ${ENDED}`, [
        ...[realm, client, holder, sealed],
      ])
    },
    async fail(client, holder, failure) {
      await store.query(`UPDATE fetched_tokens SET failure = $4, failed_at = now(), ${ENDED}`, [
        ...[realm, client, holder, failure],
      ])
    },
    async forget() {
      await store.query("DELETE FROM fetched_tokens WHERE realm = $1 AND changed_at < now() - interval '1 day'", [
        realm,
      ])
    },
  }
}
