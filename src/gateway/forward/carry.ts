/** One operation carried to its host and back: reads that are the same together, each failure told as what it is. */
import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Effect } from '../../api/endpoint'
import { createTokenFingerprints, exactly } from '../auth/account'
import { refusalOfSignIn, SignedOut, SignInUnconfirmed } from '../auth/unconfirmed'
import { gatewayError } from '../errors'
import { bucketHeader, LimitReached } from '../limits/bucket'
import { TooManyOpen } from '../limits/slots'
import type { Log } from '../log'
import { AuditUnavailable } from '../record/audit'
import { runningOf } from '../running'
import { NotRecorded } from '../tape/not-recorded'
import { createClicks, type First, Repeated } from './clicks'
import { type Exchange, type ExchangeOptions, longestChangeMs, NoToken, type Send } from './exchange'
import { createFlights, type Shared } from './flights'
import { pass } from './pass'
import { peek } from './peek'
import { TokenUnavailable } from './service-token'
import { type ClickStore, createSharedClicks } from './shared-clicks'
import { targetOf, thingOf } from './target'
import { UpstreamError, type UpstreamResponse } from './upstream'

export interface Load extends Exchange {
  /** Nothing that was told before is told again. */
  isFresh: boolean
  /** The account that asks, as it is named: what it was told is told to no other. */
  account: string
  /** Aborted when the browser goes away. */
  gone: AbortSignal
  outgoing: HttpBindings['outgoing']
}

/** The server ends before there is an answer. */
export class Stopped extends Error {
  override name = 'Stopped'
}

interface Options
  extends Pick<ExchangeOptions, 'settings' | 'upstreams' | 'buckets' | 'fingerprint' | 'ending' | 'now'> {
  /** Sends an operation once. */
  exchange: Send
  log: Log
  /** Told of every answer of a host once it has been passed on, and of every change that was sent and got none. */
  onPassed?: ((load: Exchange, status: number | 'unknown', text?: string) => void) | undefined
  /** True for a free read whose answer is to be told with the text of its body: then it is told as it comes. */
  wantsBody?: ((load: Load) => boolean) | undefined
  /** Where several servers keep their clicks. */
  store: ClickStore
}

/** For the record and the store behind a change's own time. */
const MARGIN_MS = 10_000

export type Carry = (load: Load) => Promise<Response>

interface Carrier {
  carry: Carry
  /** A change that no browser waits for: sent, and told of, as one of a browser is. @throws as an exchange does; Repeated */
  changeAlone(change: Exchange): Promise<UpstreamResponse>
  /** Sends a change or a free read as `carry` does. @returns the host's response, or an error of this server */
  take(load: Load): Promise<UpstreamResponse | Response>
  /** @returns the outcome of a click, once it has ended; undefined if none is known */
  outcome(
    click: Pick<Exchange, 'operation' | 'credential'> & { click: string; subject: string | undefined },
  ): Promise<First | undefined>
}

