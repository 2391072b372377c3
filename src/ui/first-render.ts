/** What the first drawing of a page takes for the present: server and browser draw the same, whenever they do it. */
import { useLocation } from '@tanstack/react-router'
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface FirstDraw {
  /** Milliseconds since the epoch, when the server drew it. */
  at: number
  /** Of those who look at it, as an IANA name: the browser told it on an earlier visit. */
  timeZone: string
  /** Called once the browser has drawn the page, too, but for what may come later: rows. */
  onTaken: () => void
  /** Called once it has drawn all of it. */
  onWhole: () => void
}

const FirstDrawContext = createContext<FirstDraw | undefined>(undefined)
/** Absent where the browser draws the page from the start. */
export const FirstDrawProvider = FirstDrawContext.Provider
export const useFirstDraw = (): FirstDraw | undefined => useContext(FirstDrawContext)

const never = () => () => {}
/** False while a page stands as the server drew it: what only this browser knows is no part of it yet. */
export const useIsTaken = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const nothing = () => undefined
/**
 * True in the one drawing in which the browser takes over what the server drew of a component. What is costly to compute
 * and the same as what is there need not be drawn then, below `suppressHydrationWarning`.
 */
export function useTakesOver(): boolean {
  let takesOver = false
  useSyncExternalStore(never, nothing, () => {
    takesOver = globalThis.document !== undefined // the server asks, too
  })
  return takesOver
}

/** What the address names behind its “#”, which no browser sends to a server; empty until the page is the browser's own. */
export function useHash(): string {
  const { hash } = useLocation()
  return useIsTaken() ? hash : ''
}
