/** The texts of a list that follows from the connections: what was found, and where a file of it comes from. */
import type { Chip } from '../../ui/filters'
import { formatCount, plural } from '../../ui/format'

export type What = 'user' | 'vehicle'

export const lookupFailed = (question: string) => `Couldn’t look up “${question}” as an ID.`
export const asking = (question: string) => `Looking up “${question}”…`
export const foundByService = (count: number, what: What) => `The API’s filter found ${plural(count, what)}. `
/** Nothing has the text as its whole external ID, or ID. */
export const noExactMatch = (question: string) => `No exact match for “${question}”. `
export const foundInAll = (count: number) => `${formatCount(count)} in total.`
export const noneNamed = (what: What) => `No ${what}s in the connections loaded so far.`
/** What was searched for needs no name. */
const listed = (chips: readonly Chip[]) =>
  chips.map(({ name, label, value }) => (name === 'q' ? `“${value}”` : `${label} “${value}”`)).join(' and ')
export const noMatch = (chips: readonly Chip[], what: What) => `No ${what} matches ${listed(chips)}.`
export const noMatchSoFar = (chips: readonly Chip[], what: What) =>
  `No ${what} matches ${listed(chips)} in the connections loaded so far. Loading the rest may find one.`

// The file.
export const derivedFrom = (read: number, total: number | undefined) =>
  `${formatCount(read)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} connections`
export const isWhole = 'yes'
export const notWhole = 'no: the rest was not loaded'
