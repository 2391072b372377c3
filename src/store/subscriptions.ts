/** The shared history of subscriptions of a realm: what went through the server, and what browsers told of before. */
import * as z from 'zod/mini'
import { idKey, spellingsOf } from '../api/same-id'
import { IN_PROGRESS_MS, type TeamSubscriptionFilter, teamSubscriptionStates } from '../api/subscriptions'
import type { TeamSubscription, TeamSubscriptions } from '../api/team-subscriptions'
import { MOST_ID } from '../api/told-subscriptions'
import { checkToldBound } from './bounds'
import { CursorNumber, CursorTime, decodeCursor, encodeCursor } from './cursors'
import { begins, Parameters } from './directory-question'
import { lockRealm } from './realms'
import type { Queries, Row, Store } from './store'
import { type SubscriptionFact, type SubscriptionRow, takeIn } from './subscription-facts'

export interface SubscriptionSearch {
  webhook?: string | undefined
  user?: string | undefined
  vehicle?: string | undefined
  state?: TeamSubscriptionFilter | undefined
  /** What one of its IDs begins with. */
  q?: string | undefined
  limit: number
  after?: string | undefined
}

export interface Subscriptions {
  /**
   * Takes in what was found out, in its order: all of it or nothing. Twice the same is the same as once; what is older
   * than what is known changes nothing, and what is about a user who was removed since is left out.
   * @param teller the person whose browser reported them
   * @throws BoundError
   */
  note(facts: readonly SubscriptionFact[], teller?: string | null): Promise<void>
  /** One page, what was heard of last first. @throws SearchError where the cursor is none of ours */
  page(search: SubscriptionSearch): Promise<TeamSubscriptions>
}

/** Named as they are in the table; `n` apart. */
const columns = [
  ...['webhook_id', 'user_id', 'vehicle_id', 'subscription_id'],
  ...['state', 'at', 'by_name', 'since', 'since_by', 'is_told'],
]
const types = `n bigint, webhook_id text, user_id text, vehicle_id text, subscription_id text, state text,
  at timestamptz, by_name text, since timestamptz, since_by text, is_told boolean`

const text = z.nullable(z.string())
const Stored = z.object({
  n: z.number(),
  webhook_id: text,
  user_id: text,
  vehicle_id: text,
  subscription_id: text,
  state: z.enum(teamSubscriptionStates),
  at: z.date(),
  by_name: text,
  since: z.date(),
  since_by: text,
  is_told: z.boolean(),
})

function read(row: Row): SubscriptionRow & { n: number } {
  const { n, state, at, since, ...named } = Stored.parse(row)
  const { webhook_id: webhookId, user_id: userId, vehicle_id: vehicleId, subscription_id: subscriptionId } = named
  const { by_name: by, since_by: sinceBy, is_told: isTold } = named
  return { n, webhookId, userId, vehicleId, subscriptionId, state, at, by, since, sinceBy, isTold }
}

const stored = ({ n, webhookId, userId, vehicleId, subscriptionId, state, at, by, ...row }: SubscriptionRow) => ({
  ...{ n, webhook_id: webhookId, user_id: userId, vehicle_id: vehicleId, subscription_id: subscriptionId },
  ...{ state, at, by_name: by, since: row.since, since_by: row.sinceBy, is_told: row.isTold },
})

const KNOWN = `
SELECT n, ${columns.join(', ')} FROM subscriptions WHERE realm = $1 AND subscription_id = ANY ($2::text[])
UNION
SELECT n, ${columns.map((column) => `subscriptions.${column}`).join(', ')}
FROM unnest($3::text[], $4::text[], $5::text[]) AS given (webhook_id, user_id, vehicle_id)
JOIN subscriptions USING (webhook_id, user_id, vehicle_id) WHERE realm = $1`

const GONE = `SELECT id, at FROM tombstones WHERE realm = $1 AND kind = 'user' AND id = ANY ($2::text[])`
const Gone = z.object({ id: z.string(), at: z.date() })

const UPDATE = `
UPDATE subscriptions SET ${columns.map((column) => `${column} = changed.${column}`).join(', ')}
FROM jsonb_to_recordset($2::jsonb) AS changed (${types}) WHERE subscriptions.realm = $1 AND subscriptions.n = changed.n`

const INSERT = `
INSERT INTO subscriptions (realm, told_by, ${columns.join(', ')})
SELECT $1::smallint, CASE WHEN is_told THEN $3::text END, ${columns.join(', ')} FROM jsonb_to_recordset($2::jsonb) AS fresh (${types})`

/** Half a character, or a NUL, is in no ID; what is longer fits no index. */
const isId = (id: string | undefined): boolean =>
  id === undefined || (id !== '' && id.length <= MOST_ID && !id.includes('\0') && id.isWellFormed())
const isStorable = ({ webhookId, userId, vehicleId, subscriptionId }: SubscriptionFact): boolean =>
  [webhookId, userId, vehicleId, subscriptionId].every(isId)

