/** A realm is one service and account: nothing of one is ever seen in another. */
import * as z from 'zod/mini'
import type { Queries } from './store'

const Realm = z.object({ id: z.number() })
const May = z.object({ may: z.boolean() })

/**
 * The realm of that name, made where it is new.
 * @param key names the service and the account; never a token
 */
export async function openRealm(store: Queries, key: string): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    await store.query(ADD_REALM, [key, false])
    const [row] = await store.query('SELECT id FROM realms WHERE key = $1', [key])
    if (!row && tries < MOST_TRIES) continue // another server took the number for another realm
    const { id } = Realm.parse(row)
    await store.query('INSERT INTO directory_counts (realm) VALUES ($1) ON CONFLICT DO NOTHING', [id])
    return id
  }
}

const MOST_TRIES = 10
/** There are 32,767 numbers, so that those of erased realms are used again: the lowest that is free. */
export const ADD_REALM = `
INSERT INTO realms (id, key, is_added) OVERRIDING SYSTEM VALUE
SELECT (
  SELECT min(used.id) + 1 FROM (SELECT 0 AS id UNION ALL SELECT id FROM realms) AS used
  WHERE NOT EXISTS (SELECT FROM realms AS next WHERE next.id = used.id + 1)
), $1::text, $2::boolean
WHERE NOT EXISTS (SELECT FROM realms WHERE key = $1::text)
ON CONFLICT DO NOTHING`

/** No realm has this number: whatever is read of it is empty, and nothing can be stored in it. */
export const EMPTY_REALM = 0

/**
 * Waits until nobody else writes in the realm: two pages at once would count each other's rows neither or twice.
 * To be called first in a transaction.
 */
export async function lockRealm(queries: Queries, realm: number): Promise<void> {
  await queries.query('SELECT realm FROM directory_counts WHERE realm = $1 FOR UPDATE', [realm])
}

/** Any number: what is locked beside it is the realm. */
const HOUSE = 1_973_264

/**
 * Whether nobody else keeps house in the realm: then nobody else will until the end of the transaction.
 * To be called first in a transaction; where it is false, the other one does the same.
 */
export async function mayKeepHouse(queries: Queries, realm: number): Promise<boolean> {
  const [row] = await queries.query('SELECT pg_try_advisory_xact_lock($1::integer, $2::integer) AS may', [HOUSE, realm])
  return May.parse(row).may
}
