/** Values that depend on the current time, redrawn when they change: one timer for the whole page, none in a hidden tab. */
import { useCallback, useSyncExternalStore } from 'react'
import { useFirstRenderAt } from './first-render'

/** The watchers, each with its step in ms. */
const watchers = new Map<() => void, number>()
let timer: ReturnType<typeof setTimeout> | undefined
/** The shortest of their steps, which the timer uses. */
let step = Number.POSITIVE_INFINITY
let toldAt = 0

/** Calls the watchers whose step has passed; also called when the tab is hidden or shown. */
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
 * A value that depends on the time, such as “3m”: redrawn only when it has changed.
 * @param everyMs how often it is computed; undefined if it doesn’t depend on the time
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
  const firstRenderAt = useFirstRenderAt()
  return useSyncExternalStore(
    watch,
    () => of(Date.now()),
    () => of(firstRenderAt ?? Date.now()),
  )
}
