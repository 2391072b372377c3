/** Answers that came before the code of the drift panel: how many were as shown, and the others. */
import type { CallRecord } from '../../api/client'
import type { Endpoint } from '../../api/endpoint'
import { onAccountEnd } from '../../core/account'

/** Answers that wait for the code at most: their bodies are kept alive meanwhile. */
const MOST_WAITING = 50

/** What came before the code was there. */
const before = { sound: new Map<Endpoint, number>(), waiting: [] as CallRecord[], lost: 0 }
onAccountEnd(() => {
  before.sound.clear()
  before.waiting.length = 0
  before.lost = 0
})
let take: ((record: CallRecord) => void) | undefined

/** @returns true where it waits for the code, which should be fetched now */
export function giveOver(record: CallRecord): boolean {
  const { endpoint, differences, error } = record
  if (take) take(record)
  else if (differences?.length === 0 && !error) before.sound.set(endpoint, (before.sound.get(endpoint) ?? 0) + 1)
  else if (differences || error?.status) {
    if (before.waiting.length < MOST_WAITING) before.waiting.push(record)
    else before.lost += 1
    return true
  }
  return false
}

/** From now on everything is given to `given` at once. @returns what came so far */
export function takeOver(given: (record: CallRecord) => void): typeof before {
  take = given
  return before
}
