/** What became of each of many removals. */

export const confirmed = 'No answer came back, but a read confirmed that it is gone.'
export const answered = (status: number) => `The service answered ${status}.`
export const nothingLeft = 'The service answered 404: there was nothing left to remove.'
export const otherTokens = 'Other tokens came into use meanwhile.'
