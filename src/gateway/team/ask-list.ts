/** One page of a free list, asked of the provider in the server's own name, behind everything that people ask. */
import type { Readable } from 'node:stream'
import type { Endpoint } from '../../api/endpoint'
import { ApiError, factsOf } from '../../api/errors'
import { parseJson } from '../../api/json'
import { stringifySearch } from '../../api/search'
import type { Credential } from '../auth/account'
import type { createExchange } from '../forward/exchange'
import { TokenUnavailable } from '../forward/service-token'
import { UpstreamError } from '../forward/upstream'
import { LimitReached } from '../limits/bucket'
import { TooManyOpen } from '../limits/slots'
import type { Settings } from '../settings/environment'
import { NotRecorded } from '../tape/not-recorded'

/** A page of a thousand rows is a tenth of it: what sends more lies, and would fill the memory of everybody's server. */
const MOST_BYTES = 16 * 1024 * 1024
/** What queues and the record know it by. */
const asker = { operator: undefined, subject: undefined, client: 'this server' }

/** One request behind all that people ask. */
export const asJob = (credential: Credential) => ({
  requests: 1,
  onUnsent: () => undefined,
  isJob: true,
  credential,
  headers: { accept: 'application/json' },
  body: undefined,
})

export interface AskListOptions {
  exchange: ReturnType<typeof createExchange>
  /** Of the account, as it is with each request. */
  credential: () => Credential
  parameters: Settings['config']['parameters']
}

/** @param query by the names that the contract assumes; the body is JSON, and what it has is the caller's to check */
export type AskList = (
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<{ status: number; json: unknown; facts: ReturnType<typeof factsOf> }>

/**
 * It waits for its turn as every job does.
 * @throws ApiError with the provider's status, and `retryAfter` in its facts, the server's own limit as a 429; NotRecorded; the signal's reason
 */
export function createAskList({ exchange, credential, parameters }: AskListOptions, list: Endpoint): AskList {
  const raw = (query: Readonly<Record<string, unknown>>) =>
    list.path +
    stringifySearch(Object.fromEntries(Object.entries(query).map(([name, value]) => [parameters[name] ?? name, value])))

  async function send(target: string, signal: AbortSignal) {
    try {
      return await exchange({
        operation: { endpoint: list, params: {}, host: list.host, raw: target },
        asker,
        ...asJob(credential()),
        gone: signal,
      })
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof NotRecorded) throw cause
      if (cause instanceof LimitReached)
        throw new ApiError('http', list, { status: 429, facts: { retryAfter: cause.retryAfterS }, cause })
      if (cause instanceof TooManyOpen) throw new ApiError('http', list, { status: 503, cause })
      if (cause instanceof TokenUnavailable) throw new ApiError('http', list, { status: 502, cause })
      if (cause instanceof UpstreamError && cause.code === 'UPSTREAM_TIMEOUT')
        throw new ApiError('timeout', list, { status: 504, cause })
      throw new ApiError('unreachable', list, { cause })
    }
  }

  return async function askList(query, signal) {
    const { status, headers, body } = await send(raw(query), signal)
    const facts = factsOf(
      Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one] as const)),
    )
    const text = await textOf(body).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new ApiError(cause instanceof TooLong ? 'unreadable' : 'unreachable', list, { status, cause })
    })
    const json = parseJson(text)
    if (status < 200 || status > 299)
      throw new ApiError(json === undefined ? 'not-json' : 'http', list, { status, body: json ?? text, facts })
    if (json === undefined) throw new ApiError('not-json', list, { status, body: text, facts })
    return { status, json, facts }
  }
}

class TooLong extends Error {
  override name = 'TooLong'
}

/** @throws TooLong; where it breaks off */
async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MOST_BYTES) {
      body.destroy()
      throw new TooLong(`The page has more than ${MOST_BYTES} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
