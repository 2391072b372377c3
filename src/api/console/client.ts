/**
 * Requests of the browser to the console's own server: `ask` sends one, `query` and `mutation` are the same for the cache.
 * The inspector and the lamps show requests of the provider's API alone, so these pass no observer.
 */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { accountHeader, patience, type Send, sendOf } from '../client'
import { ownHeaders } from '../config'
import { ApiError, codeOf, factsOf, isPassing, withoutResponse } from '../errors'
import { parseJson } from '../json'
import { fetchOwn } from '../own-fetch'
import { type ConsoleEndpoint, type ConsoleInput, type ConsoleOutput, consoleAddress, consoleKey } from './endpoint'

const UNREADABLE =
  'The server’s response isn’t what this page expects. Reload the page: the server may have been updated.'

export interface AskOptions {
  signal?: AbortSignal | undefined
  /** True to have it refused for any other account than the one of this page (`ACCOUNT_CHANGED`). */
  isForAccount?: boolean
  fetch?: Send | undefined
}

/**
 * Sends one request.
 * @throws ApiError without a usable response; Error for JSON of another shape; AbortError if `signal` is aborted
 */
export async function ask<E extends ConsoleEndpoint>(
  endpoint: E,
  input: ConsoleInput<E>,
  { signal, isForAccount = false, fetch = fetchOwn }: AskOptions = {},
): Promise<ConsoleOutput<E>> {
  const { method, reads = 1, response: schema } = endpoint
  const { body } = input as { body?: unknown } // of any endpoint
  const operation = { operation: endpoint.operation, permission: undefined }
  const timer = AbortSignal.timeout(patience(reads))
  let response: Awaited<ReturnType<Send>>
  let text: string
  try {
    response = await fetch(consoleAddress(endpoint, input), {
      method,
      headers: {
        ...(schema && { accept: 'application/json' }),
        ...ownHeaders,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(isForAccount && accountHeader()),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
      cache: 'no-store',
    })
    text = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw withoutResponse(cause, operation, timer)
  }
  const { status, ok, headers } = response
  const json = parseJson(text)
  if (!ok || (schema && json === undefined)) {
    const kind = json === undefined ? 'not-json' : 'http'
    throw new ApiError(kind, operation, { status, body: json ?? text, facts: factsOf(headers) })
  }
  if (!schema) return text as ConsoleOutput<E> // of an endpoint without a schema
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new Error(UNREADABLE)
  return parsed.data as ConsoleOutput<E> // by its schema
}

/** Retried once if that may help: after a lost connection and while others hold all places, but not while the store is away. */
export const isWorthRetry = (failures: number, error: Error) =>
  failures < 1 && (isPassing(error) || codeOf(error) === 'BUSY') && codeOf(error) !== 'STORE_UNAVAILABLE'

/** Parts of a page that are shown one after the other share a response this recent. */
const FRESH_MS = 1_000

/** One read as a value that a route's loader and its component share. */
export function query<E extends ConsoleEndpoint>(endpoint: E, input: ConsoleInput<E>) {
  return queryOptions({
    queryKey: [...consoleKey(endpoint), input] as const,
    queryFn: (context): Promise<ConsoleOutput<E>> =>
      ask(endpoint, input, { signal: context.signal, fetch: sendOf(context) }),
    staleTime: FRESH_MS,
    retry: isWorthRetry,
  })
}

/** @param changed endpoints whose queries are read again after it */
export function mutation<E extends ConsoleEndpoint>(endpoint: E, changed: readonly ConsoleEndpoint[] = []) {
  return mutationOptions({
    mutationFn: (input: ConsoleInput<E>): Promise<ConsoleOutput<E>> => ask(endpoint, input),
    onSuccess: (_data, _input, _result, { client }) => invalidate(client, changed),
  })
}

/** Reads all queries of these endpoints again that are shown. */
export async function invalidate(client: QueryClient, endpoints: readonly ConsoleEndpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: consoleKey(endpoint) })))
}
