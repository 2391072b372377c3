/**
 * Addresses of pages whose values are not canonical: empty, invalid or repeated. The console corrects them, and the server
 * redirects to the corrected address before it requests anything.
 */
import { ActivitySearch } from './activity-search'
import { connectionFilters } from './connections'
import { DeliverySearch } from './delivery-search'
import { userFilters, vehicleFilters } from './directory-search'
import { HelpSearch } from './help-search'
import { JobSearch, JobsSearch } from './job-search'
import { RemovalSearch, removals } from './removal-page'
import { mendValues, parseSearch, type SearchReader, type SpelledNames, stringifySearch } from './search'
import { SignalsSearch, SignalValuesSearch } from './signals'
import { subscriptionFilters } from './subscriptions'
import { UserSearch } from './users'
import { webhookFilters } from './webhooks'

/** Readers of the queries of pages, by path. */
export const pageSearches: Readonly<Record<string, SearchReader>> = {
  '/activity': ActivitySearch,
  '/connections': connectionFilters.search,
  '/deliveries': DeliverySearch,
  '/help': HelpSearch,
  '/jobs': JobsSearch,
  '/jobs/$jobId': JobSearch,
  '/signals': SignalsSearch,
  '/subscriptions': subscriptionFilters.search,
  '/users': userFilters.search,
  '/users/$userId': UserSearch,
  '/vehicles': vehicleFilters.search,
  '/vehicles/$vehicleId/signals': SignalsSearch,
  '/vehicles/$vehicleId/signals/$signalCode': SignalValuesSearch,
  '/webhooks': webhookFilters.search,
  ...Object.fromEntries(
    Object.keys(removals).flatMap((kind) => [
      [`/${kind}/$id/remove`, RemovalSearch],
      [`/${kind}/$id/remove/$clickId`, RemovalSearch],
    ]),
  ),
}

const pages = Object.entries(pageSearches).map(([route, read]) => ({
  pattern: new RegExp(`^${route.replaceAll(/\$\w+/g, '([^/]+)')}/?$`, 'i'), // as the router matches it
  route,
  read,
}))

/**
 * Returns the address to redirect to. It is written from the route, because a path may begin as the address of another
 * host. Only values are corrected: a proxy may spell the query of the target in its own way, which must not lead to
 * another redirect.
 * @returns undefined if every value is canonical, or the page has none to correct
 */
export function canonicalAddress(path: string, search: string, names: SpelledNames): string | undefined {
  for (const { pattern, route, read } of pages) {
    const match = pattern.exec(path)
    if (!match) continue
    const mended = mendValues(read, parseSearch(search, names), names)
    if (!mended) return undefined
    const [, ...segments] = match
    const query = stringifySearch(mended, names)
    // An unknown name may be spelled there as a filter is, if CONFIG gives two parameters one name.
    return canonicalAddress(path, query, names) ?? route.replaceAll(/\$\w+/g, () => segments.shift() ?? '') + query
  }
  return undefined
}
