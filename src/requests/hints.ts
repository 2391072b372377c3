/**
 * Hints of the server (`/events`), so that a page asks when there is something new: one stream for all tabs of a browser.
 * Without locks, as on plain http, there are no hints, and pages ask every few seconds.
 */
import { events } from '../api/console/events'
import { type Hint, hintTopics, LIVE_EVERY_MS } from '../api/hints'
import { openShared } from './shared-stream'

/** For so long after the last sign of life hints are counted on: one may come late. */
const LIVE_MS = 2 * LIVE_EVERY_MS

type Listener = (hint: Hint) => void
const listeners = new Set<Listener>()
let heardAt = Number.NEGATIVE_INFINITY
let close = () => {}

/** True while hints arrive: nobody has to ask every few seconds. */
export const areHintsLive = (): boolean => performance.now() - heardAt < LIVE_MS

/** @returns what ends it; the stream ends with the last one */
export function hearHints(listener: Listener): () => void {
  listeners.add(listener)
  if (listeners.size === 1) close = open()
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) close()
  }
}

function tell(hint: Hint | undefined): void {
  heardAt = performance.now()
  if (hint) for (const listener of [...listeners]) listener(hint)
}
const forget = () => {
  heardAt = Number.NEGATIVE_INFINITY
}

function open(): () => void {
  const end = openShared({
    purpose: 'events',
    path: events.hints.path,
    events: ['live', 'hint'],
    said: (event, data) => tell(event === 'hint' ? hintTopics.find((topic) => topic === data) : undefined),
    missed: () => tell('all'), // it was said while nobody listened
    lost: forget,
  })
  return () => {
    end()
    forget()
  }
}
