/** The jobs whose end this browser is to tell of with a notification: their IDs alone, for this account alone. */
import * as z from 'zod/mini'
import { persistedAccountStore, whileAccount } from '../../core/account'
import { useStore } from '../../core/store'

/** More than anybody waits for; the oldest goes. */
const MOST = 50

const awaited = persistedAccountStore<readonly number[]>({
  name: 'forecourt.notify',
  schema: z.array(z.number()),
  initial: [],
  storage: () => localStorage,
})
export const useAwaited = (): readonly number[] => useStore(awaited)
export const isAwaited = (id: number): boolean => awaited.get().includes(id)

export const forgetEnd = (id: number): void => awaited.set((old) => old.filter((one) => one !== id))

/** Asks the browser's leave, which needs a click. */
export async function awaitEnd(id: number): Promise<void> {
  const isCurrent = whileAccount()
  const permission = await Notification.requestPermission()
  if (permission === 'granted' && isCurrent())
    awaited.set((old) => [...old.filter((one) => one !== id), id].slice(-MOST))
}

/** `none` where the browser, or the way the page came, has no notifications. */
export const permissionNow = (): NotificationPermission | 'none' =>
  'Notification' in globalThis ? Notification.permission : 'none'
