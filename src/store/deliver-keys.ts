/** Counts rows by the key that they are sealed with, whose name each of them says in the clear. */
import * as z from 'zod/mini'
import type { Queries } from './store'

/** By the name of a key, in hexadecimal. */
export type CountsByKey = Record<'deliveries' | 'values' | 'errors', Map<string, number>>

/** Rows of one statement: the embedded engine carries out no other meanwhile. */
const AT_ONCE = 5_000

const Part = z.object({ key: z.nullable(z.string()), count: z.number() })
const Last = z.object({ last: z.nullable(z.array(z.string())) })

interface Walk {
  table: string
  sealed: string
  /** Columns that order the rows of a realm, with their types. */
  order: readonly (readonly [column: string, type: string])[]
}
const walks: Record<keyof CountsByKey, Walk> = {
  deliveries: { table: 'deliveries', sealed: 'head', order: [['id', 'bigint']] },
  values: {
    ...{ table: 'last_values', sealed: 'value' },
    order: [
      ['vehicle_key', 'bytea'],
      ['code', 'text'],
    ],
  },
  errors: {
    ...{ table: 'vehicle_errors', sealed: 'details' },
    order: [
      ['vehicle_key', 'bytea'],
      ['type', 'text'],
      ['code', 'text'],
    ],
  },
}

// Version, then the name of the key: vault.ts.
const partOf = ({ table, sealed, order }: Walk, isFirst: boolean) => {
  const columns = order.map(([column]) => column).join(', ')
  const after = order
    .map(([, type], index) => (type === 'bytea' ? `decode($${index + 2}, 'hex')` : `$${index + 2}::${type}`))
    .join(', ')
  const asTexts = order.map(([column, type]) => (type === 'bytea' ? `encode(${column}, 'hex')` : `${column}::text`))
  return `
WITH part AS MATERIALIZED (
  SELECT ${columns}, encode(substring(${sealed} FROM 2 FOR 4), 'hex') AS key FROM ${table}
  WHERE realm = $1${isFirst ? '' : ` AND (${columns}) > (${after})`} ORDER BY ${columns} LIMIT ${AT_ONCE}
)
SELECT key, count(*) AS count, NULL::text[] AS last FROM part GROUP BY key
UNION ALL
(SELECT NULL, count(*) OVER (), ARRAY[${asTexts.join(', ')}] FROM part
 ORDER BY ${order.map(([column]) => `${column} DESC`).join(', ')} LIMIT 1)`
}

/** @param goesOn called before each part @throws StoreError */
export async function countByKey({ query }: Queries, realm: number, goesOn: () => boolean): Promise<CountsByKey> {
  const counts: CountsByKey = { deliveries: new Map(), values: new Map(), errors: new Map() }
  for (const kind of ['deliveries', 'values', 'errors'] as const)
    for (let last: string[] = [], isFirst = true; goesOn(); isFirst = false) {
      const rows = await query(partOf(walks[kind], isFirst), [realm, ...last])
      const end = rows.find((row) => Last.parse(row).last !== null)
      for (const row of rows) {
        const { key, count } = Part.parse(row)
        if (key !== null) counts[kind].set(key, (counts[kind].get(key) ?? 0) + count)
      }
      last = (end && Last.parse(end).last) ?? []
      if (!end || Part.parse(end).count < AT_ONCE) break
    }
  return counts
}
