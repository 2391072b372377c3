/** A request to the console's own server, of an address that is none of a host's. */
import type * as z from 'zod/mini'
import { patience } from '../api/client'
import { ownHeaders } from '../api/config'
import { ApiError, factsOf, withoutResponse } from '../api/errors'
import { parseJson } from '../api/json'
import { fetchOwn } from '../api/own-fetch'

/** A search through a large directory may take its time. */
const WORTH_READS = 1

interface Asking<T> {
  path: `/${string}`
  search?: Readonly<Record<string, string | number | undefined>>
  schema: z.ZodMiniType<T>
  /** Said where the answer is of another shape. */
  otherwise: string
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
}

/** @throws ApiError where no answer came; Error for JSON of another shape; AbortError where `signal` was aborted */
export async function askServer<T>({ path, search = {}, schema, otherwise, body, ...asking }: Asking<T>): Promise<T> {
  const { method = body === undefined ? 'GET' : 'POST', headers: own, signal } = asking
  const operation = { operation: `${method} ${path}`, permission: undefined } as const
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const timer = AbortSignal.timeout(patience(WORTH_READS))
  let response: Response
  let json: unknown
  try {
    response = await fetchOwn(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path, {
      method,
      headers: {
        accept: 'application/json',
        ...ownHeaders,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...own,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
      cache: 'no-store',
    })
    const text = await response.text()
    json = parseJson(text) ?? text
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw withoutResponse(cause, operation, timer)
  }
  const { status, ok, headers } = response
  const isText = typeof json === 'string'
  if (!ok || (isText && method === 'GET'))
    throw new ApiError(isText ? 'not-json' : 'http', operation, { status, body: json, facts: factsOf(headers) })
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new Error(otherwise)
  return parsed.data
}
