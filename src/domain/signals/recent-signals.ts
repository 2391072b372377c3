/** Signals that were read in this tab, the last first: codes only. */
import * as z from 'zod/mini'
import { persistedAccountStore } from '../../core/account'
import { useStore } from '../../core/store'

const MOST = 8
const codes = persistedAccountStore<string[]>({
  name: 'forecourt.signals',
  schema: z.array(z.string()),
  initial: [],
  storage: () => sessionStorage,
})

export const useRecentSignals = (): string[] => useStore(codes)
export const readSignal = (code: string): void =>
  codes.set((old) => [code, ...old.filter((one) => one !== code)].slice(0, MOST))
