/**
 * Whether connections are what a filter asked for: the interface does not show the filters’ names, and a service that
 * does not know one lists everything.
 */

import { type ConnectionFilters, type ConnectionRow, userIdOf, vehicleIdOf } from '../../api/connections'
import { isSameId } from '../../api/same-id'
import { isAssumedName, parameterName } from '../../api/search'
import * as texts from '../../core/texts'

export type FilterName = keyof ConnectionFilters

const isSimulated = (mode: string) => mode === 'simulated'

/** What a row has of each filter's field; undefined where it does not have the field at all. */
const fields: Readonly<Record<FilterName, (row: ConnectionRow) => string | null | undefined>> = {
  'filter[userId]': userIdOf,
  'filter[vehicleId]': vehicleIdOf,
  'filter[vehicle.mode]': ({ attributes }) => attributes?.vehicle?.mode ?? undefined,
  'filter[user.externalId]': ({ attributes }) => attributes?.user?.externalId,
}
const names = Object.keys(fields) as FilterName[] // its own keys

/** The filters that a row contradicts: a field that it does not have cannot contradict. */
export function contradictedBy(row: ConnectionRow, filters: ConnectionFilters): FilterName[] {
  return names.filter((name) => {
    const [asked, is] = [filters[name], fields[name](row)]
    if (!asked || is === undefined) return false
    // Any mode but simulated counts as live.
    if (name === 'filter[vehicle.mode]') return isSimulated(asked) !== isSimulated(is ?? '')
    return name === 'filter[user.externalId]' ? is !== asked : !isSameId(is, asked)
  })
}

export const matchesFilters = (row: ConnectionRow, filters: ConnectionFilters): boolean =>
  contradictedBy(row, filters).length === 0

/** How many rows contradict each filter. */
export type Contradicted = Partial<Record<FilterName, number>>

export function contradictedIn(rows: readonly ConnectionRow[], filters: ConnectionFilters): Contradicted {
  const counts: Contradicted = {}
  for (const row of rows) for (const name of contradictedBy(row, filters)) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** A filter as people read it: an assumed name says so. */
export const filterInWords = (name: FilterName): string => texts.filterName(parameterName(name), isAssumedName(name))

/** One sentence for each filter that rows contradict. */
const inWords = (contradicted: Contradicted, say: (filter: string, rows: number) => string): string[] =>
  names.flatMap((name) => (contradicted[name] ? say(filterInWords(name), contradicted[name]) : []))

export const leftOutInWords = (contradicted: Contradicted): string[] => inWords(contradicted, texts.leftOut)
export const contradictionsIn = (rows: readonly ConnectionRow[], filters: ConnectionFilters): string[] =>
  inWords(contradictedIn(rows, filters), texts.notMatching)
