/** One request to one of the three hosts, path and query byte for byte, sent exactly once. */
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { createOutbound, type Outbound } from './outbound'

export interface UpstreamRequest {
  method: string
  /** Raw path and query at the host. */
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** A change gets a socket of its own: one kept alive may have been closed at the other end in the meantime. */
  isChange: boolean
  /** Milliseconds until the answer's headers. */
  timeoutMs: number
  /** Milliseconds after them until the end of its body. */
  bodyMs: number
  /** Aborts the request; not given for changes, which are carried to their end. */
  signal: AbortSignal | undefined
  /** Called when the first byte of it leaves: until then nothing can come of it. */
  onSent: () => void
}

export interface UpstreamResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

export class UpstreamError extends Error {
  override name = 'UpstreamError'
  constructor(
    readonly code: 'UPSTREAM_UNREACHABLE' | 'UPSTREAM_TIMEOUT',
    message: string,
  ) {
    super(message)
  }
}

export interface Upstream {
  address: string
  send(request: UpstreamRequest): Promise<UpstreamResponse>
  /** Ends what is still open, too. */
  close(): Promise<void>
}

/** More than the slots of the reads of a host: none of them ever waits for a connection of another. */
const MOST_CONNECTIONS = 64

/** Hears of the moment at which a request is written to a connection. */
const noteSending =
  (note: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context)
        if (!controller.aborted) note()
      },
      onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
      onResponseStart: (...all) => handler.onResponseStart?.(...all),
      onResponseData: (...all) => handler.onResponseData?.(...all),
      onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
      onResponseError: (...all) => handler.onResponseError?.(...all),
    })

const rejected = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** @param address the host's configured address, with its base path where it has one */
export function createUpstream(address: string, outbound: Pick<Outbound, 'open'> = createOutbound()): Upstream {
  const { origin, pathname } = new URL(address)
  const base = pathname === '/' ? '' : pathname
  const pool = outbound.open(origin, { connections: MOST_CONNECTIONS, pipelining: 1 })

  async function send({
    method,
    target,
    headers,
    body,
    isChange,
    timeoutMs,
    bodyMs,
    signal,
    onSent,
  }: UpstreamRequest): Promise<UpstreamResponse> {
    // Not AbortSignal.any: Node keeps what that makes for as long as it is listened to, and with it all of a request.
    const ended = new AbortController()
    const leave = () => ended.abort(signal?.reason)
    const stopListening = () => signal?.removeEventListener('abort', leave)
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      ended.abort()
    }, timeoutMs)
    let isSent = false
    // A pool of one for a change: its socket is new, and closes behind it.
    const own = isChange ? outbound.open(origin, { connections: 1, pipelining: 1 }) : undefined
    try {
      const noting = noteSending(() => {
        isSent = true
        onSent()
      })
      const asked = (own ?? pool).compose(noting).request({
        origin,
        path: base + target,
        method: method as 'GET', // any method: the type lists the usual ones
        headers,
        body: body ?? null,
        signal: ended.signal,
        headersTimeout: 0, // the timer above counts
        bodyTimeout: bodyMs,
        reset: isChange,
      })
      // The pool hears of the end only once it has a connection, and sends nothing then.
      const response = await Promise.race([asked, rejected(ended.signal)])
      // One that breaks off before it is passed on is noticed there; unheard, it would end the process.
      response.body.on('error', () => undefined)
      const slow = setTimeout(() => response.body.destroy(new Error(`It took longer than ${bodyMs} ms.`)), bodyMs)
      response.body.once('close', () => {
        clearTimeout(slow)
        stopListening()
      })
      return { status: response.statusCode, headers: response.headers, body: response.body }
    } catch (error) {
      stopListening()
      if (signal?.aborted) throw error
      const more = isSent ? '' : ' Nothing was sent.'
      if (isLate)
        throw new UpstreamError('UPSTREAM_TIMEOUT', `${address} didn’t respond within ${timeoutMs} ms.${more}`)
      throw new UpstreamError('UPSTREAM_UNREACHABLE', `${address} can’t be reached: ${reasonOf(error)}.${more}`)
    } finally {
      clearTimeout(timer)
      void own?.close().catch(() => undefined) // waits for its one answer to be read
    }
  }

  return { address, send, close: () => pool.destroy() }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name couldn’t be resolved',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_ABORTED: 'the proxy (HTTPS_PROXY) didn’t connect', // whoever aborts a request has left, and is told nothing
  UND_ERR_SOCKET: 'the connection closed before a response came',
}

/** Why a connection failed, in words; the message itself may hold more than should be told. */
export function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return (typeof code === 'string' && (reasons[code] ?? code)) || 'its response couldn’t be read'
}
