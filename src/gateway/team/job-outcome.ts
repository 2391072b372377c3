/** What a response, or none, means for the item of a job. */
import type { Endpoint } from '../../api/endpoint'
import { ApiError, explain, factsOf, isAsleep } from '../../api/errors'
import { parseJson } from '../../api/json'
import { maskSentence } from '../../api/mask'
import type { JobSent } from '../../team/job-deed'
import { NoToken } from '../forward/exchange'
import { TokenUnavailable } from '../forward/service-token'
import { UpstreamError, type UpstreamResponse } from '../forward/upstream'
import { LimitReached } from '../limits/bucket'
import { TooManyOpen } from '../limits/slots'
import { AuditUnavailable } from '../record/audit'
import { NotRecorded } from '../tape/not-recorded'

/** A 429 that does not say for how long; and what is only busy. */
const WAIT_MS = 30_000
const BUSY_MS = 1_000

const words = {
  unauthorized: 'Stopped because the API rejected the token (401).',
  noToken: 'Stopped because the server has no token.',
} as const

/** The item was taken from the job meanwhile: nothing is sent. */
export class NotBegun extends Error {
  override name = 'NotBegun'
}

/** Hands on whether the item may leave. */
export const beginning = (begin: () => Promise<boolean>) => async () => {
  if (!(await begin())) throw new NotBegun()
}

export const headersOf = ({ headers }: Pick<UpstreamResponse, 'headers'>) =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one] as const))

/** What every response says, and an error in words, where it is one that no other item would meet. */
export function heardFrom(
  endpoint: Endpoint,
  { status, headers }: Pick<UpstreamResponse, 'status' | 'headers'>,
  text: string,
) {
  const { requestId, retryAfter } = factsOf(headersOf({ headers }))
  const known = { status, requestId }
  const json = parseJson(text)
  const error = new ApiError(json === undefined ? 'not-json' : 'http', endpoint, { status, body: json ?? text })
  const { title, detail } = explain(error)
  const failed: JobSent = {
    state: isAsleep(error) ? 'asleep' : 'failed',
    ...known,
    detail: maskSentence([title, detail].filter(Boolean).join('. ')),
  }
  const waitMs = retryAfter === undefined ? WAIT_MS : retryAfter * 1000
  const waiting: JobSent | undefined =
    status === 429
      ? { state: 'waiting', ...known, waitMs }
      : status === 401
        ? { state: 'waiting', ...known, stop: words.unauthorized }
        : undefined
  return { known, error, failed, waiting, retryAfter }
}

/** What is done about a request that has no response, and of which nothing was sent. */
export function unsentBy(error: unknown): JobSent {
  if (error instanceof LimitReached) return { state: 'waiting', waitMs: error.retryAfterS * 1000 }
  if (error instanceof NoToken) return { state: 'waiting', stop: words.noToken }
  if (error instanceof TokenUnavailable || error instanceof AuditUnavailable || error instanceof NotRecorded)
    return { state: 'waiting', stop: error.message }
  if (error instanceof UpstreamError) return { state: 'waiting', isUnreached: true, waitMs: BUSY_MS }
  if (error instanceof NotBegun || error instanceof TooManyOpen) return { state: 'waiting', waitMs: BUSY_MS }
  return { state: 'waiting', waitMs: BUSY_MS } // the server ends, or the store is away
}
