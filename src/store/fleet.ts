/** The fleet in numbers: connections by make and by the month they were created in, from counts that every page keeps. */
import * as z from 'zod/mini'
import { MOST_MAKES, MOST_MONTHS, type TeamFleet } from '../api/team-fleet'
import type { Queries } from './store'

/**
 * What a statement has changed of it, for the end of that statement: from `change` (directory-follow.ts), what came less
 * what went, by what it is counted by.
 */
export const FLEET_CHANGED = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'live', live, 'simulated', simulated)), '[]')
    FROM (
      SELECT kind, name, coalesce(sum(n) FILTER (WHERE mode <> 'simulated'), 0) AS live,
        coalesce(sum(n) FILTER (WHERE mode = 'simulated'), 0) AS simulated
      FROM change CROSS JOIN LATERAL (
        VALUES ('make', coalesce(make, '')), ('month', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM'), ''))
      ) AS counted (kind, name)
      GROUP BY kind, name
    ) AS counted
    WHERE live <> 0 OR simulated <> 0)`

const FOLLOW = `
INSERT INTO fleet_counts AS known (realm, kind, name, live, simulated)
SELECT $1::smallint, kind, name, live, simulated
FROM jsonb_to_recordset($2::jsonb) AS changed (kind text, name text, live integer, simulated integer)
ON CONFLICT (realm, kind, name)
DO UPDATE SET live = known.live + excluded.live, simulated = known.simulated + excluded.simulated`

/** Has it follow what `FLEET_CHANGED` told, within the caller's transaction. */
export async function followFleet(queries: Queries, realm: number, changed: readonly unknown[]): Promise<void> {
  if (changed.length > 0) await queries.query(FOLLOW, [realm, JSON.stringify(changed)])
}

const Kept = z.object({ name: z.string(), live: z.number(), simulated: z.number() })
const Rest = z.object({ names: z.number(), live: z.number(), simulated: z.number() })

// The largest, and what all the others are together.
const LISTED = {
  make: `ORDER BY live + simulated DESC, name`,
  month: `ORDER BY name DESC`,
}
const listed = (kind: keyof typeof LISTED, most: number) => `
WITH counted AS (
  SELECT name, live, simulated, row_number() OVER (${LISTED[kind]}) AS place FROM fleet_counts
  WHERE realm = $1 AND kind = '${kind}' AND name <> '' AND live + simulated > 0
)
SELECT name, live, simulated, 1 AS names, place FROM counted WHERE place <= ${most}
UNION ALL
SELECT NULL, coalesce(sum(live), 0), coalesce(sum(simulated), 0), count(*), NULL FROM counted WHERE place > ${most}
ORDER BY place`
const UNNAMED = `SELECT kind AS name, live, simulated FROM fleet_counts WHERE realm = $1 AND name = ''`

export async function readFleet(queries: Queries, realm: number): Promise<Omit<TeamFleet, 'asOf'>> {
  const read = async (kind: keyof typeof LISTED, most: number) => {
    const rows = await queries.query(listed(kind, most), [realm])
    return { named: rows.slice(0, -1).map((row) => Kept.parse(row)), rest: Rest.parse(rows.at(-1)) }
  }
  const makes = await read('make', MOST_MAKES)
  const months = await read('month', MOST_MONTHS)
  const unnamed = (await queries.query(UNNAMED, [realm])).map((row) => Kept.parse(row))
  const sumOf = (one: { live: number; simulated: number } | undefined) => (one ? one.live + one.simulated : 0)
  const noMake = unnamed.find(({ name }) => name === 'make')
  return {
    makes: makes.named,
    otherMakes: { count: makes.rest.names, live: makes.rest.live, simulated: makes.rest.simulated },
    noMake: { live: noMake?.live ?? 0, simulated: noMake?.simulated ?? 0 },
    months: months.named.toReversed(),
    before: sumOf(months.rest),
    undated: sumOf(unnamed.find(({ name }) => name === 'month')),
  }
}
