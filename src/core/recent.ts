/** What was looked at in this tab, newest first: ids only, with names as long as the tab is not loaded anew. */
import * as z from 'zod/mini'
import { idKey, isSameId } from '../api/same-id'
import { accountStore, persistedAccountStore } from './account'
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

/** By id, and in memory only: a name may be a customer's. */
const names = accountStore((): ReadonlyMap<string, string> => new Map())
export const useRecentNames = (): ReadonlyMap<string, string> => useStore(names)

const MOST = 12
export function lookedAt(kind: RecentThing['kind'], id: string, name?: string | null): void {
  if (name) names.set((old) => new Map(old).set(id, name))
  recent.set((old) =>
    [{ kind, id, at: Date.now() }, ...old.filter((one) => !isSameId(one.id, id) || one.kind !== kind)].slice(0, MOST),
  )
}

/** What was removed is not looked at again. */
export function forgetLooked(ids: readonly string[]): void {
  const gone = new Set(ids.map(idKey))
  recent.set((old) => old.filter(({ id }) => !gone.has(idKey(id))))
  names.set((old) => new Map([...old].filter(([id]) => !gone.has(idKey(id)))))
}
