/** Which lists of connections are crawled: all of them at once where the service lists them so, else mode by mode. */
import type { ConnectionFilters } from '../../api/connections'

/** By the name that a crawl gives them. */
export const crawlLists: Readonly<Record<string, ConnectionFilters>> = {
  all: {},
  live: { 'filter[vehicle.mode]': 'live' },
  simulated: { 'filter[vehicle.mode]': 'simulated' },
}

/** Chooses the lists to crawl: a service may list live connections only where no mode is given. */
export function listsFor(none: number | undefined, live: number | undefined, simulated: number | undefined) {
  if (none === undefined || live === undefined || simulated === undefined) return ['all', 'live', 'simulated']
  if (none === live + simulated) return ['all']
  return none === live ? ['live', 'simulated'] : ['all', 'live', 'simulated']
}
