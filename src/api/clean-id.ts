/** Takes off a pasted ID what chats, spreadsheets and word processors add to it. */
import { INVISIBLE, QUOTE } from './same-id'

export interface CleanId {
  id: string
  /** The invisible characters that were removed. */
  invisible: number
  /** After how many of the ID's characters invisible ones were, in ascending order. */
  insideAt: readonly number[]
  hadQuotes: boolean
  hadPeriod: boolean
}

const AROUND = new RegExp(`\\s|${QUOTE.source}`)
const PERIOD = /[.。]/
/** Of more places the first are named. */
const MOST_PLACES = 20

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/**
 * Removes invisible characters anywhere, and spaces, quotes and final periods around an ID. Idempotent. An ID that has
 * none of them is returned as it is, and so is a text without anything else.
 */
export function cleanId(text: string): CleanId {
  const visible = withoutInvisible(text)
  let [start, end] = [0, visible.length]
  // An expression for the end of a text takes quadratic time.
  while (start < end && AROUND.test(visible.charAt(start))) start += 1
  while (end > start && (AROUND.test(visible.charAt(end - 1)) || PERIOD.test(visible.charAt(end - 1)))) end -= 1
  const [before, id, after] = [visible.slice(0, start), visible.slice(start, end), visible.slice(end)]
  const invisible = text.length - visible.length
  // Only quotes and periods: what they mean is not known.
  if (id === '') return { id: visible.trim(), invisible, insideAt: [], hadQuotes: false, hadPeriod: false }
  const places = [...text.matchAll(INVISIBLE)]
    .slice(0, MOST_PLACES)
    .map(({ index }) => withoutInvisible(text.slice(0, index)).length - before.length)
  return {
    id,
    invisible,
    insideAt: [...new Set(places)].filter((place) => place > 0 && place < id.length),
    hadQuotes: QUOTE.test(before + after),
    hadPeriod: PERIOD.test(after),
  }
}
