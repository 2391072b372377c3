/** `GET /team/store`: where the server's store is, for operators. */
import * as z from 'zod/mini'

export const TeamStore = z.object({
  kind: z.enum(['memory', 'folder', 'database']),
  /** Null in memory and for a database. */
  folder: z.nullable(z.string()),
  /** Name of the server's own account; null if it has none. */
  account: z.nullable(z.string()),
  /** Size of all files in the folder. */
  bytes: z.nullable(z.number()),
})
/** Of `POST /team/store/erase`: the server's own account, by its name, with the record only if it is named, too. */
export const StoreErasure = z.strictObject({
  account: z.string().check(z.maxLength(1_000)),
  includesRecord: z.boolean(),
})
export const StoreErased = z.object({ erased: z.number() })
export type TeamStore = z.output<typeof TeamStore>
