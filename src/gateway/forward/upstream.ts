/** One request to one of the three hosts, path and query byte for byte, sent exactly once. */
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Host } from '../../api/endpoint'
import { tlsWords } from '../tls-words'
import { createOutbound, type Outbound } from './outbound'
import { proxyWords } from './proxy-words'
import { Body } from './whole'

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

export type AnswerHeaders = Record<string, string | string[] | undefined>

export interface UpstreamResponse {
  status: number
  headers: AnswerHeaders
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

/** @param address the host's configured address, with its base path where it has one */
export function createUpstream(address: string, outbound: Pick<Outbound, 'open'> = createOutbound()): Upstream {
  const { origin, pathname } = new URL(address)
  const base = pathname === '/' ? '' : pathname
  const pool = outbound.open(origin, { connections: MOST_CONNECTIONS, pipelining: 1 })

  function send({ method, target, headers, body, isChange, timeoutMs, bodyMs, signal, onSent }: UpstreamRequest) {
    // A pool of one for a change: its socket is new, and closes behind it.
    const own = isChange ? outbound.open(origin, { connections: 1, pipelining: 1 }) : undefined
    return new Promise<UpstreamResponse>((resolve, reject) => {
      let controller: Dispatcher.DispatchController | undefined
      let answer: Body | undefined
      /** Why it was given up before an answer came. */
      let ended: { reason: Error } | undefined
      let isSent = false
      let isThrough = false
      const leave = () => end(signal?.reason)
      let timer = setTimeout(() => end(late()), timeoutMs)
      const stopListening = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      const more = () => (isSent ? '' : ' Nothing was sent.')
      const late = () =>
        new UpstreamError('UPSTREAM_TIMEOUT', `${address} didn’t respond within ${timeoutMs} ms.${more()}`)

      function fail(error: Error): void {
        stopListening()
        own?.destroy().catch(() => undefined)
        reject(error)
      }
      /** The pool hears of the end only once it has a connection, and sends nothing then. */
      function end(reason: Error): void {
        if (answer) return void answer.destroy(reason)
        ended = { reason }
        controller?.abort(reason)
        fail(reason)
      }

      function onResponseStart(from: Dispatcher.DispatchController, status: number, received: AnswerHeaders): void {
        if (status < 200) return // another one follows
        answer = new Body({
          read: () => from.resume(),
          destroy(error, done) {
            stopListening()
            if (!isThrough) from.abort(error ?? new Error('Nobody reads it any more.'))
            done(error)
          },
        })
        clearTimeout(timer)
        timer = setTimeout(() => end(new Error(`It took longer than ${bodyMs} ms.`)), bodyMs)
        own?.close().catch(() => undefined) // waits for its one answer to be read
        resolve({ status, headers: received, body: answer })
      }

      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave)
      ;(own ?? pool).dispatch(
        {
          origin,
          path: base + target,
          method: method as 'GET', // any method: the type lists the usual ones
          headers,
          body: body ?? null,
          headersTimeout: 0, // the timer above counts
          bodyTimeout: 0,
          reset: isChange,
        },
        {
          onRequestStart(from) {
            if (ended) return from.abort(ended.reason)
            controller = from
            isSent = true
            onSent()
          },
          onResponseStart,
          onResponseData(from, chunk) {
            if (answer?.push(chunk) === false) from.pause()
          },
          onResponseEnd() {
            isThrough = true
            answer?.end()
          },
          onResponseError(_, error) {
            isThrough = true
            if (answer) answer.destroy(error)
            else if (!ended)
              fail(
                new UpstreamError('UPSTREAM_UNREACHABLE', `${address} can’t be reached: ${reasonOf(error)}.${more()}`),
              )
          },
        },
      )
    })
  }

  return { address, send, close: () => pool.destroy() }
}

export const createUpstreams = (hosts: Readonly<Record<Host, string>>, outbound: Pick<Outbound, 'open'>) => ({
  vehicleData: createUpstream(hosts.vehicleData, outbound),
  vehicle: createUpstream(hosts.vehicle, outbound),
  management: createUpstream(hosts.management, outbound),
})

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
  const reason = (typeof code === 'string' && (reasons[code] ?? code)) || 'its response couldn’t be read'
  return tlsWords(error) ?? proxyWords(error, reason) ?? reason
}
