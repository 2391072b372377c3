/** What the runner of jobs sends and reads with: in the server's own name, behind everything that people ask. */
import { connections } from '../../api/connections'
import { BadIdError, encodeId, pathOf } from '../../api/endpoint'
import { ApiError, explain, factsOf, isNotFound, isUnclear } from '../../api/errors'
import { parseJson } from '../../api/json'
import type { JobOperation } from '../../api/team-jobs'
import { users } from '../../api/users'
import type { ReadPage } from '../../team/page-reader'
import type { JobDeed, JobSent, LookFor, SendDeed } from '../../team/runner'
import type { Credential } from '../auth/account'
import { Repeated } from '../forward/clicks'
import type { createExchange, Exchange } from '../forward/exchange'
import { NoToken } from '../forward/exchange'
import { peek } from '../forward/peek'
import { TokenUnavailable } from '../forward/service-token'
import { UpstreamError, type UpstreamResponse } from '../forward/upstream'
import { LimitReached } from '../limits/bucket'
import { TooManyOpen } from '../limits/slots'
import { AuditUnavailable } from '../record/audit'

const removing = {
  [connections.remove.operation]: { endpoint: connections.remove, parameter: 'connectionId' },
  [users.remove.operation]: { endpoint: users.remove, parameter: 'userId' },
} as const satisfies Record<JobOperation, unknown>

/** A 429 that does not say for how long; and what is only busy. */
const WAIT_MS = 30_000
const BUSY_MS = 1_000

const words = {
  unauthorized: 'Stopped because the API rejected the server’s token (401).',
  noToken: 'Stopped because the server has no token.',
  gone: 'There was nothing to remove.',
  repeated: 'Sent before this server started.',
  lost: 'No response came. The change may have been made; check it.',
} as const

/** The item was taken from the job meanwhile: nothing is sent. */
class NotBegun extends Error {
  override name = 'NotBegun'
}

interface Options {
  /** A change carried to its end, and told of as one of a browser is. */
  change: (exchange: Exchange) => Promise<UpstreamResponse>
  exchange: ReturnType<typeof createExchange>
  readPage: ReadPage
  credential: Credential
}

export function createJobSend({ change, exchange, readPage, credential }: Options): { send: SendDeed; look: LookFor } {
  const send: SendDeed = async (deed, begin) => {
    let recorded: number | string | undefined
    try {
      const response = await change({
        ...requestOf(deed, credential),
        async begin() {
          if (!(await begin())) throw new NotBegun()
        },
        onOutcome: (status) => {
          recorded = status
        },
      })
      return await sentBy(deed, response)
    } catch (error) {
      if (error instanceof BadIdError || error instanceof Repeated) {
        if (!(await begin())) return { state: 'waiting' }
        return error instanceof Repeated ? repeated(error) : { state: 'failed', detail: error.message }
      }
      return { ...unsentBy(error), ...(recorded === 'unknown' && { state: 'unknown', detail: words.lost }) }
    }
  }

  /** A connection is read; whether a user is there is told by their connections, of which they have none once gone. */
  const look: LookFor = async (operation, target, signal) => {
    if (operation === users.remove.operation) return hasConnections(readPage, target, signal)
    const { read } = connections
    const params = { connectionId: target }
    const { status, body } = await exchange({
      ...jobOf(credential),
      operation: { endpoint: read, host: read.host, params: encoded(params), raw: pathOf(read, params) },
      asker: { operator: undefined, subject: undefined, client: 'this server' },
      gone: signal,
    })
    body.destroy()
    if (status === 404) return false
    if (status >= 200 && status < 300) return true
    throw new ApiError('http', read, { status })
  }

  return { send, look }
}

const jobOf = (credential: Credential) => ({
  requests: 1,
  onUnsent: () => undefined,
  isJob: true,
  credential,
  headers: { accept: 'application/json' },
  body: undefined,
})

const encoded = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, encodeId(id, name)]))

/** @throws BadIdError */
function requestOf({ operation, target, click, begunBy, subject, client }: JobDeed, credential: Credential): Exchange {
  const { endpoint, parameter } = removing[operation]
  const params = { [parameter]: target }
  return {
    ...jobOf(credential),
    operation: { endpoint, host: endpoint.host, params: encoded(params), raw: pathOf(endpoint, params) },
    asker: { operator: begunBy ?? undefined, subject: subject ?? undefined, client },
    click,
    gone: new AbortController().signal, // a change is carried to its end
  }
}

async function sentBy({ operation }: JobDeed, { status, headers, body: answer }: UpstreamResponse): Promise<JobSent> {
  const { endpoint } = removing[operation]
  const { text, body } = await peek(answer)
  body.destroy()
  const named = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one] as const),
  )
  const { requestId, retryAfter } = factsOf(named)
  const known = { status, requestId }
  if (status >= 200 && status < 300) return { state: 'done', ...known }
  const json = parseJson(text)
  const error = new ApiError(json === undefined ? 'not-json' : 'http', endpoint, { status, body: json ?? text })
  if (status === 429)
    return { state: 'waiting', ...known, waitMs: retryAfter === undefined ? WAIT_MS : retryAfter * 1000 }
  if (status === 401) return { state: 'waiting', ...known, stop: words.unauthorized }
  if (isNotFound(error)) return { state: 'done', ...known, isGone: true, detail: words.gone }
  if (isUnclear(error)) return { state: 'unknown', ...known, detail: words.lost }
  const { title, detail } = explain(error)
  return { state: 'failed', ...known, detail: [title, detail].filter(Boolean).join('. ') }
}

/** What is done about a change that has no answer, and of which nothing was sent. */
function unsentBy(error: unknown): JobSent {
  if (error instanceof LimitReached) return { state: 'waiting', waitMs: error.retryAfterS * 1000 }
  if (error instanceof NoToken) return { state: 'waiting', stop: words.noToken }
  if (error instanceof TokenUnavailable || error instanceof AuditUnavailable)
    return { state: 'waiting', stop: error.message }
  if (error instanceof UpstreamError) return { state: 'waiting', isUnreached: true, waitMs: BUSY_MS }
  if (error instanceof NotBegun || error instanceof TooManyOpen) return { state: 'waiting', waitMs: BUSY_MS }
  return { state: 'waiting', waitMs: BUSY_MS } // the server ends, or the store is away
}

/** The same item was sent under the same name by an earlier process, whose store has lost that: its record has not. */
function repeated({ first }: Repeated): JobSent {
  if (first === 'not sent') return { state: 'waiting' }
  if (first === 'unknown') return { state: 'unknown', detail: words.lost }
  const isDone = (first >= 200 && first < 300) || first === 404
  return { state: isDone ? 'done' : 'failed', status: first, detail: words.repeated }
}

const modes = ['live', 'simulated'] as const
const ROWS = 10

/** @throws where rows of others hide it, or what `readPage` throws */
async function hasConnections(readPage: ReadPage, userId: string, signal: AbortSignal): Promise<boolean> {
  for (const mode of modes) {
    const { rows } = await readPage({ 'filter[userId]': userId, 'filter[vehicle.mode]': mode }, 1, ROWS, signal)
    if (rows.some((row) => row.relationships?.user?.data?.id === userId)) return true
    if (rows.length > 0) throw new Error('The provider listed connections of others.')
  }
  return false
}
