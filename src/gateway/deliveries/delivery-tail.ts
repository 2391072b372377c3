/**
 * `/deliveries/tail`: envelopes as server-sent events, as they arrive: `rows` has those that came, and those of which more is
 * known by now; `missed` says that there were too many. One reading of the store serves all streams.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { LIVE_EVERY_MS } from '../../api/hints'
import type { Book } from '../../receiver/book'
import type { Hints } from '../../store/hints'
import { type AskedStream, createStreams, eventText, SILENT_EVENT } from '../team/streams'
import type { KeptDeliveries } from './kept-deliveries'

export interface DeliveryTail {
  open(c: Context<{ Bindings: HttpBindings }>, stream: AskedStream, of: Source): Response
  recheck(): Promise<void>
  close(): void
}

/** Of the store as it is now. */
interface Source {
  deliveries: Pick<KeptDeliveries, 'hear'> & { book: Pick<Book, 'since' | 'page'> }
  hints: Hints
}

/** Of one reading, and of what a browser that connects again is told of. */
const MOST_ROWS = 500
/** One whose save took longer than that of the next has a smaller number; and flags come a moment after the row. */
const LOOK_BACK = 64
/** Between two looks at what this process has kept. */
const GAP_MS = 100
/** Between a page's own load of the list and its stream. */
const MOST_MEANWHILE = 50
const MISSED = eventText('missed', '')
/** Rows of 500 are some 500 kB. */
const MOST_UNREAD_BYTES = 1024 * 1024

export function createDeliveryTail(): DeliveryTail {
  const { open, tell, size, recheck, close } = createStreams(MOST_UNREAD_BYTES)
  let source: Source | undefined
  let end = () => {}
  /** What was told of each, by its number. */
  let told = new Map<number, string>()
  let last: number | undefined
  let reading: Promise<void> | undefined
  let isAsked = false
  let resting: NodeJS.Timeout | undefined
  let isAwaited = false

  const timer = setInterval(() => {
    void recheck()
    tell(SILENT_EVENT)
  }, LIVE_EVERY_MS).unref()

  /** Those that are new or changed since they were told. */
  async function look(): Promise<void> {
    if (!source || size() === 0) {
      last = undefined // nobody follows: the next one begins anew
      return
    }
    const { book } = source.deliveries
    const isFirst = last === undefined
    last ??= (await newestOf(book)) ?? 0
    const rows = await book.since(Math.max(0, last - LOOK_BACK), MOST_ROWS)
    const texts = new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
    const changed = [...texts].filter(([id, text]) => told.get(id) !== text)
    const newest = rows.at(-1)?.id ?? last
    if (!isFirst && changed.length > 0) tell(eventText('rows', `[${changed.map(([, text]) => text).join()}]`, newest))
    told = texts
    last = Math.max(last, newest)
    if (rows.length >= MOST_ROWS) isAsked = true
  }

  /** @returns once what is there by now was looked at. Never throws */
  function ask(): Promise<void> {
    isAsked = true
    reading ??= run()
    return reading
  }
  async function run(): Promise<void> {
    while (isAsked) {
      isAsked = false
      // Of an outage pages hear when they ask; the next hint looks again.
      await look().catch(() => undefined)
    }
    reading = undefined
  }

  /** At once, and then no more often than is good for the store. */
  function soon(): void {
    if (resting) {
      isAwaited = true
      return
    }
    isAwaited = false
    void ask()
    resting = setTimeout(() => {
      resting = undefined
      if (isAwaited) soon()
    }, GAP_MS).unref()
  }

  function watch(given: Source): void {
    if (source?.deliveries === given.deliveries) return
    end()
    source = given
    last = undefined
    told = new Map()
    const ends = [
      given.hints.hear((hint) => (hint === 'deliveries' || hint === 'all') && soon()),
      given.deliveries.hear(soon),
    ]
    end = () => {
      for (const one of ends) one()
      clearTimeout(resting)
      resting = undefined
    }
  }

  /** What one has not heard: since it was here last, or since its page asked for the list. */
  async function catchUp(
    lastHeard: number | undefined,
    { deliveries: { book } }: Source,
    send: (text: string) => void,
  ) {
    const newest = async () => (await book.page({ limit: MOST_MEANWHILE })).rows.toReversed()
    const rows = lastHeard === undefined ? await newest() : await book.since(lastHeard, MOST_ROWS)
    if (rows.length >= MOST_ROWS) send(MISSED)
    else if (rows.length > 0) send(eventText('rows', JSON.stringify(rows), rows.at(-1)?.id))
  }

  return {
    open(c, asked, of) {
      const heard = /^\d{1,15}$/.exec(c.req.header('last-event-id') ?? '')?.[0]
      return open(c, asked, (send) => {
        watch(of)
        send(SILENT_EVENT)
        // What comes from now on is told of, so nothing falls between.
        void ask()
          .then(() => catchUp(heard === undefined ? undefined : Number(heard), of, send))
          .catch(() => send(MISSED))
      })
    },
    recheck,
    close() {
      clearInterval(timer)
      end()
      close()
    },
  }
}

const newestOf = async (book: Source['deliveries']['book']) => (await book.page({ limit: 1 })).rows[0]?.id
