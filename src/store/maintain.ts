/**
 * What PostgreSQL's own keepers do, for the engine that has none: dead rows are taken away and statistics made anew where
 * so much has changed, by the rules and numbers of autovacuum. Everybody waits while a statement of it runs, so that each
 * is small and comes when nobody is there.
 */
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Queries } from './store'
import { quoted } from './transaction'

interface Options extends Queries {
  /** One statement in no transaction, in its turn. */
  run(sql: string): Promise<void>
  /** Since when nobody was there, in ms. */
  quietFor(): number
  /** Where it is aborted, nothing more is begun. */
  signal?: AbortSignal | undefined
}

/** A table that was never looked at (-1 rows) has no statistics, whatever became of its numbers in a crash. */
const DUE = `
SELECT relname AS name,
  n_dead_tup > 50 + rows / 5 OR n_ins_since_vacuum > 1000 + rows / 5 AS vacuum,
  n_mod_since_analyze > 50 + rows / 10 OR reltuples < 0 AS analyze
FROM (
  SELECT relid, n_dead_tup, n_ins_since_vacuum, n_mod_since_analyze, pg_class.relname, reltuples,
    greatest(reltuples, 0) AS rows
  FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid WHERE schemaname = 'public'
) AS known ORDER BY relname`
const Due = z.object({ name: z.string(), vacuum: z.boolean(), analyze: z.boolean() })

/** Somebody who is there asks again within this. */
const QUIET_MS = 200
/** A crawl is never quiet. */
const LONGEST_WAIT_MS = 3_000
/** A fifth of the default, and of its sample: a large table’s takes 40 ms instead of 250. */
const STATISTICS = 20

/** @throws StoreError */
export async function maintain({ query, run, quietFor, signal }: Options): Promise<void> {
  await query('SELECT pg_stat_force_next_flush()') // what was counted is in the numbers with the next statement
  const tables = (await query(DUE)).map((row) => Due.parse(row))
  for (const { name, vacuum, analyze } of tables) {
    if (vacuum) await inQuiet(`VACUUM ${quoted(name)}`)
    if (analyze)
      await inQuiet(
        `SET default_statistics_target = ${STATISTICS}; ANALYZE ${quoted(name)}; RESET default_statistics_target`,
      )
  }

  async function inQuiet(sql: string): Promise<void> {
    const until = performance.now() + LONGEST_WAIT_MS
    while (quietFor() < QUIET_MS && !signal?.aborted && performance.now() < until)
      await pause(QUIET_MS, undefined, { signal }).catch(() => undefined)
    if (!signal?.aborted) await run(sql)
  }
}
