/** What is odd about the response to a batch, and what it came to. */

export const bareList = 'The response is a bare list, not an object with “responses”.'
export const noList = 'The response has no list “responses”, so its items can’t be matched to paths.'
export const missing = 'The response has no item for this path.'
export const byPosition = 'The item names no path. It was matched by its position.'
export const spelling = (name: string) => `The response spells it ${name.slice(0, 200)}.`
export const outOfOrder = (nth: number) => `Out of order: item ${nth} of the response.`
export const second = 'A second item for this path.'
export const unasked = 'This path was not requested.'
export const nthItem = (nth: number) => `item ${nth}`
export const noObject = (what: string) => `The item is ${what}, not an object.`
export const aNull = 'null'
export const aList = 'a list'
export const ofType = (type: string) => `a ${type}`
export const noStatus = 'The item has no status.'
export const noHeaders = 'The item has no headers. Its age is unknown, and metric units are assumed.'

// The outcome of a whole response.
export const answered = (count: number, all: number) => `${count} of ${all} succeeded`
export const others = {
  failed: (count: number) => `${count} failed`,
  missing: (count: number) => `${count} missing`,
  unclear: (count: number) => `${count} unclear`,
} as const
export const extra = (count: number) => `${count} not requested`
