/** What is odd about the answer to a batch, and what it came to. */

export const bareList = 'The answer is a bare list, not an object with “responses”.'
export const noList = 'The answer has no list “responses”: nothing in it can be told apart by path.'
export const missing = 'The answer has no item for this path.'
export const byPosition = 'It names no path and is taken for this one by its position.'
export const spelling = (name: string) => `The answer spells it ${name.slice(0, 200)}.`
export const outOfOrder = (nth: number) => `Out of order: it is item ${nth} of the answer.`
export const second = 'A second item for a path that has one.'
export const unasked = 'Nobody asked for this.'
export const nthItem = (nth: number) => `item ${nth}`
export const noObject = (what: string) => `The item is ${what}, no object.`
export const aNull = 'null'
export const aList = 'a list'
export const ofType = (type: string) => `a ${type}`
export const noStatus = 'It has no status.'
export const noHeaders = 'It came without headers: neither age nor units are told.'

// What a whole answer came to.
export const answered = (count: number) => `${count} answered`
export const others = {
  failed: (count: number) => `${count} failed`,
  missing: (count: number) => `${count} missing`,
  unclear: (count: number) => `${count} unclear`,
} as const
export const extra = (count: number) => `${count} that nobody asked for`
