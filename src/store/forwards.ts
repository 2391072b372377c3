/**
 * Deliveries that are to be passed on, and what came of it: whichever instance is there takes them. They are sent once or
 * more: what was being sent by one that is gone is sent again.
 */
import * as z from 'zod/mini'
import { storable } from './directory-rows'
import type { Queries } from './store'

/** One that its claimer is to send. */
export interface ClaimedForward {
  delivery: number
  n: number
  /** Those before. */
  tries: number
}

/** `waiting`: it is tried again in `afterMs`. */
export type ForwardOutcome = { status?: number | undefined; error?: string | undefined } & (
  | { state: 'done' | 'failed' }
  | { state: 'waiting'; afterMs: number }
)

/** All of it @throws StoreError. */
export interface ForwardRows {
  /** Once for each delivery and destination, however often it is told; nothing of what is gone, or was not proven. */
  queue(forwards: readonly { delivery: number; destination: string }[]): Promise<void>
  /**
   * One more time, whatever came of those before.
   * @returns `other webhook`: it isn't of the one that the destination is for; `gone`: nothing of it is left to send
   */
  replay(
    delivery: number,
    to: { name: string; webhookId: string | undefined },
    by: string | null,
  ): Promise<'queued' | 'other webhook' | 'gone'>
  /** What is due at a destination, the longest due first. Nobody else gets it before the lease ends. */
  claim(destination: string, limit: number, instance: string, leaseMs: number): Promise<ClaimedForward[]>
  /** In how long something of a destination is due; undefined where nothing waits. */
  nextIn(destination: string): Promise<number | undefined>
  /** What came of a try of the instance's own. False: it is another's by now, or gone. */
  outcome(one: ClaimedForward, instance: string, outcome: ForwardOutcome): Promise<boolean>
  /** Gives back what was not sent, or not to its end: it is due at once, and no try of it counts. */
  release(one: ClaimedForward, instance: string): Promise<void>
  /**
   * Fails what nobody has taken for so long since it was due, at other destinations than these: none has that name now.
   * @returns how many
   */
  strand(known: readonly string[], overdueMs: number, error: string): Promise<number>
}

const Claimed = z.object({ delivery: z.number(), n: z.number(), tries: z.number(), due: z.date() })
const Next = z.object({ ms: z.nullable(z.number()) })
const Replayed = z.object({ found: z.number(), queued: z.number() })

/** The database's own clock, which all instances share; $2 is a test's. */
const NOW = 'coalesce($2::timestamptz, now())'
const later = (ms: string) => `${NOW} + ${ms}::float8 * interval '1 millisecond'`

// What was proven, and is there as it came. One that is being erased meanwhile is left out: the lock keeps it, or waits.
const LEFT = `SELECT id, webhook_id FROM deliveries
  WHERE realm = $1 AND body IS NOT NULL AND signed_with <> 'none' AND signature <> '' AND NOT 'redacted' = ANY (flags)`
const QUEUE = `
WITH left_over AS MATERIALIZED (${LEFT} AND id = ANY ($3::bigint[]) ORDER BY id FOR KEY SHARE)
INSERT INTO delivery_forwards (realm, delivery, destination, at, next_at)
SELECT $1::smallint, id, destination, ${NOW}, ${NOW}
FROM unnest($3::bigint[], $4::text[]) AS given (delivery, destination) JOIN left_over ON id = delivery
ORDER BY delivery, destination ON CONFLICT DO NOTHING`
const REPLAY = `
WITH left_over AS MATERIALIZED (${LEFT} AND id = $3 FOR KEY SHARE), queued AS (
  INSERT INTO delivery_forwards (realm, delivery, destination, at, next_at, is_replay, asked_by)
  SELECT $1::smallint, id, $4::text, ${NOW}, ${NOW}, true, $6::text FROM left_over
  WHERE $5::text IS NULL OR webhook_id = $5::text RETURNING n
)
SELECT (SELECT count(*) FROM left_over) AS found, (SELECT count(*) FROM queued) AS queued`

const CLAIM = `
WITH due AS MATERIALIZED (
  SELECT delivery, n, next_at FROM delivery_forwards
  WHERE realm = $1 AND destination = $3 AND next_at <= ${NOW}
  ORDER BY next_at, delivery, n LIMIT $4 FOR UPDATE SKIP LOCKED
)
UPDATE delivery_forwards AS one SET state = 'sending', instance = $5, next_at = ${later('$6')}
FROM due WHERE one.realm = $1 AND one.delivery = due.delivery AND one.n = due.n
RETURNING one.delivery, one.n, tries, due.next_at AS due`
const NEXT = `
SELECT extract(epoch FROM min(next_at) - ${NOW})::float8 * 1000 AS ms FROM delivery_forwards
WHERE realm = $1 AND destination = $3 AND next_at IS NOT NULL`

const OWN = `realm = $1 AND delivery = $3 AND n = $4 AND instance = $5 AND state = 'sending'`
const OUTCOME = `
UPDATE delivery_forwards SET state = $6::text, tries = tries + 1, status = $7, error = $8, instance = NULL,
  next_at = ${later('$9')}, ended_at = CASE WHEN $6::text <> 'waiting' THEN ${NOW} END
WHERE ${OWN} RETURNING n`
const RELEASE = `UPDATE delivery_forwards SET state = 'waiting', instance = NULL, next_at = ${NOW} WHERE ${OWN}`

const STRAND = `
UPDATE delivery_forwards SET state = 'failed', error = $5, instance = NULL, next_at = NULL, ended_at = ${NOW}
WHERE realm = $1 AND next_at <= ${later('-$4')} AND destination <> ALL ($3::text[]) RETURNING n`

/** @param now the time, for tests of hours; absent: the database's own */
export function createForwards(store: Queries, realm: number, now?: () => Date): ForwardRows {
  const ask = (sql: string, ...parameters: unknown[]) => store.query(sql, [realm, now?.() ?? null, ...parameters])
  return {
    async queue(forwards) {
      if (forwards.length === 0) return
      const of = <K extends 'delivery' | 'destination'>(name: K) => forwards.map((one) => one[name])
      await ask(QUEUE, of('delivery'), of('destination'))
    },
    async replay(delivery, { name, webhookId }, by) {
      const [row] = await ask(REPLAY, delivery, name, webhookId ?? null, by === null ? null : storable(by))
      const { found, queued } = Replayed.parse(row)
      if (queued > 0) return 'queued'
      return found > 0 ? 'other webhook' : 'gone'
    },
    async claim(destination, limit, instance, leaseMs) {
      const rows = (await ask(CLAIM, destination, limit, instance, leaseMs)).map((row) => Claimed.parse(row))
      const inOrder = rows.toSorted((a, b) => a.due.getTime() - b.due.getTime() || a.delivery - b.delivery || a.n - b.n)
      return inOrder.map(({ due: _, ...one }) => one)
    },
    async nextIn(destination) {
      const [row] = await ask(NEXT, destination)
      const { ms } = Next.parse(row)
      return ms === null ? undefined : Math.max(0, ms)
    },
    async outcome({ delivery, n }, instance, { status, error, ...outcome }) {
      const afterMs = outcome.state === 'waiting' ? outcome.afterMs : null
      const rows = await ask(OUTCOME, delivery, n, instance, outcome.state, status ?? null, error ?? null, afterMs)
      return rows.length > 0
    },
    async release({ delivery, n }, instance) {
      await ask(RELEASE, delivery, n, instance)
    },
    strand: async (known, overdueMs, error) => (await ask(STRAND, known, overdueMs, error)).length,
  }
}
