/** How tall the inspector is in this tab, in hundredths of the window. */
import * as z from 'zod/mini'
import { persistedUserStore } from '../../core/account'
import { useStore } from '../../core/store'

export const LEAST = 20
export const MOST = 85
const STEP = 5

const height = persistedUserStore({
  name: 'forecourt.inspector-height',
  schema: z.number().check(z.minimum(LEAST), z.maximum(MOST)),
  initial: 46,
  storage: () => sessionStorage,
})
export const useHeight = (): number => useStore(height)

/** @param wanted any number: what is no height changes nothing */
export const setHeight = (wanted: number): void => {
  if (Number.isFinite(wanted)) height.set(Math.round(Math.min(MOST, Math.max(LEAST, wanted))))
}

/** @returns whether the key is one of those that change the height */
export function setHeightByKey(key: string): boolean {
  const now = height.get()
  const wanted = { ArrowUp: now + STEP, ArrowDown: now - STEP, Home: LEAST, End: MOST }[key]
  if (wanted === undefined) return false
  setHeight(wanted)
  return true
}
