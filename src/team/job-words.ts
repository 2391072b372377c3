/** What is said of a job that stopped by itself, and of its items. Nothing of it is the provider's own text. */

export const jobWords = {
  /** A process ended between the request and its outcome. */
  cutOff: 'The server stopped before a response came. The change may have been made; check it.',
  unreached: (count: number) => `Stopped after ${count} requests in a row that couldn’t reach the API.`,
  allGone: (count: number) =>
    `Stopped because the first ${count} IDs don’t exist. The token may be of another account.`,
  failing: 'Stopped because a request failed in a way that this server doesn’t know. Its log has the reason.',
  tooOld: (days: number) => `Stopped because it started ${days} days ago.`,
  gone: 'It’s gone. The change was made.',
  there: 'It’s still there. The change wasn’t made.',
  created: 'It’s there. The change was made.',
  notCreated: 'It isn’t there. The change wasn’t made.',
  full: (why: string) => `Stopped because the store has no room for more results. ${why} Then resume the job.`,
  tooMuch: 'Stopped because it has read 1 GB, the most that a job keeps.',
} as const

/** Words for the outcome of a check. */
export const checkOutcomes = {
  removed: { there: { state: 'failed', detail: jobWords.there }, gone: { state: 'done', detail: jobWords.gone } },
  created: {
    there: { state: 'done', detail: jobWords.created },
    gone: { state: 'failed', detail: jobWords.notCreated },
  },
} as const
