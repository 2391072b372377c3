/** Signals that were read in this tab, the last first: codes only. */
import * as z from 'zod/mini'
import { createKeptStore, useStore } from './store'

const MOST = 8
const codes = createKeptStore('forecourt.signals', z.array(z.string()), [], () => sessionStorage)

export const useRecentSignals = (): string[] => useStore(codes)
export const readSignal = (code: string): void =>
  codes.set((old) => [code, ...old.filter((one) => one !== code)].slice(0, MOST))
