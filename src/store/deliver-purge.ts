/** How deliveries leave: with whom they are about, or once they were kept for long enough. */
import * as z from 'zod/mini'
import { lockToPurge } from './deliver-lock'
import { type DeliveriesOf, ofWhom } from './deliver-search'
import { Parameters } from './directory-question'
import { mayKeepHouse } from './realms'
import type { Queries, Store } from './store'

export interface Purged {
  deliveries: number
  values: number
  errors: number
}

/** @property isUserless true: what names no user */
export type PurgeOf = Omit<DeliveriesOf, 'webhook'> & { isUserless?: boolean }

/** Of a removal that was some time ago. */
export interface PurgeLimits {
  removedAt: Date
  /** True if they are connected again: what arrived since is theirs, else it is an envelope that says so. */
  isConnected: boolean
}

/** Rows of one statement: whoever saves waits for it. */
const AT_ONCE = 500

const arrivedAt = {
  deliveries: 'at',
  last_values: 'greatest(received_at, status_at)',
  vehicle_errors: 'received_at',
} as const

const Counted = z.object({ count: z.number() })
const Freed = z.object({ count: z.number(), room: z.number() })

async function erase(
  { query }: Queries,
  realm: number,
  table: keyof typeof arrivedAt,
  { limits, ...of }: PurgeOf & { limits: PurgeLimits | undefined },
  most?: number,
) {
  const parameters = new Parameters()
  const arms = [`realm = ${parameters.add(realm)}`, ...ofWhom(parameters, of)]
  if (of.isUserless) arms.push('user_key IS NULL')
  if (limits?.isConnected) arms.push(`${arrivedAt[table]} <= ${parameters.add(limits.removedAt)}`)
  else if (limits && table === 'deliveries')
    arms.push(`NOT (at > ${parameters.add(limits.removedAt)} AND 'removed' = ANY (flags))`)
  const where = arms.join(' AND ')
  const rows = most ? `ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${where} LIMIT ${most}))` : where
  const [row] = await query(
    `WITH erased AS (DELETE FROM ${table} WHERE ${rows} RETURNING realm) SELECT count(*) AS count FROM erased`,
    parameters.values,
  )
  return Counted.parse(row).count
}

/**
 * Erases all of a user or a vehicle, or of the two of them together, with attempts, values and errors. What is saved
 * beside it is erased, too; what is saved later knows of the removal, which is to be known before this is called.
 * @throws StoreError
 */
export async function purgeDeliveries(store: Store, realm: number, of: PurgeOf, limits?: PurgeLimits): Promise<Purged> {
  const purged: Purged = { deliveries: 0, values: 0, errors: 0 }
  if (!of.userKeys && !of.vehicleKeys) return purged
  const what = { ...of, limits }
  // A part at a time, because nothing is saved meanwhile: the last one takes the rest with all that follows from it.
  for (let isLast = false; !isLast; ) {
    const part = await store.transaction(async (queries) => {
      await lockToPurge(queries, realm)
      const deliveries = await erase(queries, realm, 'deliveries', what, AT_ONCE)
      if (deliveries === AT_ONCE) return { deliveries }
      const values = await erase(queries, realm, 'last_values', what)
      return { deliveries, values, errors: await erase(queries, realm, 'vehicle_errors', what) }
    })
    purged.deliveries += part.deliveries
    purged.values += part.values ?? 0
    purged.errors += part.errors ?? 0
    isLast = part.values !== undefined
  }
  return purged
}

// Neither what somebody writes nor what is still to be followed: then it waits for nobody, and goes the next time.
const OLDEST = `
SELECT id, at, room FROM deliveries WHERE realm = $1 AND pinned_at IS NULL AND NOT EXISTS (
  SELECT FROM deliveries_waiting AS waiting WHERE waiting.realm = $1 AND waiting.delivery = deliveries.id)`
const GONE = `
), erased AS (DELETE FROM deliveries USING gone WHERE realm = $1 AND deliveries.id = gone.id RETURNING deliveries.room)
SELECT count(*) AS count, coalesce(sum(room), 0) AS room FROM erased`
const FORGET_OLD = `
WITH gone AS MATERIALIZED (${OLDEST} AND at < $2 ORDER BY at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED${GONE}`
const FORGET_MANY = `
WITH oldest AS MATERIALIZED (${OLDEST} ORDER BY at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED), gone AS MATERIALIZED (
  SELECT id FROM (SELECT id, sum(room) OVER (ORDER BY at, id) - room AS before FROM oldest) AS summed WHERE before < $2${GONE}`
const ROOM = 'SELECT count(*) AS count, coalesce(sum(room), 0) AS room FROM deliveries WHERE realm = $1'

// Nobody serves them: a token was exchanged, a sandbox ended.
const LEFT = `
SELECT id FROM realms WHERE id = $1 OR NOT EXISTS (
  SELECT FROM instances WHERE instances.realm = realms.id AND beat_at > now() - interval '1 day')`
const Id = z.object({ id: z.number() })
const FORGET_VALUES = `DELETE FROM last_values WHERE realm = $1 AND greatest(received_at, status_at) < $2`
const FORGET_ERRORS = `DELETE FROM vehicle_errors WHERE realm = $1 AND received_at < $2`

export interface Retention {
  before: Date
  /** Of values and errors; undefined: these are left as they are. */
  valuesBefore: Date | undefined
  mostBytes: number
}

/** How much a realm's take, pinned ones counted. */
export async function roomOfDeliveries({ query }: Queries, realm: number): Promise<number> {
  const [row] = await query(ROOM, [realm])
  return Freed.parse(row).room
}

/**
 * Erases what is older than that, and the oldest of what is too much; nothing where another instance does.
 * @param goesOn asked before each part
 * @returns how many
 */
export async function forgetDeliveries(
  store: Store,
  realm: number,
  { before, valuesBefore, mostBytes }: Retention,
  goesOn: () => boolean,
): Promise<number> {
  let erased = 0
  async function part(sql: string, of: number, limit: Date | number) {
    const freed = await store.transaction(async (queries) => {
      if (!(await mayKeepHouse(queries, of))) return { count: 0, room: 0 }
      const [row] = await queries.query(sql, [of, limit])
      return Freed.parse(row)
    })
    erased += freed.count
    return freed
  }
  for (const row of await store.query(LEFT, [realm])) {
    const { id } = Id.parse(row)
    while (goesOn() && (await part(FORGET_OLD, id, before)).count === AT_ONCE);
    if (!valuesBefore) continue
    await store.query(FORGET_VALUES, [id, valuesBefore])
    await store.query(FORGET_ERRORS, [id, valuesBefore])
  }
  let excess = (await roomOfDeliveries(store, realm)) - mostBytes
  while (goesOn() && excess > 0) {
    const { count, room } = await part(FORGET_MANY, realm, excess)
    if (count === 0) break
    excess -= room
  }
  return erased
}
