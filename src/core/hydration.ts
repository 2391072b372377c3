/** Hydration of a server-rendered page: its responses re-enter through the client, and nothing changes under it until then. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Reply, Send } from '../api/client'
import { fetchOwn } from '../api/own-fetch'
import type { Dehydrated, PageResponse } from '../api/server-rendered'

let hydrated = Promise.resolve()
/** Milliseconds of `performance.now()`; Infinity while a page is being hydrated. */
let hydratedAt = 0
/** Address of the submit button that had the focus when React started. The browser may be opening it. */
let focusedAddress: string | null = null

/** True while a page that the server has rendered is being hydrated: no code may scroll or move the focus then. */
export const isHydrating = (): boolean => hydratedAt === Number.POSITIVE_INFINITY

/** Resolves when the page is hydrated. Data that arrives sooner would differ from the HTML that the server has sent. */
export const whenHydrated = (): Promise<void> => hydrated

/**
 * True if a click opens its button's own address, which a handler must not prevent: the click came before the page was
 * hydrated, or an earlier one on the same button may have.
 */
export const opensAddress = ({ timeStamp, currentTarget }: Pick<React.MouseEvent, 'timeStamp' | 'currentTarget'>) =>
  timeStamp < hydratedAt || (focusedAddress !== null && focusedAddress === currentTarget.getAttribute('formaction'))

/** Reads and removes the state that the server rendered the page with; undefined if it did not render it. */
export function readDehydrated(): Dehydrated | undefined {
  const block = document.getElementById('dehydrated')
  block?.remove() // it holds an account's data, which must not outlive the account
  return block ? (JSON.parse(block.textContent) as Dehydrated) : undefined // written by our own server into our own page
}

/** A response that was sent with the page, as the client receives one that was just fetched. */
export function toReply({ status, headers, text, at, receivedAt }: PageResponse): Reply {
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: new Headers(headers.map(([name, value]): [string, string] => [name, value])),
    text: async () => text,
    at,
    receivedAt,
  }
}

export interface Hydration {
  /** Sends a query's requests; a response that was sent with the page is used once instead. */
  fetchFor: (key: QueryKey) => Send
  /** Waits until the queries that the server has rendered have their data here, too. */
  loadQueries(client: QueryClient): Promise<void>
  /** Called right before React hydrates the page. */
  begin(): void
  /** A blocker of the router's history: delays Back, Forward and links until the page is hydrated, and blocks none. */
  blockNavigation: () => Promise<boolean>
  /** Lets responses through that were held until the page is hydrated, and drops those that it didn't use. */
  end(): void
}

export function startHydration({ responses, queries }: Dehydrated): Hydration {
  let resolveHydrated = () => {}
  let awaited = queries
  hydrated = new Promise((resolve) => {
    resolveHydrated = resolve
  })
  hydratedAt = Number.POSITIVE_INFINITY
  return {
    begin() {
      focusedAddress = document.activeElement?.getAttribute('formaction') ?? null
    },
    end() {
      responses.length = 0
      hydratedAt = Math.min(hydratedAt, performance.now()) // the next page reports it again
      resolveHydrated()
    },
    blockNavigation: () => hydrated.then(() => false),
    fetchFor: (key) => async (address, init) => {
      const index = responses.findIndex((response) => response.address === address)
      const [response] = index < 0 ? [] : responses.splice(index, 1)
      const isAwaited = awaited.includes(hashKey(key))
      try {
        return response ? toReply(response) : await fetchOwn(address, init)
      } finally {
        if (!isAwaited) await hydrated
      }
    },
    async loadQueries(client) {
      const cache = client.getQueryCache()
      // One after the other, because the response of one may start the next.
      for (const hash of queries) await cache.get(hash)?.promise?.catch(() => {})
      awaited = []
    },
  }
}
