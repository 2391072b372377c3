/** The fleet in numbers, as the team's directory counts it: `GET /team/fleet`. Any mode but simulated counts as live. */
import * as z from 'zod/mini'

/** Makes that are named, the most frequent ones; the others are one number. */
export const MOST_MAKES = 100
/** Months that are told, the latest ones: ten years. */
export const MOST_MONTHS = 120

const count = z.number()
const counts = { live: count, simulated: count }

export const TeamFleet = z.object({
  /** The most frequent first. */
  makes: z.array(z.object({ name: z.string(), ...counts })),
  otherMakes: z.object({ count, ...counts }),
  /** Of vehicles whose make is not known. */
  noMake: z.object(counts),
  /** By the month they were created in, in UTC, the earliest first: `YYYY-MM`. */
  months: z.array(z.object({ name: z.string(), ...counts })),
  /** Created before the first of these months, and at a time that is not known. */
  before: count,
  undated: count,
  /** As of when it is what the service listed; null before the first crawl has ended. */
  asOf: z.nullable(z.string()),
})
export type TeamFleet = z.infer<typeof TeamFleet>
