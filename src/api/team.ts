/**
 * What the server's own store answers: one directory for everybody who may read. Its addresses are the console's own
 * (`/team/…`), not the service's; times are ISO 8601 in UTC. Without a store each answers 503 `STORE_UNAVAILABLE`.
 */
import * as z from 'zod/mini'

const count = z.number()
const time = z.nullable(z.string())

/** How many there are: exact, or at least so many. */
export const Count = z.object({ value: count, isExact: z.boolean() })

/** A user as the directory knows them. */
export const TeamUser = z.object({
  id: z.string(),
  externalId: z.nullable(z.string()),
  live: count,
  simulated: count,
  /** How many vehicles, and the first few by name ("2021 TESLA Model 3"). */
  vehicles: count,
  cars: z.array(z.string()),
  /** When one of their connections was changed last. */
  changedAt: time,
})
export type TeamUser = z.infer<typeof TeamUser>

export const TeamVehicle = z.object({
  id: z.string(),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  year: z.nullable(count),
  powertrainType: z.nullable(z.string()),
  mode: z.string(),
  connections: count,
  users: count,
  /** The first of its users. */
  userId: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  changedAt: time,
})
export type TeamVehicle = z.infer<typeof TeamVehicle>

/** `GET /team/users`, `GET /team/vehicles`: `q`, `sort`, `limit`, `after`; vehicles also `mode` and `make`. */
export const teamSorts = ['changed', 'connections', 'name'] as const
export type TeamSort = (typeof teamSorts)[number]
const page = {
  /** What `after` of the next page is; null at the end. */
  next: z.nullable(z.string()),
  count: Count,
  /** As of when the rows are what the service listed; null before the first crawl has ended. */
  asOf: time,
  /** True if the rows equal the question; `next` leads to the rows that contain it. */
  isEqual: z.optional(z.boolean()),
}
export const TeamUsers = z.object({ rows: z.array(TeamUser), ...page })
export const TeamVehicles = z.object({ rows: z.array(TeamVehicle), ...page })
export type TeamPage<R> = Omit<z.infer<typeof TeamUsers>, 'rows'> & { rows: R[] }

/**
 * `GET /team/find?q=`: a few of each kind that a complete ID or external ID names. If there are none, or with
 * `match=parts`: those that any part of an external ID, a make, a model or the beginning of an ID finds.
 */
export const teamMatches = ['parts'] as const
export const TeamFound = z.object({
  /** True if only rows that equal the question were searched for. */
  isEqual: z.optional(z.boolean()),
  users: z.array(TeamUser),
  vehicles: z.array(TeamVehicle),
  connections: z.array(
    z.object({ id: z.string(), userId: z.nullable(z.string()), vehicleId: z.nullable(z.string()), mode: z.string() }),
  ),
})
export type TeamFound = z.infer<typeof TeamFound>

/** `GET /team/makes`: the makes of the vehicles that it knows, to choose from: at most 200. */
export const TeamMakes = z.object({ makes: z.array(z.string()) })
export type TeamMakes = z.infer<typeof TeamMakes>

export const crawlPhases = ['idle', 'crawling', 'waiting', 'paused', 'failed'] as const
/** `GET /team/directory`: how much it knows, how old that is, and what is being read. */
export const TeamDirectory = z.object({
  engine: z.enum(['embedded', 'postgresql']),
  asOf: time,
  nextCheckAt: time,
  counts: z.object({ live: count, simulated: count, users: count, vehicles: count, isExact: z.boolean() }),
  crawl: z.object({
    phase: z.enum(crawlPhases),
    kind: z.nullable(z.enum(['whole', 'head', 'seek'])),
    /** Pages that were read, and how many there are as far as is known. */
    read: count,
    left: count,
    /** When it ends, at the rate of the limit. */
    endsAt: time,
    /** Until when the service wants no request. */
    waitingUntil: time,
    begunBy: z.nullable(z.string()),
    begunAt: time,
    error: z.nullable(z.string()),
    /** What the lists of the service got wrong: pages that stayed unread, rows that came and went, totals that don't fit. */
    remarks: z.object({ missing: count, unsure: count, short: count, broken: count }),
  }),
  /** The makes of the vehicles that it knows, to choose from: at most 200. */
  makes: z.optional(z.array(z.string())),
  /** What a whole crawl costs, and the differences of a day; null where nothing is known yet. */
  estimate: z.object({ requests: z.nullable(count), seconds: z.nullable(count), requestsADay: z.nullable(count) }),
})
export type TeamDirectory = z.infer<typeof TeamDirectory>

/** `POST /team/crawl`: what any operator may do to it. */
export const crawlActions = ['start', 'pause', 'resume', 'stop'] as const
export const CrawlOrder = z.object({ action: z.enum(crawlActions) })
export type CrawlAction = (typeof crawlActions)[number]
