/**
 * Refuses headers past the limit in words. Node's own 431 is empty, and cookies are the likely cause: a browser sends those
 * of all consoles at a host name, whatever their port.
 */
import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { headersTooLarge } from '../api/header-limit'
import { plainPage } from '../server/http/pages/plain-page'
import { gatewayError, identified } from './errors'
import { onClose } from './gone'
import type { Log } from './log'
import type { Metrics } from './metrics'

/** Node's default responses, by error (`socketOnError` of its HTTP server). */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** Time to read the response while the rest of the request still arrives: a connection closed earlier is reset. */
const LINGER_MS = 1_000

interface ClientError extends NodeJS.ErrnoException {
  /** The part of the request that couldn't be parsed. */
  rawPacket?: Buffer
}

interface Observers {
  metrics: Pick<Metrics, 'answered'>
  log: Pick<Log, 'warn'>
}

export function explainLargeHeaders(server: Server, { metrics, log }: Observers): void {
  const responding = new WeakMap<Duplex, ServerResponse>()
  const refused = new WeakSet<Duplex>()
  server.on('request', ({ socket }, response) => {
    responding.set(socket, response)
    onClose(response, () => responding.get(socket) === response && responding.delete(socket))
  })
  server.on('clientError', (error: ClientError, socket) => {
    if (refused.has(socket)) return // the rest of the same headers
    const pending = responding.get(socket)
    // Only the broken request gets the response: one before it on the connection would take it for its own.
    const canRespond = socket.writable && !(pending?.headersSent || pending?.req.complete)
    if (!canRespond || error.code !== 'HPE_HEADER_OVERFLOW') {
      const status = statuses[error.code ?? ''] ?? 400
      if (canRespond) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`)
      socket.destroy(error)
      return
    }
    refused.add(socket)
    const requestId = randomUUID()
    metrics.answered('HEADERS_TOO_LARGE')
    log.warn({ event: 'request', requestId, code: 'HEADERS_TOO_LARGE', status: 431 })
    const close = () => socket.destroy()
    setTimeout(close, LINGER_MS).unref()
    socket.once('end', close)
    void responseTo(error.rawPacket, requestId).then((bytes) => socket.end(bytes), close)
  })
}

async function responseTo(request: Buffer | undefined, id: string): Promise<string> {
  const isPage = /^accept:[^\r\n]*text\/html/im.test(request?.toString('latin1') ?? '')
  const error = gatewayError('HEADERS_TOO_LARGE', headersTooLarge)
  const response = isPage
    ? plainPage(431, { title: 'Request headers too large', text: headersTooLarge, isAlert: true })
    : ((await identified(error, { id }))?.answer ?? error)
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('x-forecourt-request-id', id)
  headers.set('content-length', String(body.length))
  headers.set('connection', 'close')
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 431 ${STATUS_CODES[431]}\r\n${lines}\r\n${body}`
}
