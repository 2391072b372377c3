/** Vehicle identification numbers and the query of owner links, which holds a token, are masked until revealed. */

const VIN = /\b(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{17}\b/gi
/** An address, absolute or relative, and what stands behind it. */
const ADDRESS = /^(\s*(?:https?:)?\/[^?#\s]*)[?#].*$/is

/** VINs alone: an address that the console made keeps its query, which holds no token. */
export const maskVins = (text: string): string => text.replace(VIN, maskVin)

/** The query of every address in a sentence of the service, and VINs. */
export const maskSentence = (text: string): string =>
  maskVins(text.replace(/(https?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]*/gi, '$1?…'))

export const maskVin = (vin: string): string => '•'.repeat(Math.min(vin.length, 17))

/** A text with what must not be seen taken out. */
export const maskText = (text: string): string => text.replace(ADDRESS, '$1?…').replace(VIN, maskVin)

/** The link that an owner is sent to, whatever its form: its query and its hash may hold the token. */
export const maskLink = (url: string): string => url.replace(/[?#][\s\S]*$/, '?…')

/** A body with the same taken out, wherever it stands; what stands under `vin` goes whole, under `url` as a link. */
export function masked(value: unknown, key?: string): unknown {
  if (typeof value === 'string')
    return key === 'vin' ? maskVin(value) : maskText(key === 'url' ? maskLink(value) : value)
  if (key === 'vin' && typeof value === 'number') return maskVin(String(value))
  if (Array.isArray(value)) return value.map((item) => masked(item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, masked(item, name)]))
}

/** What stands at a place of a body: the key that the place ends in tells, e.g. `vin`. */
export const maskedAt = (place: string, value: unknown): unknown => masked(value, /(\w+)\W*$/.exec(place)?.[1])
