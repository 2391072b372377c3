/**
 * Streams of server-sent events. Each ends with its sign-in and with this server, and takes no place of a request; that it
 * is open is no use of the session.
 */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { dataHeaders, gatewayError } from '../errors'
import { requestIdHeader } from '../running'

/** Of all, and of one operator. */
const MOST_STREAMS = 1_000
const MOST_OF_ONE = MOST_STREAMS / 2
/** Whoever reads nothing of so much is let go, and comes again. */
const MOST_UNREAD_BYTES = 64 * 1024

type Outgoing = HttpBindings['outgoing']

export interface AskedStream {
  /** Whose it is. */
  key: string
  isSignedIn(): Promise<boolean>
}
interface Stream extends AskedStream {
  outgoing: Outgoing
}

export interface Streams {
  /** @param begun what is written first, once it is open */
  open(
    c: Context<{ Bindings: HttpBindings }>,
    stream: AskedStream,
    begun: (send: (text: string) => void) => void,
  ): Response
  /** To all of them. */
  tell(text: string): void
  size(): number
  /** Ends those whose sign-in has ended. */
  recheck(): Promise<void>
  /** Ends all, and takes no more. */
  close(): void
}

/** @param mostUnread of one, in bytes */
export function createStreams(mostUnread = MOST_UNREAD_BYTES): Streams {
  const streams = new Set<Stream>()
  let isClosed = false

  const sendTo = ({ outgoing }: Stream, text: string): void => {
    if (outgoing.writableLength > mostUnread) outgoing.destroy()
    else outgoing.write(text)
  }

  return {
    open(c, asked, begun) {
      const { outgoing } = c.env
      const ofOne = [...streams].filter(({ key }) => key === asked.key).length
      if (isClosed) return gatewayError('STOPPING', 'The server is stopping. Connect again.')
      if (streams.size >= MOST_STREAMS || ofOne >= MOST_OF_ONE)
        return gatewayError('BUSY', 'Too many streams of events are open.', { 'retry-after': '60' })
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
      const stream = { ...asked, outgoing }
      outgoing.once('close', () => streams.delete(stream))
      outgoing.writeHead(200, {
        ...dataHeaders,
        ...requestIdHeader(c.env.incoming),
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no', // a proxy that gathers answers would keep the events
      })
      streams.add(stream)
      begun((text) => sendTo(stream, text))
      return RESPONSE_ALREADY_SENT
    },
    tell(text) {
      for (const stream of streams) sendTo(stream, text)
    },
    size: () => streams.size,
    async recheck() {
      await Promise.all(
        [...streams].map(async (stream) => {
          if (!(await stream.isSignedIn().catch(() => false))) stream.outgoing.end()
        }),
      )
    },
    close() {
      isClosed = true
      for (const { outgoing } of streams) outgoing.end()
    },
  }
}

/** A line that says nothing: the stream is open. */
export const SILENT_EVENT = ':\n\n'
/** @param data of one line @param id what a browser that connects again names as the last it heard */
export const eventText = (event: string, data: string, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