export function createCarrier({ log, onPassed, wantsBody, store, ...options }: Options): Carrier {
  const { exchange, upstreams, buckets, fingerprint, settings, ending } = options
  const hasPeers = settings.store.engine === 'postgresql'
  const shared = createSharedClicks(store, longestChangeMs(settings) + MARGIN_MS)
  const clicks = createClicks(settings.auditLog, log, { clicks: shared, hasPeers })
  const tokenFingerprint = createTokenFingerprints(settings.isSecretRandom ? undefined : settings.sessionSecret)
  const flights = createFlights(options.now)
  /** Whom to tell of the end: one listener for all, because the engine takes a while to add and remove one. */
  const waiting = new Set<(reason: unknown) => void>()
  ending.addEventListener('abort', () => {
    for (const end of waiting) end(ending.reason)
  })
  function unlessEnding<T>(act: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.add(reject)
      act.then(resolve, reject).finally(() => waiting.delete(reject)) // never rejects: both ends are handled
    })
  }

  const clickedBy = ({ operation, bodyIds, credential }: Pick<Exchange, 'operation' | 'bodyIds' | 'credential'>) => ({
    target: targetOf({ operation, bodyIds }, tokenFingerprint(credential)),
    thing: thingOf(operation.endpoint.operation, operation.params),
  })

  /** @param isOwn true where no other server can be sent the same click */
  async function change(load: Exchange, isOwn = false): Promise<Shared> {
    const { click, clickSubject = load.asker.subject ?? null, credential } = load
    // A script may name no click: then this request is one.
    const id = click ?? randomUUID()
    return clicks.once({ id, subject: clickSubject ?? undefined, ...clickedBy(load), isOwn }, async (sending) => {
      const end = flights.change(fingerprint(credential))
      const onOutcome: Exchange['onOutcome'] = (status) => {
        sending.onOutcome(status)
        load.onOutcome?.(status)
        if (status === 'unknown') onPassed?.(load, status)
      }
      async function begin(): Promise<void> {
        await load.begin?.()
        await sending.begin()
      }
      try {
        return await exchange({ ...load, onOutcome, begin })
      } finally {
        end() // before anybody hears of its outcome, and looks
      }
    })
  }

  function free(load: Load): Promise<Shared> {
    const { operation, credential, headers, account, isJob, isFresh, gone } = load
    const same = [operation.host, operation.raw, headers, exactly(credential)]
    const asking = {
      flight: JSON.stringify([isJob, ...same]), // who waits for a job's turn waits long
      memory: JSON.stringify([account, ...same]),
      account: fingerprint(credential),
      isFresh,
      gone,
    }
    return flights.get(asking, async (signal) => {
      const answer = await exchange({ ...load, gone: signal })
      if (!wantsBody?.(load)) return answer
      const { text, body } = await peek(answer.body)
      onPassed?.(load, answer.status, text)
      return { ...answer, body }
    })
  }

  const answerTo = {
    free,
    change: (load: Load) => change(load),
    billed: (load: Load): Promise<Shared> => exchange(load),
  }

  /** @returns the response of a refused change with its text, which may say that what it would create exists */
  async function withRefusal<A extends UpstreamResponse>({ operation }: Exchange, answer: A): Promise<[A, string?]> {
    if (operation.endpoint.effect !== 'change' || answer.status !== 409) return [answer]
    const { text, body } = await peek(answer.body)
    return [{ ...answer, body }, text]
  }

  async function changeAlone(load: Exchange): Promise<UpstreamResponse> {
    const [answer, text] = await withRefusal(load, await change(load, true))
    onPassed?.(load, answer.status, text)
    return answer
  }

  /** A change or a free read of a page that the server renders. */
  async function take(load: Load): Promise<UpstreamResponse | Response> {
    try {
      if (ending.aborted) return stopping()
      const { effect } = load.operation.endpoint
      const [answer, text] = await withRefusal(load, await unlessEnding(answerTo[effect](load)))
      if (!wantsBody?.(load)) onPassed?.(load, answer.status, text)
      return answer
    } catch (error) {
      return refusalOf(error, load)
    }
  }

  const outcome = ({ click, subject, ...load }: Parameters<Carrier['outcome']>[0]) =>
    clicks.outcome({ id: click, subject, ...clickedBy(load) })

  async function carry(load: Load): Promise<Response> {
    const { operation, credential, outgoing } = load
    const { host, endpoint } = operation
    if (ending.aborted) return stopping()
    try {
      const [{ reused, ...answer }, text] = await withRefusal(load, await unlessEnding(answerTo[endpoint.effect](load)))
      const { named } = runningOf(outgoing.req)
      if (named && reused) named.reused = reused
      const passed = await pass(answer, outgoing, {
        ...bucketHeader(buckets?.of(host, credential)),
        ...(reused && { 'x-forecourt-reused': reused }),
      })
      if (!wantsBody?.(load)) onPassed?.(load, answer.status, text)
      return passed
    } catch (error) {
      return refusalOf(error, load)
    }
  }

  /** @throws errors that no operator can remedy */
  function refusalOf(error: unknown, { operation: { host, endpoint }, credential, gone }: Load): Response {
    const { address } = upstreams[host]
    const left = () => bucketHeader(buckets?.of(host, credential))
    if (error instanceof NoToken)
      return gatewayError('NO_TOKEN', `No token is set for ${address}. Add one, or configure it on the server.`)
    if (error instanceof Repeated) return repeated(error)
    if (error instanceof SignedOut || error instanceof SignInUnconfirmed) return refusalOfSignIn(error)
    if (error instanceof Stopped) return stopped(error, endpoint.effect)
    if (error instanceof UpstreamError) return gatewayError(error.code, error.message)
    if (error instanceof NotRecorded) return gatewayError('NOT_RECORDED', error.message)
    if (error instanceof TokenUnavailable) return gatewayError('TOKEN_UNAVAILABLE', error.message)
    if (error instanceof TooManyOpen)
      return gatewayError(
        'BUSY',
        `Too many responses of ${address} are still open. Nothing was sent. Try again in a moment.`,
        { 'retry-after': '1', ...left() },
      )
    if (error instanceof LimitReached)
      return gatewayError('LIMIT', `The rate limit of ${address} is used up (CONFIG bucket). Nothing was sent.`, {
        'retry-after': String(error.retryAfterS),
        ...left(),
      })
    if (error instanceof AuditUnavailable) return gatewayError('AUDIT_UNAVAILABLE', error.message)
    if (gone.aborted) return gatewayError('UPSTREAM_UNREACHABLE', 'The browser disconnected; the read was canceled.')
    throw error
  }

  return { carry, changeAlone, take, outcome }
}

const stopping = () =>
  gatewayError('STOPPING', 'The server is stopping. Nothing was sent; try again.', { connection: 'close' })

const outcomes: Partial<Record<First, string>> = {
  unknown: 'Its outcome is unknown. Check before you try again.',
  'not sent': 'It was not sent the first time, either.',
}

/** The first outcome, for people and, as `first`, for programs. */
function repeated({ first, isOtherClick }: Repeated): Response {
  const outcome = outcomes[first] ?? `It returned ${first}.`
  const cause = isOtherClick
    ? 'The same change was being sent for another click, so it wasn’t sent again.'
    : 'The change of this click (x-forecourt-click) was received before, so it isn’t sent again.'
  const detail = `${cause} ${outcome}`
  return gatewayError('REPEATED', detail, {}, { first })
}

/** The browser hears it while there is still somebody who can say so. */
function stopped({ message }: Stopped, effect: Effect): Response {
  const headers = { connection: 'close' }
  if (effect === 'free') return gatewayError('STOPPING', `${message} Nothing was changed; try again.`, headers)
  const what = effect === 'change' ? 'The change may have been made' : 'The vehicle may have been read'
  return gatewayError('OUTCOME_UNKNOWN', `${message} ${what}. Check before you try again.`, headers)
}
