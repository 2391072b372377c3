/** Bound of the filters in an address that the API doesn't document: they are passed on, and each is a chip. */
import { isPassedOn, type Search } from './search'

/** Bracketed parameters of the API's lists (interface 4.2). */
const DOCUMENTED =
  /^(filter\[(userId|vehicleId|vehicle\.mode|user\.externalId|name|callbackUri|isEnabled|autoSubscribe|webhookId)|page\[(number|size))\]$/

/** The link of a chip holds all other filters, so the size of a page grows with the square of their number. */
export const MOST_UNKNOWN = 20

/** @param spellings other names of documented parameters */
const isUnknown = (name: string, spellings: readonly string[]) =>
  isPassedOn(name) && !DOCUMENTED.test(name) && !spellings.includes(name)

export function hasTooManyUnknown(search: Search, spellings: readonly string[] = []): boolean {
  return Object.keys(search).filter((name) => isUnknown(name, spellings)).length > MOST_UNKNOWN
}

export const withoutUnknown = (search: Search, spellings: readonly string[] = []): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !isUnknown(name, spellings)))

export const tooManyUnknown = {
  title: 'Too many filters',
  text: `This address has more than ${MOST_UNKNOWN} filters that the API doesn’t document, so nothing was requested.`,
  way: 'Open the page without them',
} as const

/** Message of the error that the router throws before it requests anything. */
export const TOO_MANY_UNKNOWN = 'too many unknown filters'
