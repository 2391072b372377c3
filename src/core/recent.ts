/** What was looked at in this tab, newest first: ids only. */
import * as z from 'zod/mini'
import { persistedAccountStore } from './account'
import { useStore } from './store'

const Recent = z.object({
  kind: z.enum(['connection', 'user', 'vehicle', 'webhook', 'subscription']),
  id: z.string(),
  at: z.number(),
})
export type RecentThing = z.output<typeof Recent>

const recent = persistedAccountStore({
  name: 'forecourt.recent',
  schema: z.array(Recent),
  initial: [],
  storage: () => sessionStorage,
})
export const useRecent = (): RecentThing[] => useStore(recent)

const MOST = 12
export function lookedAt(kind: RecentThing['kind'], id: string): void {
  recent.set((old) =>
    [{ kind, id, at: Date.now() }, ...old.filter((one) => one.id !== id || one.kind !== kind)].slice(0, MOST),
  )
}

/** What was removed is not looked at again. */
export const forgetLooked = (ids: readonly string[]): void =>
  recent.set((old) => old.filter(({ id }) => !ids.includes(id)))
