/** The server's own record, read a page at a time and record by record. */
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type ActivitySource, activityKinds } from '../../api/activity'
import type { ActivitySearch } from '../../api/activity-search'
import { endpoints } from '../../api/api'
import { sendOf } from '../../api/client'
import { activity } from '../../api/console/activity'
import { type AskOptions, ask, isWorthRetry } from '../../api/console/client'
import { type ConsoleInput, consoleKey } from '../../api/console/endpoint'
import { teamEvents } from '../../api/team-events'
import { whileAway } from '../../requests/away'

const Activity = z.object({
  /** The server's own ID of the request. */
  id: z.string(),
  /** When it began. */
  time: z.string(),
  kind: z.enum(activityKinds),
  operation: z.string(),
  status: z.union([z.number(), z.literal(['unknown', 'not sent'])]),
  parameters: z.catch(z.record(z.string(), z.string()), {}),
  /** What a vehicle read counts against the vehicle's limit. */
  requests: z.optional(z.number()),
  operator: z.optional(z.string()),
  /** The sign-in’s own ID of the operator: two people can have one name. */
  subject: z.optional(z.string()),
  client: z.optional(z.string()),
  host: z.optional(z.string()),
  durationMs: z.optional(z.number()),
  /** The provider's own ID of the request. */
  requestId: z.optional(z.string()),
  reason: z.optional(z.string()),
})
export type Activity = z.output<typeof Activity>

/** A key of the record: a file that was joined from others can have an ID twice. */
export const keyOf = ({ id, kind, time }: Activity): string => `${id} ${kind} ${time}`

/** A record as it is read, and as it was sent. */
export interface SentActivity {
  record: Activity
  raw: unknown
}

export interface ActivityPage {
  rows: SentActivity[]
  /** Records that cannot be shown, as they were sent. */
  broken: unknown[]
  /** The cursor of the next, older page; undefined on the last one. */
  next: string | undefined
  /** Lines of the file that the server could not read. */
  skipped: number
  /** Undefined if the server doesn’t say. */
  source: ActivitySource | undefined
  raw: unknown
}

type Query = NonNullable<ConsoleInput<typeof activity.read>['query']>
const toQuery = (search: ActivitySearch) => search as Query // the address's fields are of the same forms

/** @throws ApiError without a page; AbortError if `signal` is aborted */
export async function readActivity(search: ActivitySearch, options?: AskOptions): Promise<ActivityPage> {
  const page = await ask(activity.read, { query: toQuery(search) }, options)
  const read = page.data.map((raw) => ({ raw, parsed: Activity.safeParse(raw) }))
  return {
    rows: read.flatMap(({ raw, parsed }) => (parsed.success ? [{ raw, record: parsed.data }] : [])),
    broken: read.flatMap(({ raw, parsed }) => (parsed.success ? [] : [raw])),
    next: page.next ?? undefined,
    skipped: page.skipped,
    source: page.source,
    raw: page,
  }
}

/** The route's loader and its component share one fetch; the next visit fetches again, because the record grows. */
const FRESH_MS = 2_000

export const activityQuery = (search: ActivitySearch) =>
  queryOptions({
    queryKey: [...consoleKey(activity.read), search],
    queryFn: (context) => readActivity(search, { signal: context.signal, fetch: sendOf(context) }),
    staleTime: FRESH_MS,
    retry: isWorthRetry,
    refetchInterval: ({ state }) => whileAway(false)({ state }),
  })

/** The filters of an address, whatever its page. */
export function withoutPage(search: ActivitySearch): Omit<Query, 'before' | 'limit'> {
  const { before: _, limit: __, ...filters } = toQuery(search)
  return filters
}

/** Kinds of lines in the record: changes, reads of vehicles, and actions on shared state, each with its label. */
export const recordedOperations: readonly (readonly [string, string])[] = [
  ...new Set(endpoints.filter(({ effect }) => effect !== 'free').map(({ operation }) => operation)),
]
  .map((operation): [string, string] => [operation, operation])
  .concat(Object.entries(teamEvents))
