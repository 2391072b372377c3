/** What changed since the last visit: totals then, kept in this browser for this service. Numbers only. */
import * as z from 'zod/mini'
import { createKeptStore } from './store'

const Noted = z.object({ at: z.number(), totals: z.record(z.string(), z.number()) })
const Visits = z.object({ service: z.string(), before: z.optional(Noted), now: Noted })
export type Visits = z.output<typeof Visits>

/** Totals noted within this time of each other belong to one visit. */
const VISIT_MS = 30 * 60_000

const visits = createKeptStore('forecourt.visits', z.nullable(Visits), null, () => localStorage)

/** The totals as they are now, after those of the visit before. */
export function visited(old: Visits | null, service: string, name: string, total: number, at: number): Visits {
  if (old?.service !== service) return { service, now: { at, totals: { [name]: total } } }
  const isAnother = at - old.now.at > VISIT_MS || at < old.now.at
  const before = isAnother ? old.now : old.before
  return { service, ...(before && { before }), now: { at, totals: { ...old.now.totals, [name]: total } } }
}

export const noteTotal = (service: string, name: string, total: number): void =>
  visits.set((old) => visited(old, service, name, total, Date.now()))

export interface Then {
  at: number
  total: number
}

/** What was counted at the visit before this one; undefined where there was none. */
export function lastVisit(service: string, name: string, now = Date.now()): Then | undefined {
  const known = visits.get()
  if (known?.service !== service) return undefined
  const then = now - known.now.at > VISIT_MS ? known.now : known.before
  const total = then?.totals[name]
  return then && total !== undefined ? { at: then.at, total } : undefined
}
