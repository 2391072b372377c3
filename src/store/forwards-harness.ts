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
