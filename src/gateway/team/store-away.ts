/** Where the store is, and what is said where it can't be used. */
import { type StoreFailure, storeFailures } from '../../store/store'

export type StoreState = 'starting' | 'ready' | 'away'

/** There is no store to read from; the message says why. */
export class StoreAway extends Error {
  override name = 'StoreAway'
  /** @param reason alone: what that means depends on what was asked for */
  constructor(
    readonly reason: string,
    consequence: string,
    readonly retryAfterS: number,
  ) {
    super(`${reason} ${consequence}`)
  }
}

export function storeAway(state: Exclude<StoreState, 'ready'>, failure: StoreFailure = 'unavailable'): StoreAway {
  if (state === 'starting') return new StoreAway('The store is being opened.', 'Try again in a moment.', 2)
  return new StoreAway(storeFailures[failure], 'Requests to the API continue without it. Try again later.', 15)
}
