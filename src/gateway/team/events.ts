/**
 * `/events`: hints as server-sent events, so that pages ask when there is something new. A stream ends with its sign-in and
 * with this server, and takes no place of a request; that it is open is no use of the session.
 */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { type Hint, LIVE_EVERY_MS } from '../../api/hints'
import type { Hints } from '../../store/hints'
import { dataHeaders, gatewayError } from '../errors'
import { requestIdHeader } from '../request-id'

/** Of all, and of one operator. */
const MOST_STREAMS = 1_000
const MOST_OF_ONE = MOST_STREAMS / 2
/** Whoever reads nothing of so much is let go, and comes again. */
const MOST_UNREAD_BYTES = 64 * 1024

type Outgoing = HttpBindings['outgoing']

interface Stream {
  outgoing: Outgoing
  /** Whose it is. */
  key: string
  isSignedIn(): Promise<boolean>
}

export interface Events {
  /** @param hints of the store as it is now */
  open(c: Context<{ Bindings: HttpBindings }>, stream: Omit<Stream, 'outgoing'>, hints: Hints): Response
  /** Ends the streams whose sign-in has ended. */
  recheck(): Promise<void>
  /** Ends all, and takes no more. */
  close(): void
}

/** @param isLive whether hints arrive at all: where they don't, pages have to ask by themselves */
export function createEvents(isLive: () => boolean): Events {
  const streams = new Set<Stream>()
  /** One of a store. */
  const heard = new Map<Hints, () => void>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const send = ({ outgoing }: Stream, text: string) =>
    outgoing.writableLength > MOST_UNREAD_BYTES ? outgoing.destroy() : outgoing.write(text)
  const tell = (event: 'hint' | 'live', data: Hint | '') => {
    for (const stream of streams) send(stream, eventText(event, data))
  }

  async function recheck(): Promise<void> {
    await Promise.all(
      [...streams].map(async (stream) => {
        if (!(await stream.isSignedIn().catch(() => false))) stream.outgoing.end()
      }),
    )
  }

  function watch(hints: Hints): void {
    if (!heard.has(hints)) {
      for (const end of heard.values()) end() // of a store that was opened before
      heard.clear()
      heard.set(
        hints,
        hints.hear((hint) => tell('hint', hint)),
      )
    }
    timer ??= setInterval(() => {
      void recheck()
      if (isLive()) tell('live', '')
    }, LIVE_EVERY_MS).unref()
  }

  return {
    open(c, asked, hints) {
      const { outgoing } = c.env
      const ofOne = [...streams].filter(({ key }) => key === asked.key).length
      if (isClosed) return gatewayError('STOPPING', 'The server is stopping. Connect again.')
      if (streams.size >= MOST_STREAMS || ofOne >= MOST_OF_ONE)
        return gatewayError('BUSY', 'Too many streams of events are open.', { 'retry-after': '60' })
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
      watch(hints)
      const stream = { ...asked, outgoing }
      outgoing.once('close', () => streams.delete(stream))
      outgoing.writeHead(200, {
        ...dataHeaders,
        ...requestIdHeader(),
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no', // a proxy that gathers answers would keep the hints
      })
      send(stream, isLive() ? eventText('live', '') : ':\n\n')
      streams.add(stream)
      return RESPONSE_ALREADY_SENT
    },
    recheck,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const { outgoing } of streams) outgoing.end()
    },
  }
}

const eventText = (event: string, data: string) => `event: ${event}\ndata: ${data}\n\n`
