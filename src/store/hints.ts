/** Hints between the instances at one store: that something of a topic has changed, never what. */
import type { Hint, HintTopic } from '../api/hints'
import { hintTopics } from '../api/hints'
import type { Store } from './store'

const CHANNEL = 'forecourt_hints'
/** Of one topic no more often: each is a transaction of its own, and everybody who hears it asks for something. */
export const GAP_MS = 200
/** Between two tries to listen while the store can't. */
export const RETRY_MS = 5_000

export interface Hints {
  /** To be called after what it tells of is committed. Nothing waits for it, and nothing of it fails. */
  say(topic: HintTopic): void
  /** @returns what ends it */
  hear(listener: (hint: Hint) => void): () => void
  /** Resolves once what is said is heard, or the store couldn't listen: `all` is heard when it can. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** @param realm its number, or a name without spaces of one that may not be there yet */
export function createHints(store: Pick<Store, 'query' | 'listen'>, realm: number | string): Hints {
  const listeners = new Set<(hint: Hint) => void>()
  const resting = new Map<HintTopic, NodeJS.Timeout>()
  const saidMeanwhile = new Set<HintTopic>()
  let listening: Promise<() => Promise<void>> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  function heard(payload: string): void {
    // An empty one comes after a lost connection.
    const hint = payload === '' ? 'all' : hintTopics.find((topic) => payload === `${realm} ${topic}`)
    if (hint) for (const listener of listeners) listener(hint)
  }

  /** A store that fails meanwhile must not end the process: a rejection that is not handled would. */
  function listen(): void {
    const started = store.listen(CHANNEL, heard)
    listening = started
    started.catch(() => {
      if (isClosed) return
      retry = setTimeout(() => {
        listen()
        listening?.then(
          () => heard(''),
          () => undefined,
        ) // some may have been missed
      }, RETRY_MS).unref()
    })
  }

  function say(topic: HintTopic): void {
    if (resting.has(topic)) return void saidMeanwhile.add(topic)
    const rested = () => {
      resting.delete(topic)
      if (saidMeanwhile.delete(topic)) say(topic)
    }
    resting.set(topic, setTimeout(rested, GAP_MS).unref())
    store.query('SELECT pg_notify($1, $2)', [CHANNEL, `${realm} ${topic}`]).catch(() => undefined) // pages ask anyway
  }

  return {
    say,
    hear(listener) {
      listeners.add(listener)
      if (!listening) listen()
      return () => listeners.delete(listener)
    },
    async ready() {
      await listening?.catch(() => undefined) // tried again
    },
    async close() {
      for (const timer of resting.values()) clearTimeout(timer)
      listeners.clear()
      isClosed = true
      clearTimeout(retry)
      await (await listening?.catch(() => undefined))?.()
    },
  }
}
