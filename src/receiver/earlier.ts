/** Which events we answered with an error before they were kept: said beside them, once they are. */
import type { EarlierAnswer } from './arrival'
import { createBoundedMap } from './bounded-map'

const MOST_EVENTS = 10_000
/** Of one event: the provider tries four times. */
const MOST_ANSWERS = 8

export interface Earlier {
  refused(event: string, answer: EarlierAnswer): void
  of(event: string): readonly EarlierAnswer[]
  /** It is kept by now. */
  forget(event: string): void
}

export function createEarlier(): Earlier {
  const known = createBoundedMap<readonly EarlierAnswer[]>(MOST_EVENTS)
  return {
    refused: (event, answer) => known.set(event, [...(known.get(event) ?? []), answer].slice(-MOST_ANSWERS)),
    of: (event) => known.get(event) ?? [],
    forget: (event) => known.delete(event),
  }
}
