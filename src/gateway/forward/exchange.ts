/** One operation sent to its host: in its turn, where there is room, with its bearer, on the record. */
import type { Match } from '../../api/api'
import type { Effect, Host } from '../../api/endpoint'
import { type Credential, createTokenFingerprints, sourceOf } from '../auth/account'
import { type Bucket, retryAfterMs } from '../limits/bucket'
import type { Buckets } from '../limits/buckets'
import { createSlots, type Slots } from '../limits/slots'
import { type Asker, type Attempt, type Audit, AuditUnavailable, type Deed, type Result } from '../record/audit'
import type { Settings } from '../settings/environment'
import { within } from '../within'
import { isOfOneVehicle, peek } from './peek'
import { type ServiceToken, TIMEOUT_S, TokenUnavailable } from './service-token'
import type { Upstream, UpstreamResponse } from './upstream'

export interface Exchange {
  /** The operation, and the raw path and query at its host. */
  operation: Match & { host: Host; raw: string }
  asker: Asker
  /** The ids that its body names. */
  bodyIds?: Record<string, string> | undefined
  /** What a vehicle read counts against the vehicle's limit. */
  requests: number
  /** The id of the click that asks for a change. */
  click?: string | undefined
  /** The person of the click, if another one sends it: of a job that was adopted, who started it. */
  clickSubject?: string | null | undefined
  /** Called once its outcome is on record. */
  onOutcome?: ((status: Result['status']) => void) | undefined
  /** Called where nothing of it was sent. */
  onUnsent: () => void
  /** Called once it is its turn, before it is on record; where it throws, nothing is sent. */
  begin?: (() => Promise<void>) | undefined
  /** A request of a job waits behind all others. */
  isJob: boolean
  /** What the browser handed over, or the configured one, or that the server fetches it. */
  credential: Credential
  headers: Record<string, string>
  body: Buffer | undefined
  /** Aborted when nobody waits for it any more; changes are carried to their end all the same. */
  gone: AbortSignal
}

export interface ExchangeOptions {
  settings: Settings
  upstreams: Record<Host, Upstream>
  /** Null: as many requests as are asked for. */
  buckets: Buckets | null
  serviceToken: ServiceToken | undefined
  audit: Pick<Audit, 'attempt'>
  /** Names a credential, the same for all tokens of one account of the service. */
  fingerprint: (credential: Credential) => string
  slots: HostSlots
  /** Aborted, with its reason, when the server ends and waits no longer: nothing is sent from then on. */
  ending: AbortSignal
  /** Hears every token that is sent, before it is: a recording must hold none of them. */
  onBearer?: ((bearer: string) => void) | undefined
  /** Hears how long a request waited here before it was sent. */
  onWaited?: ((host: Host, ms: number) => void) | undefined
  /** Milliseconds of a clock that nobody sets. */
  now?: (() => number) | undefined
}

/** How long at most a request waits here before it is sent, for a fetched token and for its turn: in ms. */
export const beforeSendMs = ({ clientCredentials, config, readTimeoutMs }: Settings): number =>
  (clientCredentials ? TIMEOUT_S * 1000 : 0) + (config.bucket ? readTimeoutMs : 0)

/** After so long every change has been answered. */
export const longestChangeMs = (settings: Settings): number => beforeSendMs(settings) + settings.readTimeoutMs

/** No token is held for the host. */
export class NoToken extends Error {
  override name = 'NoToken'
}

/**
 * How many exchanges with one host are open at once, for each effect, and how many of them one operator's: half, so
 * that nobody can take what others need. Free and billed reads together are the connections that are kept to it.
 */
const AT_ONCE = { inAll: 32, perKey: 16 }
export type HostSlots = Record<Host, Record<Effect, Slots>>
const slotsOfHost = (): Record<Effect, Slots> => ({
  free: createSlots(AT_ONCE),
  billed: createSlots(AT_ONCE),
  change: createSlots(AT_ONCE),
})
export const createHostSlots = (): HostSlots => ({
  vehicleData: slotsOfHost(),
  vehicle: slotsOfHost(),
  management: slotsOfHost(),
})

export type Send = (exchange: Exchange) => Promise<UpstreamResponse>

/**
 * @returns sends an operation once; what it gives is the answer, whose body has to be read or destroyed. It throws
 * NoToken, TokenUnavailable, LimitReached, TooManyOpen, AuditUnavailable, UpstreamError, and the reason of `gone`.
 */
