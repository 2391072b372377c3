/**
 * `call(endpoint, input)`: the only fetch of the console's API traffic, to the gateway and never to a host. `query` is the
 * same as a value for the cache: key, function and staleness derive from the endpoint, so nothing can drift.
 */
import { type QueryFunctionContext, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ACCOUNT_HEADER, ownHeaders, REMEMBERED_MS, REQUEST_ID_HEADER } from './config'
import type { Endpoint, Host, Input, Output } from './endpoint'
import { BadIdError, hosts, pathOf } from './endpoint'
import { ApiError, type Facts, factsOf, isPassing, withoutResponse } from './errors'
import { parseJson } from './json'
import { fetchOwn } from './own-fetch'
import { type Difference, isWithoutData, read } from './read'
import { stringifySearch } from './search'

/** An answer: the value as far as it fits the interface, what differs, and the facts of its headers. */
export interface Answer<T> {
  value: T
  /** The body as sent. */
  raw: unknown
  differences: Difference[]
  status: number
  facts: Facts
  /** Milliseconds since the epoch, when the answer was read. */
  receivedAt: number
}

/** What is sent, and what came for it. A page that the server drew has some answers before anybody asks. */
export type Send = (address: string, init: RequestInit) => Promise<Reply>
export interface Reply extends Pick<Response, 'status' | 'ok' | 'text'> {
  headers: Iterable<[string, string]> & { get(name: string): string | null }
  /** Milliseconds since the epoch: when it was asked for, and when it was there, where that was before. */
  at?: number
  receivedAt?: number
}

let fetchByDefault: Send = fetchOwn
/** Called once at start, by the server: what it draws a page with is asked for each page by itself. */
export function setFetch(send: Send): void {
  fetchByDefault = send
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds after which the console stops waiting; the gateway's own limit comes first. */
  timeoutMs?: number
  fetch?: Send | undefined
  /** One of many: where the gateway keeps to the service's limit, what people ask for goes first. */
  isJob?: boolean
  /** True where nobody waits for it yet. */
  isAhead?: boolean | undefined
}

/** The address of a call at the gateway, e.g. `/api/vehicle/v3/connections?page[number]=2`. */
export function addressOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  return (
    hosts[endpoint.host] + pathOf(endpoint, input.path) + stringifySearch({ ...(input.query as object | undefined) })
  )
}

/** A little longer than the gateway's own time-out, which says more. */
const PATIENCE_MS = 5_000
let timeouts = { free: 30_000, billed: 180_000, change: 30_000 }
let beforeSend = 0
/**
 * The server's limits, as the page was told (`READ_TIMEOUT_MS`, `VEHICLE_READ_TIMEOUT_MS`).
 * @param beforeSendMs how long a request may wait there before it is sent: given up here earlier, it would still be sent
 */
export function setTimeouts(readMs: number, vehicleReadMs: number, beforeSendMs = 0): void {
  timeouts = { free: readMs, billed: vehicleReadMs, change: readMs }
  beforeSend = beforeSendMs
}

/** How long what the server does itself is waited for: so many times what a read may take, in ms. */
export const patience = (reads: number): number => reads * timeouts.free + PATIENCE_MS

/** What a call was given, as far as it makes the request. */
export interface CallInput {
  path?: Record<string, string> | undefined
  query?: unknown
  body?: unknown
  user?: string | undefined
}

/** One call that ended, for those who watch: host lamps, the inspector. */
export interface CallRecord {
  endpoint: Endpoint
  input: CallInput
  /** At the gateway. */
  address: string
  /** Milliseconds since the epoch. */
  at: number
  durationMs: number
  /** Absent where no answer came. */
  status?: number | undefined
  /** Absent where the call succeeded. */
  error?: ApiError | undefined
  /** True where it was given up here: nobody knows what became of it. */
  isAborted: boolean
  /** True where it was begun before its page was opened. */
  isAhead?: boolean | undefined
  /** The answer as far as it came: its headers that reach the browser, and its body as it was sent. */
  headers: readonly (readonly [name: string, value: string])[]
  text?: string | undefined
  /** Where its body differs from the interface; absent where there was none to read. */
  differences?: readonly Difference[] | undefined
}
/** One request that is about to be sent. */
interface Sending {
  endpoint: Endpoint
  path: Record<string, string> | undefined
  body: unknown
}
const sendObservers = new Set<(sending: Sending) => void>()

/** Calls `observer` for every request that is about to be sent, whatever becomes of it. */
export function observeSends(observer: (sending: Sending) => void): () => void {
  sendObservers.add(observer)
  return () => sendObservers.delete(observer)
}

