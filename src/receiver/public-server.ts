/** The server of the public listener: how long a sender may take, how many connections there may be, how it stops. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Outcome, outcomes } from './answers'
import { type KeepAlive, keepConnections } from './keep-alive'

export interface ServerLimits {
  /** Until the headers must have arrived. */
  headersMs: number
  /** From them to the end of a body. */
  bodyMs: number
  connections: number
}

export const MOST_HEADER_BYTES = 8_192
/** Node's own limit of a whole request and of silence, for what isn't ended by ours. */
const BACKSTOP_MS = 15_000
/** Past this part of all connections the one that has said nothing whole for the longest makes room for a new one. */
const MOST_QUIET = 0.95

export interface PublicServer {
  server: Server
  /** Ends the connections on which nothing is being answered or sent. */
  endIdle(): void
}

interface Options {
  limits: ServerLimits
  keepAlive: KeepAlive
  /** True for the address of a proxy. */
  trusts: (address: string) => boolean
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Told of what was no request. */
  broken(outcome: Outcome): void
}

const brokenBy: Readonly<Record<string, Outcome>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

export function createPublicServer({ limits, keepAlive, trusts, handle, broken }: Options): PublicServer {
  const { headersMs, bodyMs, connections } = limits
  const server = createServer({
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: headersMs + bodyMs + BACKSTOP_MS,
    connectionsCheckingInterval: Math.min(1_000, Math.max(50, headersMs / 4)),
    insecureHTTPParser: false,
  })
  keepConnections(server, keepAlive, trusts)
  server.maxConnections = connections
  server.setTimeout(headersMs + bodyMs + BACKSTOP_MS)

  /** Connections without a whole request, those that have been so for the longest first. */
  const quiet = new Set<Socket>()
  const answering = new WeakMap<object, ServerResponse>()

  server.on('connection', (socket) => {
    quiet.add(socket)
    socket.once('close', () => quiet.delete(socket))
    const [longest] = quiet
    if (quiet.size > connections * MOST_QUIET) longest?.destroy()
  })

  function take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    answering.set(socket, response)
    request.once('end', () => quiet.delete(socket))
    response.once('close', () => {
      if (answering.get(socket) === response) answering.delete(socket)
      if (!socket.destroyed) quiet.add(socket)
    })
    handle(request, response)
  }
  server.on('request', take)
  // Asks before it sends its body: whoever reads the body says yes.
  server.on('checkContinue', take)

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isHttp = error.code !== undefined && /^(HPE|ERR_HTTP)_/.test(error.code)
    const pending = answering.get(socket)
    // Only the answer to the very request that is broken: one before it would take it for its own.
    const isAnother = pending !== undefined && (pending.headersSent || pending.req.complete)
    if (!isHttp || !socket.writable || isAnother) return void socket.destroy()
    const outcome = brokenBy[error.code ?? ''] ?? 'not-http'
    broken(outcome)
    socket.end(`HTTP/1.1 ${outcomes[outcome]} \r\ncontent-length: 0\r\nconnection: close\r\n\r\n`, () =>
      socket.destroy(),
    )
  })

  return {
    server,
    endIdle() {
      server.closeIdleConnections()
      // Node takes connections that were opened ahead for busy.
      for (const socket of quiet) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
