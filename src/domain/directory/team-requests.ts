/** What is asked of the team's directory (`/team/…`): the server's own addresses, none of a host. Fetched with its first use. */
import * as z from 'zod/mini'
import { patience } from '../../api/client'
import { ACCOUNT_HEADER, ownHeaders } from '../../api/config'
import { ApiError, factsOf } from '../../api/errors'
import { parseJson } from '../../api/json'
import { type CrawlAction, TeamDirectory, TeamFound, TeamUsers, TeamVehicles } from '../../api/team'
import { type Places, readByNumber } from './team-pages'
import { notTeam } from './team-texts'

/** A search through a large directory may take its time. */
const WORTH_READS = 1

type Asked = Readonly<Record<string, string | number | undefined>>

interface Sending {
  signal?: AbortSignal | undefined
  body?: unknown
  /** The account that it is meant for, where the server is to refuse it for any other. */
  account?: string | undefined
}

/** @throws ApiError where no answer came; Error for JSON of another shape; AbortError where `signal` was aborted */
export async function ask<T>(
  path: `/${string}`,
  search: Asked,
  schema: z.ZodMiniType<T>,
  { signal, body, account }: Sending = {},
): Promise<T> {
  const method = body === undefined ? 'GET' : 'POST'
  const operation = { operation: `${method} ${path}`, permission: undefined } as const
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const timer = AbortSignal.timeout(patience(WORTH_READS))
  let response: Response
  let json: unknown
  try {
    response = await fetch(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path, {
      method,
      headers: {
        accept: 'application/json',
        ...ownHeaders,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(account !== undefined && { [ACCOUNT_HEADER]: account }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
      redirect: 'error',
      cache: 'no-store',
    })
    const text = await response.text()
    json = parseJson(text) ?? text
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(timer.aborted ? 'timeout' : 'unreachable', operation, { cause })
  }
  const { status, ok, headers } = response
  const isText = typeof json === 'string'
  if (!ok || (isText && method === 'GET'))
    throw new ApiError(isText ? 'not-json' : 'http', operation, { status, body: json, facts: factsOf(headers) })
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new Error(notTeam)
  return parsed.data
}

export const readDirectory = (signal?: AbortSignal) => ask('/team/directory', {}, TeamDirectory, { signal })

/** What a piece of each list is. */
interface Pieces {
  users: z.output<typeof TeamUsers>
  vehicles: z.output<typeof TeamVehicles>
}
export type TeamListName = keyof Pieces
const lists: { readonly [L in TeamListName]: z.ZodMiniType<Pieces[L]> } = { users: TeamUsers, vehicles: TeamVehicles }
/** What a list is asked for, whatever the page. */
export type TeamQuestion = Readonly<Partial<Record<'q' | 'mode' | 'make' | 'sort', string>>>

/** One piece of a list, from a place on. */
export const readRows = <L extends TeamListName>(
  list: L,
  question: TeamQuestion,
  { after, limit }: { after: string | undefined; limit: number },
  signal?: AbortSignal,
): Promise<Pieces[L]> => ask<Pieces[L]>(`/team/${list}`, { ...question, limit, after }, lists[list], { signal })

/** One page of a list. @param places those of the question, which are added to */
export const readPage = <L extends TeamListName>(
  list: L,
  question: TeamQuestion,
  page: { number: number; size: number },
  places: Places,
  signal?: AbortSignal,
) => readByNumber(page, places, (after, limit) => readRows(list, question, { after, limit }, signal))

export const findInTeam = (q: string, signal?: AbortSignal) => ask('/team/find', { q }, TeamFound, { signal })

/** What an operator wants of the crawl. */
export const orderCrawl = (action: CrawlAction) => ask('/team/crawl', {}, z.unknown(), { body: { action } })