/** When each address was answered last, as long as the server may remember it. */
const answeredAt = new Map<string, number>()

/** The account that calls are meant for, as the server names it; null until it has. A new object for each account. */
let meant: { key: string | null } = { key: null }
/** From now on calls are meant for this account; the server refuses them for any other (`ACCOUNT_CHANGED`). */
export function setAccount(key: string | null): void {
  meant = { key }
  answeredAt.clear()
}
/** Names it in a request that is none of an endpoint's. */
export const accountHeader = (): Record<string, string> => (meant.key === null ? {} : { [ACCOUNT_HEADER]: meant.key })
let accountTold: (told: string, meant: string | null) => void = () => undefined
/** Calls `listener` where an answer is of another account than its call was meant for, or of one not known before. */
export function onAccountNamed(listener: typeof accountTold): void {
  accountTold = listener
}

const observers = new Set<(record: CallRecord) => void>()

/** Calls `observer` after every call that ended. */
export function observeCalls(observer: (record: CallRecord) => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}

/**
 * Sends one request for `endpoint`, once.
 * @throws BadIdError before anything is sent, where an id cannot be a path segment
 * @throws ApiError for an HTTP error, an answer that is not JSON or holds no data, an unreachable server or a time-out
 * @throws DOMException `AbortError` where `signal` was aborted
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Answer<Output<E>>> {
  const address = addressOf(endpoint, input)
  if (endpoint.namesUser && input.user !== undefined && !isHeaderText(input.user))
    throw new BadIdError('user', input.user, 'it’s sent in a header, which takes visible ASCII characters only')
  const begunAt = Date.now()
  for (const observer of sendObservers) observer({ endpoint, path: input.path, body: input.body })
  const came: Came = { headers: [] }
  const finish = (error?: ApiError, isAborted = false) => {
    const { path, query, body, user } = input
    const { at = begunAt, receivedAt = Date.now(), ...answer } = came
    const { isAhead } = options
    const ended = { endpoint, input: { path, query, body, user }, address, at, durationMs: receivedAt - at }
    const record: CallRecord = { ...ended, error, isAborted, isAhead, ...answer, status: came.status ?? error?.status }
    for (const observer of observers) observer(record)
  }
  try {
    const answer = await exchange(endpoint, address, input, options, came)
    finish()
    return answer
  } catch (error) {
    if (error instanceof ApiError) finish(error)
    else if (options.signal?.aborted) finish(undefined, true)
    throw error
  }
}

/** What arrives in a header as it was sent: `fetch` refuses other text, or trims it. */
const isHeaderText = (text: string) => /^[!-~]([ -~]*[!-~])?$/.test(text)

/** What came back, noted while it does: a body that breaks off in the middle leaves its status and headers. */
interface Came {
  status?: number
  /** When it was asked for and there, where that was before this page was. */
  at?: number | undefined
  receivedAt?: number | undefined
  headers: readonly (readonly [string, string])[]
  text?: string
  differences?: readonly Difference[]
}

