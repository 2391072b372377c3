/** Which segment of a raw path is one id and nothing else, to every host that may read it. */

/**
 * What a host could read as a climb, or what no id holds, in bytes: dots between separators, also before a path
 * parameter; control characters; UTF-8 longer than it has to be, which hides any of these.
 */
const UNSOUND =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  /(^|[/\\])\.{1,2}([/\\;?#]|$)|[\0-\x1f\x7f]|\xc2[\x80-\x9f]|([\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f])[\x80-\xbf]/

/** Hosts behind hosts decode again. What is encoded more often than this is no id. */
const MOST_DECODED = 5

/** @param raw the segment as it stands in the path, percent-encoded */
export function isSoundSegment(raw: string): boolean {
  let plain = raw
  for (let round = 0; raw !== '' && round < MOST_DECODED && !UNSOUND.test(plain); round += 1) {
    const before = plain
    plain = before.replace(/%[\da-f]{2}/gi, (byte) => String.fromCharCode(Number(`0x${byte.slice(1)}`)))
    if (plain === before) return true
  }
  return false
}
