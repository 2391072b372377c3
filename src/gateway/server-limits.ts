/**
 * How long a sender may take over a request, how much of it may be headers, and for how long an answer may wait to be
 * read: a slow one must not hold the server.
 */
import type { Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { HEADER_LIMIT_BYTES } from '../api/header-limit'
import { onClose } from './gone'

/** Milliseconds until the headers, and until the whole request, must have arrived; and without any of an answer read. */
export interface ServerLimits {
  headersMs: number
  requestMs: number
  stallMs: number
}
export const SERVER_LIMITS: ServerLimits = { headersMs: 10_000, requestMs: 60_000, stallMs: 15_000 }

/** Ends the connections whose other end takes nothing of an answer; one that has nothing to take yet is waited for. */
export function endStalled(server: Server, { stallMs }: Pick<ServerLimits, 'stallMs'> = SERVER_LIMITS): void {
  const heard = new WeakSet<Socket>()
  const answering = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => {
    heard.add(socket)
    answering.set(socket, response)
    onClose(response, () => answering.get(socket) === response && answering.delete(socket))
  })
  server.setTimeout(stallMs, (socket) => {
    // Node is silent about a socket for as long as anything at all moves on it.
    const isIdle = heard.has(socket) && !answering.has(socket) // Node's own limit for kept connections
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
}

/**
 * Counts connections on which nothing was ever sent among the idle ones. Browsers open some ahead, and Node takes them
 * for busy: a stop would wait for each until its headers are late.
 */
export function endUnused(server: Server): void {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }
}

/** Each limit listens for a response's close, and a stream that is piped into it adds several listeners. */
const MOST_LISTENERS = 20

/**
 * Keeps an error event of one response from ending the process, and closes the responses of a connection that is gone.
 * Node closes only the one that is being sent; those of pipelined requests behind it would stay open for good.
 */
export function settleResponses(server: Server): void {
  const unfinished = new WeakMap<Socket, Set<ServerResponse>>()
  server.prependListener('request', ({ socket }, response) => {
    response.setMaxListeners(MOST_LISTENERS)
    response.on('error', () => undefined) // its close follows, which ends what writes to it
    const known = unfinished.get(socket)
    const responses = known ?? new Set()
    responses.add(response)
    onClose(response, () => responses.delete(response))
    if (known) return
    unfinished.set(socket, responses)
    socket.once('close', () => {
      // Node has closed the first one by the next tick.
      setImmediate(() => {
        for (const one of responses) {
          one.destroy()
          one.emit('close')
        }
      })
    })
  })
}

/** The options of the HTTP server; answers may take as long as they need. */
export const serverOptions = ({
  headersMs,
  requestMs,
}: Omit<ServerLimits, 'stallMs'> = SERVER_LIMITS): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: Math.min(1_000, Math.max(50, headersMs / 4)),
  maxHeaderSize: HEADER_LIMIT_BYTES,
  insecureHTTPParser: false,
})
