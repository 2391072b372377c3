/** What is said of a crawl that did not end as it should. Nothing of it is the service's own text. */

export const crawlWords = {
  unauthorized: 'The API rejected the token (401).',
  forbidden: 'The token may not list connections (403).',
  unreachable: 'Couldn’t reach the API.',
  timeout: 'The API didn’t respond in time.',
  notRecorded: 'The recording has no response to a request.',
  notJson: 'The API’s response isn’t a list.',
  failing: (status: number | undefined) => (status === undefined ? 'A request failed.' : `The API returned ${status}.`),
  longWait: 'The API asked to wait for more than a day (429).',
  /** A whole crawl that ended, and is not all. */
  gaps: 'Some pages couldn’t be loaded, or the list changed while loading. Connections may be missing.',
  halved: 'The API listed fewer than half of the known connections. Nothing was removed; start a crawl to confirm.',
  /** Why differences are not enough. */
  modes: 'The API doesn’t list and count all connections together, so only full crawls find changes.',
  noTotals: 'The API doesn’t count its connections, so only full crawls find what was removed.',
  unordered: 'The API doesn’t list the newest connections first, so only full crawls find changes.',
  unlisted: 'The API counts more connections than it listed. A full crawl follows if this persists.',
  moved: 'The list kept changing while loading. A full crawl follows if this persists.',
  unreadable: 'Some connections can’t be read, so only full crawls find what was removed.',
  many: 'Too many connections were removed to find them one by one. A full crawl follows.',
  gone: (count: number) => `${count === 1 ? '1 connection was' : `${count} connections were`} removed: finding which.`,
} as const

/** With these the next whole crawl comes early, at once where the last one is long ago. */
export const needsWhole: ReadonlySet<string> = new Set([
  crawlWords.modes,
  crawlWords.noTotals,
  crawlWords.unordered,
  crawlWords.unreadable,
  crawlWords.many,
])
