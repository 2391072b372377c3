/** The filters of the record in words: their choices, and a chip for every one in the address. */

import type { ActivitySearch } from '../../api/activity-search'
import { hostNames } from '../../api/endpoint'
import type { Search } from '../../api/search'
import { teamEvents } from '../../api/team-events'
import { hostTitles } from '../../requests/host-status'
import type { Chip } from '../../ui/filters'
import { formatInstant, type Zone } from '../../ui/format'
import { dateZoneOf } from '../../ui/time'
import * as texts from './texts'

export type FilterName = keyof typeof texts.filterLabels

export const outcomes = [
  ['', texts.any],
  ['success', texts.success],
  ['failure', texts.failure],
  ['unknown', texts.unknownOutcome],
] as const
export const kinds = [
  ['', texts.any],
  ['change', texts.changes],
  ['read', texts.reads],
  ['team', texts.teamActions],
] as const

/** As the frame names them. */
export const hosts = [['', texts.any], ...hostNames.map((host) => [host, hostTitles[host]] as const)] as const

/** The query without filters: the newest page, of the same size. */
export const withoutFilters = ({ limit }: ActivitySearch): Search => ({ limit })

const choicesOf: { readonly [K in FilterName]?: readonly (readonly [string, string])[] } = {
  outcome: outcomes,
  kind: kinds,
  host: hosts,
  operation: Object.entries(teamEvents),
}

/** A chip for every filter in the address. */
export function chipsOf(search: ActivitySearch, zone: Zone): Chip[] {
  const wordsOf = (name: FilterName, value: string) => {
    if (name === 'since' || name === 'until') return formatInstant(Date.parse(value), dateZoneOf(zone))
    return choicesOf[name]?.find(([choice]) => choice === value)?.[1] ?? value
  }
  return (Object.keys(texts.filterLabels) as FilterName[]).flatMap((name) => {
    const value = search[name]
    if (value === undefined) return []
    const without = { ...search, [name]: undefined, before: undefined }
    return [{ name, label: texts.filterLabels[name], value: wordsOf(name, value), without }]
  }) // the keys of a constant object
}
