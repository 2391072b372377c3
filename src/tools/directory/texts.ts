/** The texts of a list that follows from the connections: what was found, and where a file of it comes from. */
import type { Chip } from '../../ui/filters'
import { formatCount, plural } from '../../ui/format'

export type What = 'user' | 'vehicle'

export const lookupFailed = (question: string) => `The service could not be asked for “${question}” as an identifier.`
export const asking = (question: string) => `Asking the service for “${question}”…`
export const foundByService = (count: number, what: What) => `The service’s own filter found ${plural(count, what)}. `
export const foundInAll = (count: number) => `${formatCount(count)} in all.`
export const noneNamed = (what: What) => `The connections read so far name no ${what}s.`
/** What was searched for needs no name. */
const listed = (chips: readonly Chip[]) =>
  chips.map(({ name, label, value }) => (name === 'q' ? `“${value}”` : `${label} “${value}”`)).join(' and ')
export const noMatch = (chips: readonly Chip[], what: What) => `No ${what} matches ${listed(chips)}.`
export const noMatchSoFar = (chips: readonly Chip[], what: What) =>
  `No ${what} matches ${listed(chips)} among the connections read so far; reading the rest may find one.`

// The file.
export const derivedFrom = (read: number, total: number | undefined) =>
  `${formatCount(read)} of ${total === undefined ? 'an unknown number' : formatCount(total)} connections`
export const isWhole = 'yes'
export const notWhole = 'no: the rest was not read'
