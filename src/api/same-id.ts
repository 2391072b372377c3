/** Compares IDs as providers do. */

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/**
 * True if both name the same resource. UUIDs have no case (RFC 9562, 4), and a provider may return another one than was
 * requested. Any other ID is compared exactly.
 */
export const isSameId = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one === other || (!!one && !!other && isUuid(one) && one.toLowerCase() === other.toLowerCase())

/** The same for all that `isSameId` takes for one. */
export const idKey = (id: string): string => (isUuid(id) ? id.toLowerCase() : id)

/** As an ID was written, and as another program may have stored it, for an index that knows one case. */
export const spellingsOf = (id: string): string[] =>
  isUuid(id) ? [...new Set([id, id.toLowerCase(), id.toUpperCase()])] : [id]

/** Characters without a width: soft hyphens, joiners, marks of direction and byte order. */
export const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Also typographic ones, and what chats put around code and links. */
export const QUOTE = /["'`´<>«»‹›\u2018-\u201f＂＇]/
const ADDED = new RegExp(`${INVISIBLE.source}|${QUOTE.source}|[\\s.。]`, 'g')

/** The UUID that a text is without what was pasted with it; undefined if it is one as it is, or none. */
export function uuidWithin(text: string): string | undefined {
  const id = text.replace(ADDED, '')
  return id !== text && isUuid(id) ? id : undefined
}
