/**
 * The deliveries that a new stream has missed: since its browser was connected last, or since its page loaded the list.
 * Streams that open in a moment catch up together: the rows are read, decrypted and serialized once for all of them.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Book } from '../../receiver/book'
import type { Hints } from '../../store/hints'
import { eventText, type Send } from '../team/streams'
import type { KeptDeliveries } from './kept-deliveries'

/** Of the store as it is now. */
export interface TailSource {
  deliveries: Pick<KeptDeliveries, 'hear'> & { book: Pick<Book, 'since' | 'page'> }
  hints: Hints
  /** Runs a read while it holds a place of the store. @throws TooManyOpen */
  inPlace<T>(read: () => Promise<T>): Promise<T>
}

/** Of one round, and of what a stream catches up with. */
export const MOST_ROWS = 500
/** Rows that are read, decrypted and serialized without a breath. */
export const PART_ROWS = 50

interface Follower {
  /** Number of the last row that its browser received; undefined for a browser that connects for the first time. */
  lastId: number | undefined
  send: Send
  isOpen(): boolean
}
interface Options {
  source(): TailSource | undefined
  /** Polls. @returns the number of the newest row */
  newest(): Promise<number | undefined>
  /** Rejects if the server ends. */
  rest(ms: number): Promise<unknown>
}

/** Rows that may have arrived between a page's own load of the list and its stream. */
const MOST_MEANWHILE = 50
/** Between two groups of streams, in ms. */
export const CATCH_UP_GAP_MS = 250
const MISSED = eventText('missed', '')

/** @returns adds a stream; it has caught up, or received `missed`, at some time after that */
export function createCatchUp({ source, newest, rest }: Options): (follower: Follower) => void {
  let waiting: Follower[] = []
  let isRunning = false

  async function catchUp(followers: readonly Follower[], { deliveries: { book } }: TailSource): Promise<void> {
    const last = await newest()
    const [newcomers, returning] = [
      followers.filter(({ lastId }) => lastId === undefined),
      followers.filter(isReturning),
    ]
    if (newcomers.length > 0) {
      const { rows } = await book.page({ limit: MOST_MEANWHILE })
      sendAll(newcomers, rowsText(rows.toReversed()))
    }
    const isNear = ({ lastId }: { lastId: number }) => last === undefined || last - lastId <= MOST_ROWS
    sendAll(
      returning.filter((one) => !isNear(one)),
      MISSED,
    )
    const near = returning.filter(isNear)
    if (near.length === 0) return
    const from = Math.min(...near.map(({ lastId }) => lastId))
    for await (const rows of partsOf(book, from, MOST_ROWS)) {
      const texts = new Map<number, Buffer | undefined>()
      for (const { lastId, send } of near) {
        const start = rows.findIndex(({ id }) => id > lastId)
        if (start < 0) continue
        if (!texts.has(start)) texts.set(start, rowsText(rows.slice(start)))
        const text = texts.get(start)
        if (text) send(text)
      }
    }
  }

  async function run(): Promise<void> {
    isRunning = true
    try {
      while (waiting.length > 0) {
        const followers = waiting.filter(({ isOpen }) => isOpen())
        waiting = []
        const current = source()
        if (followers.length > 0 && current)
          await current.inPlace(() => catchUp(followers, current)).catch(() => sendAll(followers, MISSED)) // their pages load the list, which says what is wrong
        await rest(CATCH_UP_GAP_MS)
      }
    } finally {
      isRunning = false
    }
  }

  return (follower) => {
    waiting.push(follower)
    if (!isRunning) run().catch(() => undefined) // the server ends
  }
}

const isReturning = (one: Follower): one is Follower & { lastId: number } => one.lastId !== undefined

function sendAll(followers: readonly Follower[], text: Parameters<Send>[0] | undefined): void {
  if (text !== undefined) for (const { send } of followers) send(text)
}

/** Encoded once for all who get it; undefined without a row. */
const rowsText = (rows: readonly { id: number }[]): Buffer | undefined =>
  rows.length === 0 ? undefined : Buffer.from(eventText('rows', JSON.stringify(rows), rows.at(-1)?.id))

/** The rows behind a number, in parts with a breath for the event loop between. */
export async function* partsOf({ since }: Pick<Book, 'since'>, after: number, most: number) {
  for (let read = 0, from = after; read < most; ) {
    const rows = await since(from, Math.min(PART_ROWS, most - read))
    const newest = rows.at(-1)
    if (newest) yield rows
    if (!newest || rows.length < PART_ROWS) return
    read += rows.length
    from = newest.id
    await breathe()
  }
}
