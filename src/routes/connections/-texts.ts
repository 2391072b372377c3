/** The texts of the list of connections. */
import { formatCount, plural } from '../../ui/format'
import { externalId, mode } from './-connection-texts'
import type { ConnectionSearch } from './-search'

export const title = 'Connections'

// The filters.
export const filters = 'Filter connections'
/** Those that have a field, with its label. */
export const filterLabels = {
  'filter[userId]': 'User ID',
  'filter[vehicleId]': 'Vehicle ID',
  'filter[vehicle.mode]': mode,
  'filter[user.externalId]': externalId,
} as const satisfies Partial<Record<keyof ConnectionSearch, string>>
export type FilterName = keyof typeof filterLabels
export const anyMode = 'Any'
export const live = 'Live'
export const simulated = 'Simulated'

// What is listed where no mode is given.
/**
 * @param none the total where no mode is given
 * @param filter the filter by mode, as people read it
 */
export function listedModes(none: number, live: number, simulated: number, filter: string): string {
  if (simulated === 0) return `No simulated connections exist; ${formatCount(live)} are live.`
  if (none === live + simulated)
    return `Without a mode both are listed: ${formatCount(live)} live and ${formatCount(simulated)} simulated.`
  if (none === live && none === simulated)
    return `The service seems not to know ${filter}: it counts ${formatCount(none)} in either mode, and ${formatCount(none)} without one.`
  if (none === live)
    return `Without a mode this service lists live connections only; ${formatCount(simulated)} simulated ones are not among them.`
  return `Without a mode this service lists ${formatCount(none)}, though it counts ${formatCount(live)} live and ${formatCount(simulated)} simulated ones.`
}

// What is selected.
export const tooMany = (most: number) =>
  `More than ${formatCount(most)} were selected at once: export everything that matches, above the list.`
export const subscribe = 'Subscribe to a webhook'
export const remove = (count: number) => `Remove ${plural(count, 'connection')}`
