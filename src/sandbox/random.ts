/** Numbers from a seed and an index: any part of the fleet is computed on its own, in any order, always the same. */

/** A whole number from 0 to 2³²−1 for this seed, salt and index. */
export function hash(seed: number, salt: number, index: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35) ^ Math.imul(index + 1, 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** The number that gives 1 when multiplied by this odd one, modulo 2³². */
function inverse(odd: number): number {
  let found = odd
  for (let turn = 0; turn < 5; turn += 1) found = Math.imul(found, 2 - Math.imul(odd, found))
  return found
}
const UNDO_1 = inverse(0x7feb352d)
const UNDO_2 = inverse(0x846ca68b)
const UNDO_INDEX = inverse(0x27d4eb2f)

/** The index that has this hash: every step of `hash` can be undone, so nothing has to be looked up. */
function unhash(seed: number, salt: number, value: number): number {
  let h = Math.imul(value ^ (value >>> 16), UNDO_2)
  h = Math.imul(h ^ (h >>> 15) ^ (h >>> 30), UNDO_1)
  h ^= h >>> 16
  h ^= Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35)
  return (Math.imul(h, UNDO_INDEX) - 1) >>> 0
}

/** From 0 up to, and not with, 1. */
export const fraction = (seed: number, salt: number, index: number): number => hash(seed, salt, index) / 2 ** 32

export function pick<T>(items: readonly T[], seed: number, salt: number, index: number): T {
  const item = items[Math.floor(fraction(seed, salt, index) * items.length)]
  if (item === undefined) throw new Error('pick needs at least one item')
  return item
}

/** A UUID of version 4's form. */
export function uuid(seed: number, salt: number, index: number): string {
  const word = (part: number) =>
    hash(seed, salt * 8 + part + 1000, index)
      .toString(16)
      .padStart(8, '0')
  const all = word(0) + word(1) + word(2) + word(3)
  return `${all.slice(0, 8)}-${all.slice(8, 12)}-4${all.slice(13, 16)}-a${all.slice(17, 20)}-${all.slice(20, 32)}`
}

/** The index whose `uuid` this is; undefined where the text is none of this seed and salt. */
export function indexOfUuid(seed: number, salt: number, text: string): number | undefined {
  const first = /^[0-9a-f]{8}(?=-)/.exec(text)?.[0]
  if (first === undefined) return undefined
  const index = unhash(seed, salt * 8 + 1000, Number.parseInt(first, 16))
  return uuid(seed, salt, index) === text ? index : undefined
}
