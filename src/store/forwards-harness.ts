/** For tests: deliveries as rows, of which nothing but what passing them on looks at is filled in. */
import * as z from 'zod/mini'
import type { Queries } from './store'

interface StoredDelivery {
  webhookId: string | null
  signedWith: string
  signature: string
  flags: readonly string[]
  hasBody: boolean
}

const Id = z.object({ id: z.number() })
let count = 0

/** @returns its ID */
export async function addDelivery(store: Queries, realm: number, more: Partial<StoredDelivery> = {}): Promise<number> {
  const { webhookId = 'w1', signedWith = 'current', signature = 'ab', flags = [], hasBody = true } = more
  count += 1
  const [row] = await store.query(
    `INSERT INTO deliveries (realm, event_key, at, last_at, kind, webhook_id, triggers, signals, flags, bytes, room,
       signature, signed_with, head, body)
     VALUES ($1, $2, now(), now(), 'state', $3, '{}', '{}', $4::text[], 1, 1, $5, $6, ''::bytea,
       CASE WHEN $7::boolean THEN 'sealed'::bytea END) RETURNING id`,
    [realm, `event ${count}`, webhookId, flags, signature, signedWith, hasBody],
  )
  return Id.parse(row).id
}

const Stored = z.object({
  n: z.number(),
  destination: z.string(),
  state: z.enum(['waiting', 'sending', 'done', 'failed']),
  tries: z.number(),
  nextAt: z.nullable(z.date()),
  status: z.nullable(z.number()),
  error: z.nullable(z.string()),
  isReplay: z.boolean(),
  askedBy: z.nullable(z.string()),
  at: z.date(),
  endedAt: z.nullable(z.date()),
})
const COLUMNS = `n, destination, state, tries, next_at AS "nextAt", status, error, is_replay AS "isReplay",
  asked_by AS "askedBy", at, ended_at AS "endedAt"`
const Pending = z.object({ destination: z.string(), count: z.number() })

/** Reads the forwards of a realm: those of one delivery in their order, and how many have not ended, by destination. */
export const readForwards = (store: Queries, realm: number) => ({
  async of(delivery: number) {
    const rows = await store.query(
      `SELECT ${COLUMNS} FROM delivery_forwards WHERE realm = $1 AND delivery = $2 ORDER BY n`,
      [realm, delivery],
    )
    return rows.map((row) => Stored.parse(row))
  },
  async pending(): Promise<Record<string, number>> {
    const rows = await store.query(
      `SELECT destination, count(*) AS count FROM delivery_forwards
       WHERE realm = $1 AND next_at IS NOT NULL GROUP BY destination ORDER BY destination`,
      [realm],
    )
    return Object.fromEntries(rows.map((row) => Pending.parse(row)).map((one) => [one.destination, one.count]))
  },
})
