/** Batch: several version 2.0 reads in one request, each item answered on its own terms (sections 2.12 and 4.1). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint'
import { once } from './once'
import { BY_Q4_2026 } from './vehicle-data'

/** Strict: a name more, such as a method, would ask for something else than what is counted and checked here. */
export const BatchRequest = once(() => z.strictObject({ requests: z.array(z.strictObject({ path: z.string() })) }))

const BatchItem = once(() =>
  z.object({
    path: z.string(),
    code: z.number(),
    body: z.unknown(),
    headers: z.optional(z.record(z.string(), z.string())), // failed items come without them
  }),
)

export const batch = {
  send: endpoint('vehicleData', 'POST /v2.0/vehicles/{id}/batch', {
    body: BatchRequest,
    response: () => z.object({ responses: z.array(BatchItem()) }),
    effect: 'billed', // it only reads: every path in it is a GET (4.1, rule 2)
    permission: 'each requested endpoint’s own permission',
    errors: [], // not shown (7)
    success: 200,
    deprecation: BY_Q4_2026,
  }),
}
