/**
 * What a page's loader begins. A page that opens loads what it shows; a page that a link under the pointer leads to may
 * load it ahead: only what is free, few at a time, and only while there is plenty left of the provider's limit.
 */
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { askedSeconds, asksToWait } from '../api/asked-wait'
import { observeCalls } from '../api/client'
import type { Host } from '../api/endpoint'
import { accountStore } from '../core/account'
import { bucketsTold, leftIn } from './rate-bucket'

/** Requests that may be on their way ahead at the same time. */
const MOST_AHEAD = 2
/** What is left of the limit stays at least this part of it. */
const LEAST_LEFT = 0.5
/** After a load ahead has failed, the next of this host waits. */
const FAILED_MS = 10_000

/** What a route gives its loader. */
export interface Loading {
  context: { queryClient: QueryClient }
  /** True where nobody has opened the page. */
  preload: boolean
  /** Masked while a dialog with an address of its own is open over the page. */
  location: { maskedLocation?: object | undefined }
}

/** Begins what the page shows, and does not wait for it. */
export function load<T, K extends QueryKey>(
  { context: { queryClient }, preload, location }: Loading,
  query: FetchQueryOptions<T, Error, T, K>,
): void {
  if (location.maskedLocation) return // the page below stays as it is
  if (!preload) void queryClient.prefetchQuery(query)
  else if (mayLoadAhead(queryClient, query)) void loadAhead(queryClient, query)
}

type Ahead = Pick<FetchQueryOptions, 'queryKey' | 'meta'>

let sending = 0
let failed = 0
/** Until when a host is left alone, in milliseconds since the epoch. */
const held = accountStore<Partial<Record<Host, number>>>({})
const hold = (host: Host, ms: number) =>
  held.set((old) => ({ ...old, [host]: Math.max(Date.now() + ms, old[host] ?? 0) }))

observeCalls(({ endpoint: { host, effect }, error, isAhead }) => {
  // What a vehicle's own limit refuses says nothing of lists.
  if (effect !== 'billed' && asksToWait(error)) hold(host, askedSeconds(error) * 1000)
  if (!isAhead || !error) return
  failed += 1
  hold(host, FAILED_MS)
})

/** @returns whether it costs nothing that somebody else may need, and is neither there nor on its way */
function mayLoadAhead(client: QueryClient, { queryKey, meta }: Ahead): boolean {
  if (!meta?.free || savesData()) return false
  const { host, requests } = meta.free
  const known = client.getQueryState(queryKey)
  if (known && (known.data !== undefined || known.fetchStatus !== 'idle')) return false
  if (sending + requests > MOST_AHEAD || Date.now() < (held.get()[host] ?? 0)) return false
  return bucketsTold().every((bucket) => leftIn(bucket) - sending - requests >= bucket.capacity * LEAST_LEFT)
}

/** Whom each byte costs, the browser knows where it was told. */
const savesData = () =>
  (globalThis.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection?.saveData === true // not in every browser

/** A failure is nobody's before the page is opened: nothing of it is kept, nor the half beside it, and the page asks anew. */
async function loadAhead<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<void> {
  const { queryKey, meta, retry } = query
  const requests = meta?.free?.requests ?? 0
  const isOpened = () => (client.getQueryCache().find({ queryKey, exact: true })?.getObserversCount() ?? 0) > 0
  const failedBefore = failed
  sending += requests
  const isWhole = await client
    .fetchQuery({
      ...query,
      meta: { ...meta, isAhead: true },
      retry: (failures, error) => isOpened() && typeof retry === 'function' && retry(failures, error),
    })
    .then(
      () => failed === failedBefore,
      () => false,
    )
  sending -= requests
  if (!isWhole && !isOpened()) client.removeQueries({ queryKey, exact: true })
}
