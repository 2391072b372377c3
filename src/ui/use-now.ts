/** What follows from the time of day, drawn anew as it changes: one timer for the whole page, and none while nobody looks. */
import { useCallback, useSyncExternalStore } from 'react'

/** Those who watch, with how often each looks, in ms. */
const watchers = new Map<() => void, number>()
let timer: ReturnType<typeof setTimeout> | undefined
/** The shortest of their steps: the timer goes by it. */
let step = Number.POSITIVE_INFINITY
let toldAt = 0

/** Tells those for whom a step has passed; also called when the tab is hidden, and when it is seen again. */
function tell(): void {
  const now = Date.now()
  for (const [look, everyMs] of watchers) if (Math.floor(now / everyMs) !== Math.floor(toldAt / everyMs)) look()
  toldAt = now
  step = Math.min(...watchers.values())
  wind()
}

function wind(): void {
  clearTimeout(timer)
  if (watchers.size > 0 && !document.hidden) timer = setTimeout(tell, step)
}

globalThis.document?.addEventListener('visibilitychange', tell)

/** Calls `look` after each step of `everyMs`, and once for all that passed while the tab was hidden. @returns how to stop */
export function watchClock(everyMs: number, look: () => void): () => void {
  if (watchers.size === 0) toldAt = Date.now()
  watchers.set(look, everyMs)
  if (everyMs < step) {
    step = everyMs
    wind()
  }
  return () => {
    watchers.delete(look)
    if (watchers.size === 0) tell()
  }
}

/**
 * What follows from the time, for instance “3 minutes ago”: drawn anew only where it has become something else.
 * @param everyMs how often it is looked at; undefined where it does not change with the time
 * @param of takes milliseconds since the epoch
 */
export function useNow<T extends string | number | boolean | undefined>(
  everyMs: number | undefined,
  of: (now: number) => T,
): T {
  const watch = useCallback(
    (look: () => void) => (everyMs === undefined ? () => {} : watchClock(everyMs, look)),
    [everyMs],
  )
  const read = () => of(Date.now())
  return useSyncExternalStore(watch, read, read)
}
