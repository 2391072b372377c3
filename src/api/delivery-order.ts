/**
 * Which of two deliveries is the newer, for they arrive in any order, some of them twice. Of what is known, the newest
 * stays: so the same is known in the end, in whichever order they came. The store compares rows alike.
 */
import type { Delivery } from './deliveries'
import { isId } from './delivery-fields'

/** When a signal was seen failing or not, or an error open or resolved. An unknown number counts as 0: any other is newer. */
export interface StateOrder {
  sequence: number | undefined
  /** In ms since the epoch. */
  sentAt: number | undefined
  /** Decides between those that are the same in all else. */
  eventKey: string
}

/** When a value was seen. */
export interface ValueOrder extends StateOrder {
  /** By the car, in ms since the epoch. */
  recordedAt: number | undefined
}

/** Code units of characters above U+FFFF sort before U+E000 to U+FFFF, their code points behind: these are moved there. */
const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** By code points, as the store's collation "C" does, where `<` goes by code units. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const difference = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const compareNumbers = (a: number | undefined, b: number | undefined) => (a ?? 0) - (b ?? 0)

/** @returns more than 0 where the first is the newer, 0 where they are the same */
export const compareStates = (a: StateOrder, b: StateOrder): number =>
  compareNumbers(a.sequence, b.sequence) || compareNumbers(a.sentAt, b.sentAt) || compareTexts(a.eventKey, b.eventKey)

/** @returns more than 0 where the first is the newer, 0 where they are the same */
export const compareValues = (a: ValueOrder, b: ValueOrder): number =>
  compareNumbers(a.recordedAt, b.recordedAt) || compareStates(a, b)

const OF_BODY = 'sha256:'

/**
 * What all attempts of an event have in common, and no other event has.
 * @param sha256HexOfBody of the raw bytes: names an event whose ID is none, or could be taken for such a name
 */
export const eventKeyOf = ({ eventId }: Pick<Delivery, 'eventId'>, sha256HexOfBody: string): string =>
  eventId !== undefined && isId(eventId) && !eventId.startsWith(OF_BODY) ? eventId : `${OF_BODY}${sha256HexOfBody}`
