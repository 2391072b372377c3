/** Compares IDs as providers do. */

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/**
 * True if both name the same resource. UUIDs have no case (RFC 9562, 4), and a provider may return another one than was
 * requested. Any other ID is compared exactly.
 */
export const isSameId = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one === other || (!!one && !!other && isUuid(one) && one.toLowerCase() === other.toLowerCase())
