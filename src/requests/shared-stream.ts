/**
 * A stream of the server's events for all tabs of a browser, which may have few connections open: the tab that holds the
 * lock reads it and tells the others. Without locks, as on plain http, there is none.
 */
import { sharedName } from '../core/tab-messages'

/** What the server refused is tried again after so long; what only ended the browser opens again itself. */
const AGAIN_MS = 30_000
/** A tab that takes a stream over may have missed something, unlike one that has just begun to listen. */
const JUST_MS = 1_000

export interface SharedStream {
  /** What the tabs share is called by it. */
  purpose: string
  path: `/${string}`
  events: readonly string[]
  said: (event: string, data: string) => void
  /** Something may have been said that this tab didn't hear. */
  missed: () => void
  /** It was cut off. */
  lost: () => void
}

interface Message {
  event: string
  data: string
}
const MISSED = 'missed'

/** @returns what ends it for this tab */
export function openShared({ purpose, path, events, said, missed, lost }: SharedStream): () => void {
  const locks = globalThis.navigator?.locks
  if (!locks) return () => {}
  const ending = new AbortController()
  const { signal } = ending
  const others = new BroadcastChannel(sharedName(purpose))
  const take = ({ event, data }: Message) => (event === MISSED ? missed() : said(event, data))
  others.onmessage = ({ data }) => take(data)
  const tell = (event: string, data = '') => {
    take({ event, data })
    others.postMessage({ event, data })
  }
  const began = performance.now()

  /** Reads it until this tab has enough of it. */
  function read(): Promise<void> {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFirst = performance.now() - began < JUST_MS
    function connect() {
      const here = new EventSource(path)
      source = here
      here.onopen = () => {
        if (!isFirst) tell(MISSED)
        isFirst = false
      }
      for (const event of events) here.addEventListener(event, ({ data }) => tell(event, data))
      here.onerror = () => {
        lost()
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

  locks.request(sharedName(`${purpose} lock`), { signal }, read).catch(() => undefined) // it was ended first
  return () => {
    ending.abort()
    others.close()
  }
}
