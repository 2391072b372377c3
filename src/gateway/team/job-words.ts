/** What is said of a job's reads. Nothing of it is the provider's own text. */

export const jobReadWords = {
  noTarget: 'This isn’t what the operation expects.',
  noUser: 'A request can’t name this user: their ID has characters that no header carries.',
  lost: 'No response came. The read may have been billed.',
  unreadable: 'the response isn’t what the API documents',
  tooLong: (most: number) => `the response is larger than ${most} MB`,
  status: (status: number) => `the API returned ${status}`,
  stopped: (page: number, why: string) => `Stopped at page ${page}: ${why}.`,
  stray: {
    back: (page: number) => `page ${page} names an earlier page as the next one`,
    lost: (page: number) => `no page number can be read from page ${page}’s link to the next one`,
    empty: (page: number) => `page ${page} has no rows but names a next page`,
    same: (page: number) => `page ${page} has the rows of the page before`,
    endless: (page: number) => `page ${page} names a next page, and no list is that long`,
  },
  someFailed: (failed: number, all: number) => `${failed} of ${all} paths failed.`,
  someAsleep: (asleep: number, all: number) => `The vehicle is asleep: ${asleep} of ${all} paths have no reading.`,
  billing: 'Stopped because the API’s billing limit is reached (430).',
  unsearchable: 'Stopped because the directory can’t be searched for this.',
} as const
