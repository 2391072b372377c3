/** What the receiver answers: by what came of a request, its status and all that is sent. Nothing of a request is echoed. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** What came of a request, as it is counted; 0: its sender had left. */
export const outcomes = {
  saved: 200,
  repeated: 200,
  verified: 200,
  healthy: 200,
  'verification-refused': 400,
  'not-http': 400,
  'not-proven': 401,
  'not-found': 404,
  'wrong-method': 405,
  'too-slow': 408,
  'too-large': 413,
  'too-many': 429,
  'headers-too-large': 431,
  'store-away': 503,
  busy: 503,
  left: 0,
} as const
export type Outcome = keyof typeof outcomes

export interface Answer {
  outcome: Outcome
  /** Of a verification. */
  challenge?: string
  /** Seconds. */
  retryAfterS?: number
  /** True if someone opens the callback’s address, as operators do to see if it is the right one. */
  isRead?: boolean
  /** Begun once it is answered. */
  after?: () => void
}

const closing: ReadonlySet<Outcome> = new Set(['too-slow', 'too-large', 'too-many'])

const ADDRESS_WORKS = 'This address works. It accepts signed deliveries, sent with POST.\n'

function bodyOf({ outcome, challenge, isRead }: Answer): string {
  if (challenge !== undefined) return JSON.stringify({ challenge })
  if (isRead) return ADDRESS_WORKS
  if (outcome === 'healthy') return 'ok'
  return outcomes[outcome] === 200 ? '{}' : ''
}

function headersOf(answer: Answer, body: string, isLast: boolean): OutgoingHttpHeaders {
  const { outcome, retryAfterS, isRead } = answer
  const type = outcome === 'healthy' || isRead ? 'text/plain; charset=utf-8' : 'application/json'
  return {
    'content-length': Buffer.byteLength(body),
    ...(body !== '' && { 'content-type': type }),
    ...(outcome === 'wrong-method' && { allow: 'POST' }),
    ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
    ...(isLast && { connection: 'close' }),
  }
}

interface Sending {
  /** Nothing more is taken on its connection. */
  isLast: boolean
  /** For how long what is still being sent is thrown away, so that its sender comes to read the answer. */
  lingerMs: number
}

export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  { isLast, lingerMs }: Sending,
): void {
  if (response.destroyed || outcomes[answer.outcome] === 0) return
  const isOver = isLast || closing.has(answer.outcome) || !request.complete
  const body = bodyOf(answer)
  response.writeHead(outcomes[answer.outcome], headersOf(answer, body, isOver))
  if (request.complete || body !== '') response.end(body)
  else endAfter(request, response, lingerMs)
}

/**
 * An answer to a request that is still being sent: were its connection closed at once, the network would take the answer
 * back. It is complete without a body, so its reader need not wait for the end.
 */
function endAfter(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  response.flushHeaders()
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, lingerMs)
  request
    .once('end', end)
    .once('close', end)
    .on('error', () => undefined)
    .resume()
}
