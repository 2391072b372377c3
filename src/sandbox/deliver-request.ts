/** One request to a callback over a socket of its own: whole, slowly, or cut in the middle. */
import { type ClientRequest, request } from 'node:http'
import { pause } from '../api/wait'

/** `slow`: piece by piece, over `slowMs`. `cut`: half of it, then the connection ends. */
export type Pace = 'whole' | 'slow' | 'cut'

export interface Post {
  body: string
  headers: Record<string, string>
  pace: Pace
  slowMs: number
  timeoutMs: number
  signal: AbortSignal
}

export interface Reply {
  /** 0 where there was no response. */
  status: number
  text: string
  /** Why there was none. */
  problem: string | undefined
}

/** Ends early, without an error, where its signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>
export const nap: Sleep = (ms, signal) => pause(ms, signal).catch(() => undefined)

/** Nothing longer is an answer to a challenge. */
const MOST_TEXT = 4_096
const PIECES = 20

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ABORT_ERR: 'stopped',
}

/** Never rejects. A redirect is an answer like any other: it isn't followed. */
export function post(address: string, { body, headers, pace, slowMs, timeoutMs, signal }: Post): Promise<Reply> {
  const bytes = Buffer.from(body)
  const reply = new Promise<Reply>((resolve) => {
    let [status, text] = [0, '']
    let problem: string | undefined // the first counts: what follows comes of it
    const sent = request(address, {
      method: 'POST',
      agent: false,
      signal,
      headers: { 'content-type': 'application/json', 'content-length': bytes.length, ...headers },
    })
    const limitMs = timeoutMs + (pace === 'slow' ? slowMs : 0)
    const timer = setTimeout(() => {
      problem ??= `no response within ${limitMs / 1000} s`
      sent.destroy()
    }, limitMs)
    sent.on('response', (response) => {
      status = response.statusCode ?? 0
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        if (text.length < MOST_TEXT) text += part
      })
      response.on('error', () => {}) // its status is there
      response.on('close', () => sent.writableFinished || sent.destroy()) // it came before the whole body was sent
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      problem ??= problems[error.code ?? ''] ?? 'no connection'
    })
    sent.on('close', () => {
      clearTimeout(timer)
      resolve({ status, text, problem: status === 0 ? (problem ?? 'no response') : undefined })
    })
    if (pace === 'whole') sent.end(bytes)
    else if (pace === 'slow') void sendSlowly(sent, bytes, slowMs, signal)
    else {
      problem = 'cut by the simulator'
      sent.write(bytes.subarray(0, bytes.length / 2), () => sent.destroy())
    }
  })
  return reply.catch(() => ({ status: 0, text: '', problem: 'no valid request' })) // such as a name that no header can have
}

/** What the other end does not wait for is not sent. */
async function sendSlowly(sent: ClientRequest, bytes: Buffer, slowMs: number, signal: AbortSignal): Promise<void> {
  const size = Math.ceil(bytes.length / PIECES)
  const ended = new AbortController()
  sent.once('close', () => ended.abort())
  sent.once('response', () => ended.abort())
  const either = AbortSignal.any([signal, ended.signal])
  for (let at = 0; at < bytes.length && !either.aborted; at += size) {
    sent.write(bytes.subarray(at, at + size))
    await nap(slowMs / PIECES, either)
  }
  if (!sent.destroyed) sent.end()
}
