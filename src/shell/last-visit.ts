/** What changed since the last visit: totals then, kept in this browser for each account. Numbers only. */
import * as z from 'zod/mini'
import { persistedAccountStore } from '../core/account'

const Noted = z.object({ at: z.number(), totals: z.record(z.string(), z.number()) })
const Visits = z.object({ before: z.optional(Noted), now: Noted })
export type Visits = z.output<typeof Visits>

/** Totals noted within this time of each other belong to one visit. */
const VISIT_MS = 30 * 60_000

const visits = persistedAccountStore<Visits | null>({
  name: 'forecourt.visits',
  schema: z.nullable(Visits),
  initial: null,
  storage: () => localStorage,
  outlivesAccount: true, // numbers only
})

/** The totals as they are now, after those of the visit before. */
export function visited(old: Visits | null, name: string, total: number, at: number): Visits {
  if (!old) return { now: { at, totals: { [name]: total } } }
  const isAnother = at - old.now.at > VISIT_MS || at < old.now.at
  const before = isAnother ? old.now : old.before
  return { ...(before && { before }), now: { at, totals: { ...old.now.totals, [name]: total } } }
}

export const noteTotal = (name: string, total: number): void =>
  visits.set((old) => visited(old, name, total, Date.now()))

export interface Then {
  at: number
  total: number
}

/** What was counted at the visit before this one; undefined where there was none. */
export function lastVisit(name: string, now = Date.now()): Then | undefined {
  const known = visits.get()
  if (!known) return undefined
  const then = now - known.now.at > VISIT_MS ? known.now : known.before
  const total = then?.totals[name]
  return then && total !== undefined ? { at: then.at, total } : undefined
}
