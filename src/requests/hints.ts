/**
 * Hints of the server (`/events`), so that a page asks when there is something new: one stream for all tabs of a browser,
 * which may have few connections open. The tab that holds the lock reads it and tells the others. Without locks, as on plain
 * http, there are no hints, and pages ask every few seconds.
 */
import { type Hint, hintTopics, LIVE_EVERY_MS } from '../api/hints'
import { sharedName } from '../core/tab-messages'

/** For so long after the last sign of life hints are counted on: one may come late. */
const LIVE_MS = 2 * LIVE_EVERY_MS
/** What the server refused is tried again after so long; what only ended the browser opens again itself. */
const AGAIN_MS = 30_000

type Listener = (hint: Hint) => void
const listeners = new Set<Listener>()
let heardAt = Number.NEGATIVE_INFINITY
let close = () => {}

/** True while hints arrive: nobody has to ask every few seconds. */
export const areHintsLive = (): boolean => performance.now() - heardAt < LIVE_MS

/** @returns what ends it; the stream ends with the last one */
export function hearHints(listener: Listener): () => void {
  listeners.add(listener)
  if (listeners.size === 1) close = open()
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) close()
  }
}

function take(said: unknown): void {
  heardAt = performance.now()
  const hint = said === 'all' ? said : hintTopics.find((topic) => topic === said)
  if (hint) for (const listener of [...listeners]) listener(hint)
}

function open(): () => void {
  const locks = globalThis.navigator?.locks
  if (!locks) return () => {}
  const ending = new AbortController()
  const { signal } = ending
  const others = new BroadcastChannel(sharedName('hints'))
  others.onmessage = ({ data }) => take(data)
  const tell = (said: string) => {
    take(said)
    others.postMessage(said)
  }
  locks.request(sharedName('events'), { signal }, () => readUntil(signal, tell)).catch(() => undefined) // it was ended first
  return () => {
    ending.abort()
    others.close()
    heardAt = Number.NEGATIVE_INFINITY
  }
}

/** Reads the stream until the signal, whatever becomes of it. */
function readUntil(signal: AbortSignal, tell: (said: string) => void): Promise<void> {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFirst = true
  function connect() {
    const here = new EventSource('/events')
    source = here
    here.onopen = () => {
      if (!isFirst) tell('all') // what was said meanwhile was missed
      isFirst = false
    }
    here.addEventListener('live', () => tell('live'))
    here.addEventListener('hint', ({ data }) => tell(data))
    here.onerror = () => {
      heardAt = Number.NEGATIVE_INFINITY
      if (here.readyState === EventSource.CLOSED) timer = setTimeout(connect, AGAIN_MS)
    }
  }
  connect()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source?.close()
      resolve()
    })
  })
}
