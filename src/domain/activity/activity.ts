/** The server's own record (`GET /activity.json`): read a page at a time and record by record. It is of none of the hosts. */
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type ActivitySource, activityKinds } from '../../api/activity'
import { endpoints } from '../../api/api'
import { patience } from '../../api/client'
import { ownHeaders } from '../../api/config'
import { ApiError, factsOf, isPassing, withoutResponse } from '../../api/errors'
import { parseJson } from '../../api/json'
import { fetchOwn } from '../../api/own-fetch'
import { teamEvents } from '../../api/team-events'
import { whenTaken } from '../../core/drawn'
import { noRecordPage } from '../../core/texts'

const Activity = z.object({
  /** The server's own id of the request. */
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
  /** The service's own id of the request. */
  requestId: z.optional(z.string()),
  reason: z.optional(z.string()),
})
export type Activity = z.output<typeof Activity>

/** What tells one record from another, should a file that was put together hold an id twice. */
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
  /** Where older ones go on; undefined where there are none. */
  next: string | undefined
  /** Lines of the file that the server could not read. */
  skipped: number
  /** Undefined where the server doesn’t say. */
  source: ActivitySource | undefined
  raw: unknown
}

const Page = z.object({
  data: z.array(z.unknown()),
  next: z.catch(z.nullable(z.string()), null),
  skipped: z.catch(z.number(), 0),
  source: z.catch(
    z.optional(
      z.object({
        kind: z.enum(['file', 'store']),
        since: z.nullable(z.string()),
        problem: z.optional(z.string()),
        isOfAccount: z.optional(z.boolean()),
        keptDays: z.optional(z.number()),
        count: z.optional(z.object({ value: z.number(), isExact: z.boolean() })),
        unread: z.optional(z.number()),
      }),
    ),
    undefined,
  ),
})

export type ActivitySearch = Partial<Record<string, string>>

const asked = { operation: 'GET /activity.json', permission: undefined } as const
/** The file may be long and the filter rare. */
const WORTH_READS = 2

/** @throws ApiError where no page came; Error for JSON that is none; AbortError where `signal` was aborted */
export async function readActivity(search: ActivitySearch, signal?: AbortSignal): Promise<ActivityPage> {
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const timer = AbortSignal.timeout(patience(WORTH_READS))
  let response: Response
  let body: unknown
  try {
    response = await fetchOwn(`/activity.json?${new URLSearchParams(given)}`, {
      headers: { accept: 'application/json', ...ownHeaders },
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
      cache: 'no-store',
    })
    const text = await response.text()
    body = parseJson(text) ?? text
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw withoutResponse(cause, asked, timer)
  }
  const { status, ok, headers } = response
  if (!ok || typeof body === 'string')
    throw new ApiError(typeof body === 'string' ? 'not-json' : 'http', asked, { status, body, facts: factsOf(headers) })
  const page = Page.safeParse(body)
  if (!page.success) throw new Error(noRecordPage)
  const { data, next, skipped, source } = page.data
  const read = data.map((raw) => ({ raw, parsed: Activity.safeParse(raw) }))
  return {
    rows: read.flatMap(({ raw, parsed }) => (parsed.success ? [{ raw, record: parsed.data }] : [])),
    broken: read.flatMap(({ raw, parsed }) => (parsed.success ? [] : [raw])),
    next: next ?? undefined,
    skipped,
    source,
    raw: body,
  }
}

/** A visit asks once, though a link to it was already followed; the next visit asks anew, for the record grows. */
const FRESH_MS = 2_000

export const activityQuery = (search: ActivitySearch) =>
  queryOptions({
    queryKey: ['activity', search],
    queryFn: ({ signal }) => readActivity(search, signal).finally(whenTaken),
    staleTime: FRESH_MS,
    retry: (failures, error) => failures < 1 && isPassing(error),
  })

/** What the address asks for, whatever its page. */
export const withoutPage = ({ before: _, limit: __, ...filters }: ActivitySearch): ActivitySearch => filters

/** Kinds of lines in the record: changes, reads of vehicles, and actions on shared state, each with its label. */
export const recordedOperations: readonly (readonly [string, string])[] = [
  ...new Set(endpoints.filter(({ effect }) => effect !== 'free').map(({ operation }) => operation)),
]
  .map((operation): [string, string] => [operation, operation])
  .concat(Object.entries(teamEvents))
