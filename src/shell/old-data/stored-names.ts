/** Names under which versions before 0.4 kept data in a browser. */
import { getBasePath } from '../../api/base-path'
import { accountPlace, userPlace } from '../../core/account'

export const LEDGER = 'forecourt.ledger '
/** Each creation that had no response when its page was closed has an item of its own. */
export const STARTED = 'forecourt.ledger.begun '
/** Up to when a ledger was reported to a server. */
export const REPORTED = 'forecourt.ledger.told '
const VIEWS = 'forecourt.views'

/** True if this browser may have data of earlier versions for the account or the operator of now. */
export function hasOldData(): boolean {
  if (getBasePath() !== '') return false // those versions had none, so what is stored is another console’s
  const names = storedNames()
  return [...subscriptionNames(), ...viewNames()].some((name) => !name.startsWith(REPORTED) && names.includes(name))
}

/** Names of items with subscriptions of the account of now. */
export function subscriptionNames(): string[] {
  const place = accountPlace()
  if (place === undefined) return []
  return storedNames().filter(
    (name) => name === `${LEDGER}${place}` || name === `${REPORTED}${place}` || name.startsWith(`${STARTED}${place} `),
  )
}

/** Names that the views of the operator of now may have, the current one first. */
export function viewNames(): string[] {
  const place = userPlace()
  if (place === undefined) return []
  const [, operator]: [unknown, string | null] = JSON.parse(place) // as account.ts has written it
  // Without sign-in, the first versions used the name alone.
  return operator === null ? [`${VIEWS} ${place}`, VIEWS] : [`${VIEWS} ${place}`]
}

function storedNames(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  } catch {
    return [] // storage is forbidden
  }
}
