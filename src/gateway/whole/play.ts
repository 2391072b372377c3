/** Plays moves: each as a connection of its own, in its manner. */
import { type IncomingMessage, request as open } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Move, Sent } from './moves'
import type { createOracle, Received } from './oracle'
import type { createSessions, Session } from './people'

/** A stream is read for so long. */
const STREAM_MS = 3_000
/** An unfinished body or response is left alone for so long. */
const LEFT_MS = 2_000
/** Longer than anything may take. */
const MOST_MS = 30_000
/** A stream ends within this time of its sign-out. */
const STREAM_ENDS_MS = 5_000
const MOST_TEXT = 2_000_000
const MOST_RECENT = 1_000

const isStream = (path: string) => /^\/(events|deliveries\/tail)(\?|$)/.test(path)
const isSignOut = ({ method, path }: Sent) => method === 'POST' && path.startsWith('/auth/sign-out')
const escaped = (path: string) => path.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent)

interface World {
  origin: string
  oracle: ReturnType<typeof createOracle>
  sessions: ReturnType<typeof createSessions>
  /** The request of a move, with IDs of its own. */
  sentOf: (move: Move) => Sent
}

export function createPlayer({ origin, oracle, sessions, sentOf }: World) {
  const { port } = new URL(origin)
  /** The latest requests, for the report of a long stretch. */
  const recent: { from: number; to: number; text: string }[] = []
  let playing = 0

  /** Sends a request to its end, or to the end of its connection. */
  function exchange(
    { method, path, headers, body }: Sent,
    { cookie }: Session,
    move: Pick<Move, 'manner' | 'ms'>,
    onEnd?: () => void,
  ): Promise<Received> {
    const running = {
      from: Date.now(),
      to: Number.POSITIVE_INFINITY,
      text: `${method} ${path.slice(0, 120)} ${body?.length ?? 0}`,
    }
    recent.push(running)
    if (recent.length > MOST_RECENT) recent.shift()
    return new Promise((resolve) => {
      let text = ''
      let response: IncomingMessage | undefined
      const timers: NodeJS.Timeout[] = []
      const request = open({
        ...{ host: '127.0.0.1', port, method, path: escaped(path), agent: false },
        headers: {
          host: `localhost:${port}`,
          ...headers,
          ...(cookie && { cookie }),
          ...(body && { 'content-length': body.length }),
        },
      })
      function finish(): void {
        running.to = Date.now()
        for (const timer of timers) clearTimeout(timer)
        onEnd?.()
        resolve({ status: response?.statusCode ?? 0, text, isWhole: response?.complete ?? false })
      }
      const later = (ms: number) => timers.push(setTimeout(() => request.destroy(), ms))
      later(MOST_MS)
      if (move.manner === 'cut') later(move.ms)
      request.on('error', () => undefined)
      request.on('response', (incoming) => {
        response = incoming
        incoming.on('data', (chunk: Buffer) => {
          if (text.length < MOST_TEXT) text += chunk
        })
        incoming.on('error', () => undefined)
        incoming.on('close', finish)
        if (isStream(path)) later(STREAM_MS)
        if (move.manner === 'slow') {
          incoming.pause()
          timers.push(setTimeout(() => incoming.resume(), LEFT_MS))
        }
      })
      request.on('close', () => {
        if (!response) finish()
      })
      if (move.manner === 'unfinished' && body) {
        request.write(body.subarray(0, body.length >> 1))
        later(LEFT_MS)
      } else request.end(body)
    })
  }

  async function one(move: Move, sent: Sent, session: Session): Promise<void> {
    const wasEnded = session.endedAt !== undefined
    const received = await exchange(sent, session, move)
    oracle.received(move, sent, session, received, wasEnded)
    if (!isSignOut(sent)) return
    if (received.status === 200) session.endedAt = Date.now()
    sessions.renew(session)
  }

  /** Several requests in one piece; their responses are one text. */
  function pipeline(move: Move, sent: Sent, session: Session): Promise<void> {
    const head = [
      `${sent.method} ${escaped(sent.path)} HTTP/1.1`,
      `host: localhost:${port}`,
      ...Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`),
      ...(session.cookie ? [`cookie: ${session.cookie}`] : []),
      ...(sent.body ? [`content-length: ${sent.body.length}`] : []),
    ].join('\r\n')
    const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), sent.body ?? Buffer.alloc(0)])
    return new Promise((resolve) => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(Buffer.concat([bytes, bytes, bytes])))
      const timer = setTimeout(() => socket.destroy(), 200 + move.ms)
      socket.on('data', (chunk) => {
        if (text.length < MOST_TEXT) text += chunk
      })
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearTimeout(timer)
        oracle.receivedText(text, session, `${sent.method} ${sent.path} ${sent.body?.toString('latin1') ?? ''}`)
        resolve()
      })
    })
  }

  /** Signs out with streams open, one of which reads nothing, and a request in progress. */
  async function signOut(move: Move, sent: Sent, session: Session): Promise<void> {
    const headers = { origin, 'sec-fetch-site': 'same-origin' }
    const stream = (path: string): Sent => ({ method: 'GET', path, headers, body: undefined })
    let endedAt = 0
    const streams = ['/events', '/deliveries/tail'].map((path) =>
      exchange(stream(path), session, { manner: 'plain', ms: 0 }, () => {
        const ms = Date.now() - endedAt
        if (endedAt > 0 && ms > STREAM_ENDS_MS) oracle.faults.push(`${path} was open ${ms} ms after the sign-out`)
      }),
    )
    const others = [
      exchange(stream('/events'), session, { manner: 'slow', ms: 0 }),
      pipeline(move, stream('/events'), session),
      one(move, sent, session),
    ]
    await pause(move.ms)
    const signOut = { method: 'POST', path: '/auth/sign-out', headers, body: undefined }
    const { status } = await exchange(signOut, session, { manner: 'plain', ms: 0 })
    if (status === 200) {
      session.endedAt = Date.now()
      endedAt = session.endedAt
      await one({ ...move, manner: 'plain' }, sent, session)
    }
    sessions.renew(session)
    await Promise.all([...streams, ...others])
  }

  async function play(move: Move): Promise<void> {
    const session = await sessions.of(move.person)
    if (!session) return oracle.count('sign-in refused')
    const sent = sentOf(move)
    if (isSignOut(sent) && !sessions.canRenew()) return
    if (move.manner === 'pipelined') {
      await pipeline(move, sent, session)
      if (isSignOut(sent)) sessions.renew(session)
      return
    }
    if (move.manner === 'sign-out' && session.cookie && sessions.canRenew()) return signOut(move, sent, session)
    return one(move, sent, session)
  }

  return {
    async play(move: Move): Promise<void> {
      playing += 1
      await play(move).catch((error: Error) => oracle.faults.push(`${move.person.subject}: ${error.message}`))
      playing -= 1
    },
    playing: () => playing,
    /** Requests that were open at the end of a stretch. */
    during: (at: number, ms: number) =>
      recent.filter(({ from, to }) => from <= at && to >= at - ms).map(({ text }) => text),
  }
}
