/** Times that both engines of the store hold: from 1970 to the end of the year 9999, after which a timestamp has no text. */

export const LAST_TIME = 253_402_300_799_999

/** True if the store can hold the time that an ISO text names. */
export const isStoredTime = (text: string): boolean => {
  const time = Date.parse(text)
  return time >= 0 && time <= LAST_TIME
}
