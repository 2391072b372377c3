/**
 * The rate buckets of a realm, one row each for all instances: what is taken is taken by one statement, by the clock of the
 * database. Those that wait are in the row, too: what they want is left to them by whoever comes after them.
 */
import * as z from 'zod/mini'
import type { Queries } from './store'

export interface BucketAsk {
  key: string
  capacity: number
  refillPerMinute: number
  /** Whose turn it is: a lower one goes before a higher one, of whichever instance. */
  lane: number
  /** How much the lane leaves to those before it. */
  reserve: number
  /** How many requests are to be sent: none to tell only what became of earlier ones. */
  wanted: number
  /** What was sent without having been taken here; negative: what was taken and then not sent. */
  spent: number
  /** For so long nothing more is to be sent. */
  pauseMs: number
}

export interface BucketAnswer {
  /** How many may be sent. */
  granted: number
  level: number
  pausedMs: number
  /** In how long one more of the lane is free, if nobody else comes; 0 where all were granted. */
  waitMs: number
  /** How many instances have used the row within a minute. */
  instances: number
}

export interface BucketRows {
  /** All of it or nothing is carried out; a row that is new is full. @throws StoreError */
  take(asked: BucketAsk): Promise<BucketAnswer>
  /** Resolves where rows can be asked. @throws StoreError */
  look(): Promise<void>
  /** Erases what is full, and was not used for a day. @returns how many @throws StoreError */
  forget(): Promise<number>
}

/** Whoever waits says so again before that: what an instance wanted that ended meanwhile holds nobody up for longer. */
export const CLAIM_MS = 2_000
const SEEN_MS = 60_000

const Answer = z.object({
  granted: z.number(),
  level: z.number(),
  paused: z.number(),
  wait: z.number(),
  instances: z.number(),
})

const INSERT = `
INSERT INTO buckets (realm, key, level, filled_at, full_at, paused_until)
SELECT $1, $2, $3, at, at, at FROM (SELECT coalesce($4::timestamptz, statement_timestamp()) AS at) AS now
ON CONFLICT DO NOTHING`

// The clock may be set back: then what lies too far ahead is not believed. A lock that was waited for makes it a little
// earlier than the row's own time: nothing comes back twice. Losing the last commits with a server that fails costs less
// than to wait for its disk each time.
const TAKE = `
WITH found AS (
  SELECT level, filled_at, paused_until, users, coalesce($11::timestamptz, statement_timestamp()) AS at
  FROM buckets WHERE realm = $1 AND key = $2 FOR UPDATE
), filled AS (
  SELECT at, users, extract(epoch FROM at)::float8 * 1000 AS ms,
    CASE WHEN filled_at > at + interval '1 minute' THEN at ELSE greatest(filled_at, at) END AS filled_at,
    greatest(-$3::float8, least($3, least($3, level + $4 * greatest(0, extract(epoch FROM at - filled_at)::float8)) - $8))
      AS level,
    greatest(least(paused_until, at + interval '10 minutes'), at + $9::float8 * interval '1 millisecond') AS paused_until,
    coalesce((users -> $5 ->> 'turn')::float8, 0) AS turn
  FROM found
), others AS (
  SELECT count(*) AS count, coalesce(jsonb_object_agg(name, entry), '{}') AS kept,
    coalesce(sum(e.wants) FILTER (WHERE e.until BETWEEN ms AND ms + ${CLAIM_MS}
      AND (e.lane < $6 OR e.lane = $6 AND e.turn < filled.turn)), 0)::float8 AS before
  FROM filled, jsonb_each(users) AS one (name, entry),
    jsonb_to_record(entry) AS e (seen float8, turn float8, lane integer, wants integer, until float8)
  WHERE name <> $5 AND abs(ms - e.seen) < ${SEEN_MS}
), served AS (
  SELECT CASE WHEN paused_until > at THEN 0
    ELSE greatest(0, least($7::integer, floor(level - $10::float8 - before + 1e-9))) END::integer AS granted
  FROM filled, others
)
UPDATE buckets SET level = filled.level - granted, filled_at = filled.filled_at, paused_until = filled.paused_until,
  full_at = at + ($3 - filled.level + granted) / $4 * interval '1 second',
  users = kept || jsonb_build_object($5::text, jsonb_build_object('seen', ms, 'until', ms + ${CLAIM_MS},
    'turn', CASE WHEN granted > 0 THEN ms ELSE turn END, 'lane', $6::integer, 'wants', $7 - granted))
FROM filled, others, served WHERE realm = $1 AND key = $2
RETURNING granted, buckets.level, count + 1 AS instances,
  greatest(0, extract(epoch FROM filled.paused_until - at)::float8 * 1000) AS paused,
  CASE WHEN granted < $7 THEN greatest(0, ($10 + before + 1 - buckets.level) / $4 * 1000) ELSE 0 END AS wait,
  set_config('synchronous_commit', 'off', true)`

const FORGET = `
DELETE FROM buckets WHERE realm = $1 AND full_at < now() AND paused_until < now() AND filled_at < now() - interval '1 day'
RETURNING key`

/**
 * @param instance whose requests these are
 * @param now the time, for tests of hours; absent: the database's own
 */
export function createBucketRows(store: Queries, realm: number, instance: string, now?: () => Date): BucketRows {
  return {
    async take(asked) {
      const { key, capacity, refillPerMinute, lane, reserve, wanted, spent, pauseMs } = asked
      const parameters = () => [
        ...[realm, key, capacity, refillPerMinute / 60, instance],
        ...[lane, wanted, spent, pauseMs, reserve, now?.() ?? null],
      ]
      const [found] = await store.query(TAKE, parameters())
      if (!found) await store.query(INSERT, [realm, key, capacity, now?.() ?? null])
      const [row] = found ? [found] : await store.query(TAKE, parameters())
      const { granted, level, paused, wait, instances } = Answer.parse(row)
      return { granted, level, pausedMs: paused, waitMs: Math.max(wait, wanted > granted ? paused : 0), instances }
    },
    async look() {
      await store.query('SELECT FROM buckets WHERE realm = $1 LIMIT 1', [realm])
    },
    async forget() {
      return (await store.query(FORGET, [realm])).length
    },
  }
}
