/** `GET /team/store`: where the server's store is, for operators. */
import * as z from 'zod/mini'

export const TeamStore = z.object({
  kind: z.enum(['memory', 'folder', 'database']),
  /** Null in memory and for a database. */
  folder: z.nullable(z.string()),
  /** Size of all files in the folder. */
  bytes: z.nullable(z.number()),
})
export type TeamStore = z.output<typeof TeamStore>
