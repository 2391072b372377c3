/** What became of each of many removals. */
import { formatCount } from '../ui/format'

export const otherTokens = 'Not sent. The access tokens changed first.'

// What came back, as it stays.
export const returned = (status: number) => `Returned ${status}.`
export const alreadyGone = 'Already gone (404).'
export const noResponse = 'No response.'

// What is known beyond that, until more is.
export const unconfirmed = 'Accepted, not confirmed yet.'
export const confirmed = 'Removed and confirmed.'
export const notYetGone = 'Accepted, not yet gone when last checked.'
export const noResponseGone = 'No response, but a check confirmed the removal.'
export const stillThere = 'Still there when last checked. The removal may still take effect.'

/** How many ended in each way, in words. */
export const sums = {
  removed: (count: number) => `${formatCount(count)} removed and confirmed`,
  'already gone': (count: number) => `${formatCount(count)} already gone`,
  accepted: (count: number) => `${formatCount(count)} accepted, not confirmed yet`,
  found: (count: number) => `${formatCount(count)} accepted, not yet gone when last checked`,
} as const
export const sum = (parts: readonly string[]) => parts.join(' · ')

// What is asked first.
export const question = (verb: string) => `${verb}?`
export const course = (atATime: number) =>
  `Runs ${atATime} at a time. You can stop at any point; completed removals can’t be undone.`
