/** Whether deliveries have stopped, by the source's own habit: what is long for one is nothing for another. */
import { parseInstant } from '../../api/instant'

const TIMES = 3
/** Of a source that sends every second, a few seconds say nothing. */
const AT_LEAST_MS = 5 * 60_000

export interface Silence {
  /** Since the last delivery, in ms. */
  lasts: number
  usualGap: number
}

/**
 * @param now when that was known, in ms since the epoch
 * @returns undefined where nothing is unusual, or too little has come to know what is usual
 */
export function silenceOf(
  { last, usualGap }: { last: string | null; usualGap: number | null },
  now: number,
): Silence | undefined {
  const at = parseInstant(last)
  if (at === undefined || usualGap === null) return undefined
  const lasts = now - at
  return lasts > Math.max(TIMES * usualGap, usualGap + AT_LEAST_MS) ? { lasts, usualGap } : undefined
}
