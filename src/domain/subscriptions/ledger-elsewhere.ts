/**
 * What this operator has kept of subscriptions at this service under other accounts. Tokens that rotate make the same
 * account another one here, and nothing else can tell those ids. Nothing of another operator is ever among it.
 */
import { accountPlace, userPlace } from '../../core/account'
import { erase, inOrder, ledgerPlaces, ledgerWriter, load, rewrite } from './ledger'
import { merged } from './subscription-key'

export interface Elsewhere {
  count: number
  places: readonly string[]
}

/** @returns where it is, and how much; nothing of what it says */
export function ledgersElsewhere(): Elsewhere {
  const user = userPlace()
  const here = accountPlace()
  if (user === undefined || here === undefined) return { count: 0, places: [] }
  const places = ledgerPlaces().filter((place) => place !== here && isOf(place, user))
  return { count: inOrder(merged(...places.map(load))).length, places }
}

function isOf(place: string, user: string): boolean {
  const [service, operator]: [string[], string | null] = JSON.parse(user) // as account.ts has written it
  // Before there were accounts it was filed under the service's address; where nobody signs in, that was the same person.
  if (operator === null && service.includes(place)) return true
  try {
    const parts: unknown = JSON.parse(place)
    return Array.isArray(parts) && parts.length === 3 && JSON.stringify(parts.slice(0, 2)) === user
  } catch {
    return false
  }
}

/** Moves it into the ledger of now. What cannot be written there stays where it is. */
export function moveHere({ places }: Elsewhere): void {
  const here = accountPlace()
  if (here === undefined) return
  const theirs = merged(...places.map(load))
  ledgerWriter()((old) => merged(old, theirs))
  if (rewrite(here, (old) => merged(old, theirs))) for (const place of places) erase(place)
}
