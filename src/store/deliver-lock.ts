/** Who saves deliveries of a realm and who erases them: a purge leaves out nothing that is being saved beside it. */
import type { Queries } from './store'

/** Any number: what is locked beside it is the realm. */
const DELIVERIES = 1_973_265

/** Beside others who save. To be called first in a transaction, for what it reads is to be as new as the lock. */
export async function lockToSave({ query }: Queries, realm: number): Promise<void> {
  await query('SELECT pg_advisory_xact_lock_shared($1::integer, $2::integer)', [DELIVERIES, realm])
}

/** Waits until nobody saves, and keeps everybody from it until the end of the transaction. To be called first in it. */
export async function lockToPurge({ query }: Queries, realm: number): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1::integer, $2::integer)', [DELIVERIES, realm])
}
