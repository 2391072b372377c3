/** A page that the server has drawn: its answers come with it, and nothing changes under it until it is taken over. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Reply, Send } from '../api/client'
import { fetchOwn } from '../api/own-fetch'
import type { Drawn, SentAnswer } from '../api/server-rendered'

let isTaken = Promise.resolve()
/**
 * Once the page is the browser's own. What came sooner would be drawn beside what the server drew, and the browser could
 * not tell which of them stands.
 */
export const whenTaken = (): Promise<void> => isTaken

/** An answer that came with the page, as if it had just been fetched. */
export function replyOf({ status, headers, text, at, receivedAt }: SentAnswer): Reply {
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: new Headers(headers.map(([name, value]): [string, string] => [name, value])),
    text: async () => text,
    at,
    receivedAt,
  }
}

export interface TakeOver {
  /** What queries are sent by: an address whose answer came with the page is not asked again, once. */
  fetchFor: (key: QueryKey) => Send
  /** Waits until each query that the server rendered has its response in the cache. */
  ready(client: QueryClient): Promise<void>
  /** Says that the page is the browser's own: what is answered from now on is drawn at once. */
  done(): void
}

/** @param drawn absent where the browser draws the page itself */
export function takeOver(drawn: Drawn | undefined): TakeOver {
  const sent = drawn?.answers ?? []
  let done = () => {}
  if (drawn)
    isTaken = new Promise((resolve) => {
      done = resolve
    })
  return {
    done,
    fetchFor: (key) => async (address, init) => {
      const at = sent.findIndex((one) => one.address === address)
      const [answer] = at < 0 ? [] : sent.splice(at, 1)
      if (answer && drawn?.queries.includes(hashKey(key))) return replyOf(answer)
      try {
        return answer ? replyOf(answer) : await fetchOwn(address, init)
      } finally {
        await isTaken
      }
    },
    async ready(client) {
      const cache = client.getQueryCache()
      await Promise.allSettled(drawn?.queries.map((hash) => cache.get(hash)?.promise) ?? [])
    },
  }
}
