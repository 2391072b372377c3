/** One operation carried to its host: with its bearer, on the record, the answer passed on as it arrives. */
import { pipeline } from 'node:stream/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Match } from '../api/api'
import type { Effect, Host } from '../api/endpoint'
import type { Credential } from './account'
import { type Asker, type Attempt, type Audit, AuditUnavailable, type Result } from './audit'
import { type Bucket, bucketHeader, LimitReached, retryAfterMs } from './bucket'
import type { Buckets } from './buckets'
import type { Settings } from './environment'
import { dataHeaders, gatewayError } from './errors'
import { isOfOneVehicle, peek } from './peek'
import { requestIdHeader } from './request-id'
import { type ServiceToken, TIMEOUT_S, TokenUnavailable } from './service-token'
import { createSlots, type Slots, TooManyOpen } from './slots'
import { type Upstream, UpstreamError, type UpstreamResponse } from './upstream'

/** Headers of an answer that reach the browser; everything else stays here, cookies and redirects above all. */
const passed =
  /^(content-type|content-length|content-encoding|content-language|date|retry-after|(x-)?ratelimit.*|.*-(data-age|fetched-at|unit-system|request-id))$/

export interface Load {
  /** The operation, and the raw path and query at its host. */
  operation: Match & { host: Host; raw: string }
  asker: Asker
  /** What a vehicle read counts against the vehicle's limit. */
  requests: number
  /** Called where nothing of it was sent. */
  onUnsent: () => void
  /** A request of a job waits behind all others. */
  isJob: boolean
  /** What the browser handed over, or the configured one, or that the server fetches it. */
  credential: Credential
  headers: Record<string, string>
  body: Buffer | undefined
  /** Aborted when the browser goes away. */
  gone: AbortSignal
  outgoing: HttpBindings['outgoing']
}

interface Options {
  settings: Settings
  upstreams: Record<Host, Upstream>
  /** Null: as many requests as are asked for. */
  buckets: Buckets | null
  serviceToken: ServiceToken | undefined
  audit: Audit
  /** Milliseconds of a clock that nobody sets. */
  now?: (() => number) | undefined
}

/** How long at most a request waits here before it is sent, for a fetched token and for its turn: in ms. */
export const beforeSendMs = ({ clientCredentials, config, readTimeoutMs }: Settings): number =>
  (clientCredentials ? TIMEOUT_S * 1000 : 0) + (config.bucket ? readTimeoutMs : 0)

export type Carry = (load: Load) => Promise<Response>

/**
 * How many exchanges with one host are open at once, for each effect, and how many of them one operator's: half, so
 * that nobody can take what others need. Free and billed reads together are the connections that are kept to it.
 */
const AT_ONCE = { inAll: 32, perKey: 16 }
type HostSlots = Record<Effect, Slots>
const slotsOfHost = (): HostSlots => ({
  free: createSlots(AT_ONCE),
  billed: createSlots(AT_ONCE),
  change: createSlots(AT_ONCE),
})

