/**
 * `/deliveries/tail`: envelopes as server-sent events, as they arrive. `rows` has new ones, and those of which more is known
 * by now; `missed` says that there were too many. One read of the store serves all streams.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { LIVE_EVERY_MS } from '../../api/hints'
import { createStreams, eventText, SILENT_EVENT, type StreamRequest } from '../team/streams'
import { createCatchUp, MOST_ROWS, partsOf, type TailSource } from './catch-up'

export interface DeliveryTail {
  open(c: Context<{ Bindings: HttpBindings }>, stream: StreamRequest, source: TailSource): Response
  recheck(): Promise<void>
  close(): void
}

/** One whose save took longer than that of the next has a smaller number; and flags come a moment after the row. */
const LOOK_BACK = 64
/** Between two rounds. */
const GAP_MS = 100
/** A row of 500 is some 500 kB. */
const MOST_UNREAD_BYTES = 1024 * 1024

export function createDeliveryTail(): DeliveryTail {
  const { open, broadcast, size, recheck, close } = createStreams(MOST_UNREAD_BYTES)
  let source: TailSource | undefined
  let unsubscribe = () => {}
  /** The text that was sent of each row, by the row's number. */
  let sent = new Map<number, string>()
  let last: number | undefined
  let polling: Promise<void> | undefined
  let isRequested = false
  let resting: NodeJS.Timeout | undefined
  let isAwaited = false
  const ending = new AbortController()

  const timer = setInterval(() => {
    void recheck()
    broadcast(SILENT_EVENT)
  }, LIVE_EVERY_MS).unref()

  /** Sends the rows that are new, or changed since they were sent. */
  async function poll(): Promise<void> {
    if (!source || size() === 0) {
      last = undefined // the next stream starts from the newest row
      return
    }
    const { deliveries } = source
    const { book } = deliveries
    const isFirst = last === undefined
    last ??= (await newestOf(book)) ?? 0
    const texts = new Map<number, string>()
    for await (const rows of partsOf(book, Math.max(0, last - LOOK_BACK), MOST_ROWS))
      for (const row of rows) texts.set(row.id, JSON.stringify(row))
    if (source.deliveries !== deliveries) return // another store by now
    const changed = [...texts].filter(([id, text]) => sent.get(id) !== text)
    const newest = [...texts.keys()].at(-1) ?? last
    if (!isFirst && changed.length > 0)
      broadcast(Buffer.from(eventText('rows', `[${changed.map(([, text]) => text).join()}]`, newest)))
    sent = texts
    last = Math.max(last, newest)
    if (texts.size >= MOST_ROWS) isRequested = true
  }

  /** Resolves once a round that began after the call has ended. Never throws. */
  function requestPoll(): Promise<void> {
    isRequested = true
    polling ??= run()
    return polling
  }
  async function run(): Promise<void> {
    while (isRequested) {
      isRequested = false
      // Pages notice an outage with their own requests; the next hint polls again.
      await poll().catch(() => undefined)
    }
    polling = undefined
  }

  /** At once, and then no more often than is good for the store. */
  function pollSoon(): void {
    if (resting) {
      isAwaited = true
      return
    }
    isAwaited = false
    void requestPoll()
    resting = setTimeout(() => {
      resting = undefined
      if (isAwaited) pollSoon()
    }, GAP_MS).unref()
  }

  function watch(current: TailSource): void {
    const isSame = source?.deliveries === current.deliveries
    source = current
    if (isSame) return
    unsubscribe()
    last = undefined
    sent = new Map()
    const ends = [
      current.hints.hear((hint) => (hint === 'deliveries' || hint === 'all') && pollSoon()),
      current.deliveries.hear(pollSoon),
    ]
    unsubscribe = () => {
      for (const end of ends) end()
      clearTimeout(resting)
      resting = undefined
    }
  }

  const catchUp = createCatchUp({
    source: () => source,
    async newest() {
      await requestPoll()
      return last
    },
    rest: (ms) => pause(ms, undefined, { signal: ending.signal, ref: false }),
  })

  return {
    open(c, stream, current) {
      const lastEventId = /^\d{1,15}$/.exec(c.req.header('last-event-id') ?? '')?.[0]
      return open(c, stream, (send, isOpen) => {
        watch(current)
        send(SILENT_EVENT)
        // Rounds from now on send to this stream, too, so no row falls between.
        catchUp({ lastId: lastEventId === undefined ? undefined : Number(lastEventId), send, isOpen })
      })
    },
    recheck,
    close() {
      clearInterval(timer)
      ending.abort()
      unsubscribe()
      close()
    },
  }
}

const newestOf = async (book: TailSource['deliveries']['book']) => (await book.page({ limit: 1 })).rows[0]?.id
