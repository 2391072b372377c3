/**
 * A stream of the server's events for all tabs of a browser, which may have few connections open: the tab that holds the
 * lock reads it and tells the others. Without locks, as on plain http, there is none.
 */
import { ownAddress } from '../api/base-path'
import { checkOwnServer } from '../api/own-fetch'
import { sharedName } from '../core/tab-messages'

/**
 * How long until a refused stream is opened again, the last for each further refusal. A server that has just started is
 * opening its store, and a limit lasts longer. The browser itself reopens a stream that was cut off.
 */
const RETRY_AFTER_MS = [2_000, 5_000, 10_000]
const LONGEST_RETRY_MS = 30_000

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

  /** Reads it until this tab has enough of it. @param isContinued another tab has read it until now */
  function read(isContinued: boolean): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let mayHaveMissed = isContinued
    let refusals = 0
    function connect() {
      const here = new EventSource(ownAddress(path))
      source = here
      here.onopen = () => {
        refusals = 0
        if (mayHaveMissed) tell(MISSED)
        mayHaveMissed = true
      }
      for (const event of events) here.addEventListener(event, ({ data }) => tell(event, data))
      here.onerror = () => {
        mayHaveMissed = true
        lost()
        if (here.readyState !== EventSource.CLOSED) return
        timer = setTimeout(connect, RETRY_AFTER_MS[refusals] ?? LONGEST_RETRY_MS)
        refusals += 1
        void checkOwnServer() // a stream doesn't tell a proxy's sign-in page from a refusal
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

  const name = sharedName(`${purpose} lock`)
  const takeOver = () => locks.request(name, { signal }, () => read(true))
  locks
    .request(name, { ifAvailable: true }, (lock) => (lock ? read(false) : void takeOver().catch(() => undefined)))
    .catch(() => undefined) // it was ended first
  return () => {
    ending.abort()
    others.close()
  }
}