export function createCarrier({
  settings,
  upstreams,
  buckets,
  serviceToken,
  audit,
  now = () => performance.now(),
}: Options): Carry {
  const timeoutOf = ({ operation: { endpoint } }: Load) =>
    endpoint.effect === 'billed' ? settings.vehicleReadTimeoutMs : settings.readTimeoutMs

  const slots = { vehicleData: slotsOfHost(), vehicle: slotsOfHost(), management: slotsOfHost() }

  function sender(load: Load, onSent: () => void) {
    const { operation, headers, body, gone } = load
    const { endpoint, host, raw } = operation
    const isChange = endpoint.effect === 'change'
    return (bearer: string, mostMs = Number.POSITIVE_INFINITY) =>
      upstreams[host].send({
        method: endpoint.method,
        target: raw,
        headers: { ...headers, authorization: `Bearer ${bearer}` },
        body,
        isChange,
        timeoutMs: Math.min(timeoutOf(load), mostMs),
        bodyMs: timeoutOf(load),
        onSent,
        // Reads end when the browser goes away; a change is carried to its end whoever still listens.
        signal: isChange ? undefined : gone,
      })
  }

  return async function carry(load) {
    const { operation, asker, gone, outgoing } = load
    const { endpoint, host } = operation
    const { effect } = endpoint
    const { credential } = load
    const bucket = buckets?.of(host, credential)
    const asks = {
      key: asker.subject ?? asker.client,
      isJob: load.isJob,
      signal: effect === 'change' ? undefined : gone,
    }
    let record: Attempt | undefined
    let status: Result['status'] = 'not sent'
    let taken = 0
    let sent = 0
    const send = sender(load, () => {
      sent += 1
      status = 'unknown'
      if (effect === 'billed') record ??= audit.read(operation, asker, load.requests)
    })
    const turn = async (mostMs = Number.POSITIVE_INFINITY) => {
      await bucket?.take({ ...asks, timeoutMs: Math.min(settings.readTimeoutMs, mostMs) })
      taken += 1
    }
    // Whoever asked waits for so long, and looks then what became of it: nothing is sent after that.
    const end = now() + beforeSendMs(settings) + timeoutOf(load)
    const leftMs = () => Math.ceil(end - now())
    const service = credential.kind === 'fetched' ? serviceToken : undefined
    let endSlot = () => {}
    try {
      const bearer = credential.kind === 'token' ? credential.token : await service?.get()
      if (bearer === undefined)
        return gatewayError(
          'NO_TOKEN',
          `The server holds no token for ${upstreams[host].address}. Hand one over, or configure it.`,
        )
      await turn()
      endSlot = await slots[host][effect].take({
        ...asks,
        timeoutMs: Math.min(settings.readTimeoutMs, timeoutOf(load)) / 2,
      })
      if (effect === 'change') record = await audit.attempt(operation, asker)
      else gone.throwIfAborted()
      let answer = await send(bearer, leftMs())
      if (service && answer.status !== 401) service.proved(bearer)
      if (service && answer.status === 401) {
        // A 401 has no effect: with another token the same request is sent once more, a change too.
        status = 401
        const other = await service.renew(bearer).catch((error: unknown) => {
          answer.body.destroy()
          throw error
        })
        if (other !== undefined) {
          answer.body.destroy()
          await turn(leftMs())
          if (leftMs() <= 0) throw new TokenUnavailable('Another token came too late; nothing was sent with it.')
          answer = await send(other, leftMs())
          if (answer.status !== 401) service.proved(other)
        }
      }
      status = answer.status
      await record?.outcome({ status, requestId: requestIdOf(answer) })
      if (status === 429 && bucket) answer = await heed(answer, bucket, effect === 'billed')
      return await pass(answer, outgoing, bucketHeader(bucket))
    } catch (error) {
      await record?.outcome({ status, reason: error instanceof Error ? error.message : String(error) })
      if (error instanceof UpstreamError) return gatewayError(error.code, error.message)
      if (error instanceof TokenUnavailable) return gatewayError('TOKEN_UNAVAILABLE', error.message)
      if (error instanceof TooManyOpen)
        return gatewayError(
          'BUSY',
          `Too many responses of ${upstreams[host].address} are still open. Nothing was sent. Try again in a moment.`,
          { 'retry-after': '1', ...bucketHeader(bucket) },
        )
      if (error instanceof LimitReached)
        return gatewayError(
          'LIMIT',
          `The requests that ${upstreams[host].address} allows are used up (CONFIG bucket); nothing was sent.`,
          { 'retry-after': String(error.retryAfterS), ...bucketHeader(bucket) },
        )
      if (error instanceof AuditUnavailable) return gatewayError('AUDIT_UNAVAILABLE', error.message)
      if (gone.aborted) return gatewayError('UPSTREAM_UNREACHABLE', 'The browser went away; the read was given up.')
      throw error
    } finally {
      endSlot()
      if (sent === 0) load.onUnsent()
      for (; taken > sent; taken -= 1) bucket?.giveBack()
    }
  }
}

/** The service's own id of a request, whatever its prefix. */
function requestIdOf({ headers }: UpstreamResponse): string | undefined {
  const name = Object.keys(headers).find((one) => /(^|-)request-id$/.test(one))
  return name === undefined ? undefined : [headers[name]].flat()[0]
}

/** A 429 that says for how long pauses its host for everyone, unless it is about one vehicle alone. */
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

/**
 * Passes an answer on as it arrives. One that breaks off in the middle breaks off here too: a list cut short must
 * never look complete.
 */
async function pass(
  { status, headers, body }: UpstreamResponse,
  outgoing: HttpBindings['outgoing'],
  more: Record<string, string>,
): Promise<Response> {
  if (status >= 300 && status < 400) {
    body.destroy()
    return gatewayError(
      'UPSTREAM_UNREACHABLE',
      `The service answered ${status} with a redirect, which is never followed.`,
    )
  }
  const kept: Record<string, string> = { ...dataHeaders, ...more, ...requestIdHeader() }
  for (const [name, value] of Object.entries(headers)) {
    if (passed.test(name) && value !== undefined) kept[name] = [value].flat().join(', ')
  }
  outgoing.writeHead(status, kept)
  await pipeline(body, outgoing).catch(() => undefined) // both ends are destroyed then, which is the answer
  return RESPONSE_ALREADY_SENT
}
