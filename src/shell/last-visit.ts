/** What changed since the last visit, and since yesterday: totals then, kept in this browser for each account. Numbers only. */
import * as z from 'zod/mini'
import { persistedAccountStore } from '../core/account'

const Noted = z.object({ at: z.number(), totals: z.record(z.string(), z.number()) })
const Visits = z.object({ yesterday: z.optional(Noted), before: z.optional(Noted), now: Noted })
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

/** @returns whether `then` is on the day before `at`, in this browser's zone */
const isDayBefore = (then: number, at: number): boolean => {
  const day = new Date(at)
  day.setDate(day.getDate() - 1)
  return new Date(then).toDateString() === day.toDateString()
}

/** The last of what was noted on the day before. */
const yesterdayIn = ({ yesterday, now }: Visits, at: number) =>
  [now, yesterday].find((noted) => noted && isDayBefore(noted.at, at))

/** The totals as they are now, after those of the visit before. */
export function visited(old: Visits | null, name: string, total: number, at: number): Visits {
  if (!old) return { now: { at, totals: { [name]: total } } }
  const isAnother = at - old.now.at > VISIT_MS || at < old.now.at
  const before = isAnother ? old.now : old.before
  const dayBefore = yesterdayIn(old, at)
  return {
    ...(dayBefore && { yesterday: dayBefore }),
    ...(before && { before }),
    now: { at, totals: { ...old.now.totals, [name]: total } },
  }
}

export const noteTotal = (name: string, total: number): void =>
  visits.set((old) => visited(old, name, total, Date.now()))

export interface Then {
  at: number
  total: number
}

function totalThen(then: Visits['now'] | undefined, name: string): Then | undefined {
  const total = then?.totals[name]
  return then && total !== undefined ? { at: then.at, total } : undefined
}

/** What was counted at the visit before this one; undefined where there was none. */
export function lastVisit(name: string): Then | undefined {
  const known = visits.get()
  return known ? totalThen(Date.now() - known.now.at > VISIT_MS ? known.now : known.before, name) : undefined
}

/** What was counted last on the day before this one; undefined where nobody looked then. */
export function yesterday(name: string): Then | undefined {
  const known = visits.get()
  return known ? totalThen(yesterdayIn(known, Date.now()), name) : undefined
}