export function createExchange(options: ExchangeOptions): Send {
  const { settings, upstreams, buckets, serviceToken, audit, fingerprint, slots, ending, onWaited, onBearer } = options
  const { now = () => performance.now() } = options
  const tokenFingerprint = createTokenFingerprints(settings.namingSecrets[0])
  return async function send(exchange) {
    const { operation, asker, bodyIds, click, clickSubject, onOutcome, requests, onUnsent, isJob, credential } =
      exchange
    const { headers, body, gone } = exchange
    const { endpoint, host, raw } = operation
    const { effect, method } = endpoint
    const isChange = effect === 'change'
    const { readTimeoutMs } = settings
    const timeoutMs = effect === 'billed' ? settings.vehicleReadTimeoutMs : readTimeoutMs
    /** For a slot, and for the disk behind an answer: by then its body must still have time to be read. */
    const patienceMs = Math.min(readTimeoutMs, timeoutMs) / 2
    // Whoever asked waits for so long, and looks then what became of it: nothing is sent after that.
    const began = now()
    const end = began + beforeSendMs(settings) + timeoutMs
    const leftMs = () => Math.ceil(end - now())
    const bucket = buckets?.of(host, credential)
    // Reads end when nobody waits for them; a change is carried to its end whoever still listens.
    const signal = isChange ? undefined : gone
    const asks = { key: asker.subject ?? asker.client, isJob, signal }
    const service = credential.kind === 'fetched' ? serviceToken : undefined

    let record: Attempt | undefined
    let status: Result['status'] = 'not sent'
    let taken = 0
    let sent = 0
    let endSlot = () => {}

    async function turn(mostMs = Number.POSITIVE_INFINITY): Promise<void> {
      await bucket?.take({ ...asks, isChange, timeoutMs: Math.min(readTimeoutMs, mostMs) })
      taken += 1
    }
    function onSent(): void {
      if (sent === 0) onWaited?.(host, now() - began)
      sent += 1
      status = 'unknown'
    }
    const sendWith = (bearer: string) => {
      onBearer?.(bearer)
      return upstreams[host].send({
        method,
        target: raw,
        headers: { ...headers, authorization: `Bearer ${bearer}` },
        body,
        isChange,
        timeoutMs: Math.min(timeoutMs, leftMs()),
        bodyMs: timeoutMs,
        onSent,
        signal,
      })
    }

    /** On the record before it is sent, and not sent where that has taken longer than anybody waits. */
    async function attempt(): Promise<Attempt> {
      const source = sourceOf(credential)
      const deed: Deed = {
        match: operation,
        asker,
        bodyIds,
        click,
        clickSubject,
        requests: isChange ? undefined : requests,
        credential: {
          source,
          fingerprint: fingerprint(credential),
          tokenFingerprint: tokenFingerprint(credential),
        },
      }
      const written = audit.attempt(deed)
      if ((await within(leftMs(), written)) && leftMs() > 0) return written
      const reason = 'The record wasn’t written in time. Nothing was sent.'
      written.then((late) => late.outcome({ status: 'not sent', reason })).catch(() => undefined) // told where it failed
      throw new AuditUnavailable(reason)
    }

    async function outcome(result: Result): Promise<void> {
      if (!record) return
      // Standard output has it at once: a disk that hangs keeps nobody from what has happened.
      await within(patienceMs, record.outcome(result))
      onOutcome?.(result.status)
    }

    /** A 401 has no effect: with another token the same request is sent once more, a change too. */
    async function again(refused: UpstreamResponse, bearer: string): Promise<UpstreamResponse> {
      status = 401
      const other = await service?.renew(host, bearer).catch((error: unknown) => {
        refused.body.destroy()
        throw error
      })
      if (other === undefined) return refused
      refused.body.destroy()
      await turn(leftMs())
      if (leftMs() <= 0) throw new TokenUnavailable('A new token came too late. Nothing was sent with it.')
      const answer = await sendWith(other)
      service?.tried(host, other, answer.status !== 401)
      return answer
    }

    try {
      const bearer = credential.kind === 'token' ? credential.token : await service?.get()
      if (bearer === undefined) throw new NoToken()
      await turn()
      endSlot = await slots[host][effect].take({ ...asks, timeoutMs: patienceMs })
      ending.throwIfAborted()
      signal?.throwIfAborted()
      await exchange.begin?.()
      if (effect !== 'free') record = await attempt()
      ending.throwIfAborted()
      signal?.throwIfAborted()
      const first = await sendWith(bearer)
      const answer = service && first.status === 401 ? await again(first, bearer) : first
      status = answer.status
      answer.body.once('close', endSlot)
      if (record) await outcome({ status, requestId: requestIdOf(answer) })
      return status === 429 && bucket ? await heed(answer, bucket, effect === 'billed') : answer
    } catch (error) {
      endSlot()
      const reason = error instanceof Error ? error.message : String(error)
      await outcome({ status, reason })
      throw error
    } finally {
      if (sent === 0) onUnsent()
      for (; taken > sent; taken -= 1) bucket?.giveBack()
    }
  }
}

/** The service's own id of a request, whatever its prefix. */
function requestIdOf({ headers }: UpstreamResponse): string | undefined {
  const name = Object.keys(headers).find((one) => /(^|-)request-id$/.test(one))
  return name === undefined ? undefined : [headers[name]].flat()[0]
}

/** A 429 that says for how long pauses its bucket for everyone, unless it is about one vehicle alone. */
async function heed(answer: UpstreamResponse, bucket: Bucket, isOfVehicle: boolean): Promise<UpstreamResponse> {
  const ms = retryAfterMs(answer.headers['retry-after'])
  if (ms === undefined) return answer
  if (!isOfVehicle) {
    bucket.pause(ms)
    return answer
  }
  const { text, body } = await peek(answer.body)
  if (!isOfOneVehicle(text)) bucket.pause(ms)
  return { ...answer, body }
}
