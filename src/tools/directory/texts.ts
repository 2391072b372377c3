/** The texts of a list that follows from the connections: what was found, and where a file of it comes from. */
import { formatCount, plural } from '../../ui/format'

export type What = 'user' | 'vehicle'

export const lookupFailed = (question: string) => `The service could not be asked for “${question}” as an identifier.`
export const asking = (question: string) => `Asking the service for “${question}”…`
export const foundByService = (count: number, what: What) => `The service’s own filter found ${plural(count, what)}. `
export const foundInAll = (count: number) => `${formatCount(count)} in all.`
export const noneNamed = (what: What) => `The connections read so far name no ${what}s.`
export const noMatch = (question: string, what: What) => `No ${what} matches “${question}”.`
export const noMatchSoFar = (question: string, what: What) =>
  `No ${what} matches “${question}” among the connections read so far; reading the rest may find one.`

// The file.
export const derivedFrom = (read: number, total: number | undefined) =>
  `${read} of ${total ?? 'an unknown number'} connections`
export const isWhole = 'yes'
export const notWhole = 'no: the rest was not read'