async function note(
  queries: Queries,
  realm: number,
  given: readonly SubscriptionFact[],
  teller: string | null,
): Promise<void> {
  await lockRealm(queries, realm)
  const users = given.flatMap(({ userId }) => (userId === undefined ? [] : spellingsOf(userId)))
  const gone = new Map(
    (await queries.query(GONE, [realm, users])).map((row) => Gone.parse(row)).map(({ id, at }) => [idKey(id), at]),
  )
  const facts = given.filter(({ userId, at }) => !(userId !== undefined && at <= (gone.get(idKey(userId)) ?? 0)))
  const ids = facts.flatMap(({ subscriptionId }) => (subscriptionId === undefined ? [] : spellingsOf(subscriptionId)))
  const three = facts.flatMap(({ webhookId, userId, vehicleId }) =>
    webhookId !== undefined && userId !== undefined && vehicleId !== undefined
      ? casesOf(webhookId, userId, vehicleId)
      : [],
  )
  const columnOf = (at: number) => three.map((one) => one[at])
  const known = (await queries.query(KNOWN, [realm, ids, columnOf(0), columnOf(1), columnOf(2)])).map(read)
  const rows = new Set<SubscriptionRow>(known)
  const changed = takeIn(rows, facts)
  const joined = known.filter((row) => !rows.has(row)).map(({ n }) => n)
  if (joined.length > 0)
    await queries.query('DELETE FROM subscriptions WHERE realm = $1 AND n = ANY ($2::bigint[])', [realm, joined])
  const isOld = ({ n }: SubscriptionRow) => n !== undefined
  const [old, fresh] = [changed.filter(isOld), changed.filter((row) => !isOld(row))]
  const told = fresh.filter((row) => row.isTold).length
  if (told > 0) await checkToldBound(queries, realm, teller, told)
  if (old.length > 0) await queries.query(UPDATE, [realm, JSON.stringify(old.map(stored))])
  if (fresh.length > 0) await queries.query(INSERT, [realm, JSON.stringify(fresh.map(stored)), teller])
}

/** The three in each case in which UUIDs may have been written. */
const casesOf = (webhookId: string, userId: string, vehicleId: string): string[][] =>
  spellingsOf(webhookId).flatMap((webhook) =>
    spellingsOf(userId).flatMap((user) => spellingsOf(vehicleId).map((vehicle) => [webhook, user, vehicle])),
  )

const Cursor = z.tuple([CursorTime, CursorNumber])

const THERE = `state IN ('accepted', 'present')`

/** What the rows of a search have in common, whatever the page. */
function conditionsOf(parameters: Parameters, realm: number, search: SubscriptionSearch, now: number): string {
  const { webhook, user, vehicle, state, q } = search
  const conditions = [`realm = ${parameters.add(realm)}`]
  for (const [column, value] of Object.entries({ webhook_id: webhook, user_id: user, vehicle_id: vehicle }))
    if (value !== undefined) conditions.push(`${column} = ANY (${parameters.add(spellingsOf(value))}::text[])`)
  if (state === 'there') conditions.push(THERE)
  else if (state !== undefined) {
    const isAccepted = state === 'accepted' || state === 'id unknown'
    conditions.push(`state = ${parameters.add(isAccepted ? 'accepted' : state)}`)
    const limit = new Date(now - IN_PROGRESS_MS)
    if (isAccepted) conditions.push(`at ${state === 'accepted' ? '>=' : '<'} ${parameters.add(limit)}`)
  }
  const word = q?.trim().toWellFormed()
  if (word) conditions.push(begins(parameters, ['subscription_id', 'webhook_id', 'user_id', 'vehicle_id'], word))
  return conditions.join(' AND ')
}

const Counted = z.object({ count: z.number() })

const shown = ({ at, since, ...row }: SubscriptionRow & { n: number }): TeamSubscription => ({
  ...row,
  at: at.toISOString(),
  since: since.toISOString(),
})

export function createSubscriptions(store: Store, realm: number): Subscriptions {
  return {
    async note(facts, teller = null) {
      const storable = facts.filter(isStorable)
      if (storable.length > 0) await store.transaction((queries) => note(queries, realm, storable, teller))
    },
    async page(search) {
      const now = Date.now()
      const counting = new Parameters()
      const all = conditionsOf(counting, realm, search, now)
      const counted = await store.query(`SELECT count(*) AS count FROM subscriptions WHERE ${all}`, counting.values)
      const reading = new Parameters()
      const matches = conditionsOf(reading, realm, search, now)
      const { after, limit } = search
      const key = after === undefined ? undefined : decodeCursor(Cursor, after)
      const later = key ? `AND (since, n) < (${reading.add(key[0])}, ${reading.add(key[1])})` : ''
      const found = await store.query(
        `SELECT n, ${columns.join(', ')} FROM subscriptions WHERE ${matches} ${later}
         ORDER BY since DESC, n DESC LIMIT ${limit + 1}`,
        reading.values,
      )
      const rows = found.slice(0, limit).map(read)
      const last = found.length > limit ? rows.at(-1) : undefined
      return {
        rows: rows.map(shown),
        next: last ? encodeCursor([last.since.toISOString(), last.n]) : null,
        count: { value: Counted.parse(counted[0]).count, isExact: true },
      }
    },
  }
}

/** Erases what is known of a user's, within the transaction that removes them. */
export async function purgeSubscriptions(queries: Queries, realm: number, userId: string): Promise<void> {
  await queries.query('DELETE FROM subscriptions WHERE realm = $1 AND user_id = ANY ($2::text[])', [
    realm,
    spellingsOf(userId),
  ])
}