/** True where this page had an answer just now: asked again, it wants the service's own and not the server's memory. */
function isAskedAgain(address: string): boolean {
  for (const [one, at] of answeredAt) if (performance.now() - at >= REMEMBERED_MS) answeredAt.delete(one)
  return answeredAt.has(address)
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  address: string,
  input: Input<E>,
  { signal, timeoutMs, fetch = fetchByDefault, isJob }: CallOptions,
  came: Came,
): Promise<Answer<Output<E>>> {
  const headers: Record<string, string> = { accept: 'application/json', ...ownHeaders }
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (endpoint.namesUser && input.user !== undefined) headers['x-forecourt-user'] = input.user
  if (isJob) headers['x-forecourt-priority'] = 'job'
  // A browser may send again by itself what it has sent: the gateway makes one change of each click.
  if (endpoint.effect === 'change') headers['x-forecourt-click'] = crypto.getRandomValues(new Uint32Array(4)).join('-')
  else if (isAskedAgain(address)) headers['x-forecourt-fresh'] = '1'
  const begunFor = meant
  if (begunFor.key !== null) headers[ACCOUNT_HEADER] = begunFor.key
  const timer = AbortSignal.timeout(timeoutMs ?? beforeSend + timeouts[endpoint.effect] + PATIENCE_MS)

  let response: Reply
  let text: string
  try {
    response = await fetch(address, {
      method: endpoint.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
      cache: 'no-store',
      credentials: 'same-origin',
    })
    came.status = response.status
    came.headers = [...response.headers]
    came.at = response.at
    came.receivedAt = response.receivedAt
    const told = response.headers.get(ACCOUNT_HEADER)
    // An answer to a call of an earlier account says nothing of this one.
    if (told !== null && begunFor === meant && told !== begunFor.key) accountTold(told, begunFor.key)
    text = await response.text()
    came.text = text
    answeredAt.set(address, performance.now())
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw withoutResponse(cause, endpoint, timer)
  }

  const facts = factsOf(response.headers)
  const isEmpty = text.trim() === ''
  let json = isEmpty ? undefined : parseJson(text)
  const status = isGatewayCode(json, 'REPEATED') ? firstStatus(json, response.status) : response.status
  const isOk = status >= 200 && status < 300
  if (isOk && !response.ok) json = undefined // the first answer's body is not known
  const isNothing = json === undefined
  if (
    endpoint.effect === 'change' &&
    response.headers.get(REQUEST_ID_HEADER) === null &&
    !SAME_FROM_PROXY.includes(response.status)
  )
    throw new ApiError('unreachable', endpoint, { facts })
  if (!isOk) {
    const kind = isNothing ? 'not-json' : isGatewayCode(json, 'UPSTREAM_TIMEOUT') ? 'timeout' : 'http'
    throw new ApiError(kind, endpoint, { status, body: isNothing ? text : json, facts })
  }
  // A change that was accepted is done, whatever its body says (4.2 shows none).
  if (isNothing && endpoint.effect !== 'change') throw new ApiError('not-json', endpoint, { status, body: text, facts })
  const { value, differences } = read(endpoint.response, json)
  if (differences.length === 0) differences.push(...(endpoint.inconsistencies?.(json) ?? []))
  const { receivedAt = Date.now() } = response
  came.differences = differences
  // Nothing to show is no empty list: it would say that there is nothing. Billed reads have views for any shape.
  if (endpoint.effect === 'free' && isWithoutData(endpoint.response, value))
    throw new ApiError('unreadable', endpoint, { status, body: json, facts })
  return { value: value as Output<E>, raw: isNothing ? text : json, differences, status, facts, receivedAt } // read by its schema
}

/**
 * Statuses that mean the same from a proxy and from the server: nothing was sent, or the server is away. Any other response
 * to a change counts only if the server sent it: a proxy may have kept the change back, or lost the server's response.
 */
const SAME_FROM_PROXY: readonly number[] = [413, 429, 502, 503, 504]

/** What became of the change that this one repeats; without an answer it counts as one that timed out. */
function firstStatus(body: unknown, refused: number): number {
  const { errors } = body as { errors: { first?: unknown }[] } // isGatewayCode has seen them
  const first = errors[0]?.first
  return typeof first === 'number' ? first : first === 'unknown' ? 504 : refused
}

/** True for an error that the gateway itself made with this code. */
function isGatewayCode(body: unknown, code: string): boolean {
  const { errors } = (body ?? {}) as { errors?: { type?: unknown; code?: unknown }[] }
  return Array.isArray(errors) && errors[0]?.type === 'GATEWAY' && errors[0].code === code
}

/** The key under which every query of an endpoint stands; invalidate by it. */
export const keyOf = (endpoint: Pick<Endpoint, 'host' | 'operation'>) => [endpoint.host, endpoint.operation] as const

/** How long a list or a resource counts as fresh. */
const FRESH_MS = 30_000

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What it takes of a host where that costs no vehicle anything; absent for all that is billed. */
      free?: { host: Host; requests: number }
      /** True where nobody waits for it yet. */
      isAhead?: boolean
      /** Of a client's defaults: how its queries are sent, by their key. */
      fetchFor?: (key: QueryKey) => Send
    }
  }
}

/** How a query is sent, where its client says so for all of them. */
export const sendOf = ({ client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>): Send | undefined =>
  client.getDefaultOptions().queries?.meta?.fetchFor?.(queryKey)

/**
 * One read as a value that a route's loader and its component share.
 * Reads that cost nothing are tried once more when the failure may pass; billed reads never are.
 */
export function query<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: [...keyOf(endpoint), input] as const,
    queryFn: (context): Promise<Answer<Output<E>>> =>
      call(endpoint, input, { signal: context.signal, fetch: sendOf(context), isAhead: context.meta?.isAhead }),
    staleTime: FRESH_MS,
    ...(endpoint.effect === 'free' && { meta: { free: { host: endpoint.host, requests: 1 } } }),
    retry: (failures, error) => endpoint.effect === 'free' && failures < 1 && isPassing(error),
  })
}
