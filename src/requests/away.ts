/** Queries of the console's own server while it, or its store, is away. */
import { isPassing } from '../api/errors'

export const AWAY_MS = 5_000

interface QueryState {
  state: { error: unknown }
}

/** Refetches soon after a failure that passes, and otherwise every so often; false: not at all. */
export const whileAway =
  (everyMs: number | false) =>
  ({ state: { error } }: QueryState): number | false =>
    isPassing(error) ? AWAY_MS : everyMs
