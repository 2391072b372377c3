/**
 * Streams of server-sent events. Each ends with its sign-in and with this server. An open stream takes no place of a
 * request and does not extend its session.
 */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { dataHeaders, gatewayError } from '../errors'
import { onClose } from '../gone'
import { createStreamLimit } from './stream-limit'

/** A stream with more unread bytes is destroyed; its browser connects again. */
const MOST_UNREAD_BYTES = 64 * 1024
/** How long a response may take to be read to its end before its connection is destroyed. */
const END_MS = 1_000

type Outgoing = HttpBindings['outgoing']

export interface StreamRequest {
  /** The operator, or the client's address without sign-in. */
  key: string
  /** True if `key` is one person; an address may be that of a whole team behind a proxy. */
  isPerson: boolean
  isSignedIn(): Promise<boolean>
  /** Which broadcasts it receives, beside those to all. */
  group?: unknown
}
interface Stream extends StreamRequest {
  outgoing: Outgoing
}
/** Sends to one stream; does nothing once it has ended. */
export type Send = (text: string | Buffer) => void

export interface Streams {
  /** @param onOpen sends what the stream begins with; `isOpen` is false once it has ended */
  open(
    c: Context<{ Bindings: HttpBindings }>,
    stream: StreamRequest,
    onOpen: (send: Send, isOpen: () => boolean) => void,
  ): Response
  /** Sends to all streams. */
  broadcast: Send
  /** Sends to those of a group. @returns false if there are none */
  broadcastTo(group: unknown, text: string): boolean
  size(): number
  /** Ends the streams whose sign-in has ended. */
  recheck(): Promise<void>
  /** Ends all streams and refuses new ones. */
  close(): void
}

/** @param mostUnread bytes of one stream */
export function createStreams(mostUnread = MOST_UNREAD_BYTES): Streams {
  const streams = new Set<Stream>()
  const limit = createStreamLimit()
  let isClosed = false

  function sendTo(stream: Stream, text: string | Buffer): void {
    const { outgoing } = stream
    if (!streams.has(stream) || outgoing.writableEnded || outgoing.destroyed) return
    if (outgoing.writableLength > mostUnread) {
      streams.delete(stream)
      outgoing.destroy()
    } else outgoing.write(text)
  }

  function end(stream: Stream): void {
    const { outgoing } = stream
    streams.delete(stream) // first, because a write after the end is an error event
    outgoing.end()
    const timer = setTimeout(() => outgoing.destroy(), END_MS).unref()
    onClose(outgoing, () => clearTimeout(timer))
  }

  return {
    open(c, request, onOpen) {
      const { outgoing } = c.env
      if (isClosed) return gatewayError('STOPPING', 'The server is stopping. Connect again.')
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
      const headers = {
        ...dataHeaders,
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no', // a proxy that buffers responses would keep the events
      }
      if (c.env.incoming.method === 'HEAD') return new Response(null, { headers })
      const retryAfterS = limit.refusal(request)
      if (retryAfterS !== undefined)
        return gatewayError('BUSY', 'Too many streams of events are open, or were opened a moment ago.', {
          'retry-after': String(retryAfterS),
        })
      const stream = { ...request, outgoing }
      const release = limit.take(request)
      outgoing.on('error', () => undefined) // followed by its close
      onClose(outgoing, () => {
        streams.delete(stream)
        release()
      })
      outgoing.writeHead(200, headers)
      streams.add(stream)
      onOpen(
        (text) => sendTo(stream, text),
        () => streams.has(stream),
      )
      return RESPONSE_ALREADY_SENT
    },
    broadcast(text) {
      for (const stream of streams) sendTo(stream, text)
    },
    broadcastTo(group, text) {
      const members = [...streams].filter((stream) => stream.group === group)
      for (const stream of members) sendTo(stream, text)
      return members.length > 0
    },
    size: () => streams.size,
    async recheck() {
      await Promise.all(
        [...streams].map(async (stream) => {
          const isSignedIn = await stream.isSignedIn().catch(() => false)
          if (!isSignedIn && streams.has(stream)) end(stream)
        }),
      )
    },
    close() {
      isClosed = true
      for (const stream of streams) end(stream)
    },
  }
}

/** A comment line: the stream is open. */
export const SILENT_EVENT = ':\n\n'
/** @param data of one line @param id sent back by a browser that connects again, as the last it received */
export const eventText = (event: string, data: string, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
