/** Searches that are the caller's fault, not the store's. */

export const searchFaults = {
  question: 'The search text is too long.',
  cursor: 'The address of the next page is damaged. Start again at the first page.',
} as const

/** A search that can't be sent in this form. */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  constructor(readonly fault: keyof typeof searchFaults) {
    super(searchFaults[fault])
  }
}
