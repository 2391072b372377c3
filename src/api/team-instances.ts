/** The servers that share one store: what each is, and when it last gave a sign of life. */
import * as z from 'zod/mini'

export const TeamInstance = z.object({
  id: z.string(),
  /** `INSTANCE_NAME`, else its computer's name. */
  name: z.string(),
  version: z.string(),
  /** Of two builds of one version; null where that is unknown. */
  build: z.nullable(z.string()),
  startedAt: z.string(),
  beatAt: z.string(),
  /** True without a sign of life for a minute. */
  isGone: z.boolean(),
  /** True for the server that was asked. */
  isThis: z.boolean(),
})
export type TeamInstance = z.output<typeof TeamInstance>

/** `GET /team/instances`: those that run, the longest running first, then those that are gone, for a day. */
export const TeamInstances = z.object({ instances: z.array(TeamInstance) })
