/** A page whose content the server could not draw: the frame stands, and the browser draws the rest. */
import { createContext, useContext, useSyncExternalStore } from 'react'

const FrameOnly = createContext(false)
export const FrameOnlyProvider = FrameOnly.Provider

/** False as long as the frame stands alone. */
export function useHasContent(): boolean {
  const isFrameOnly = useContext(FrameOnly)
  return useSyncExternalStore(
    never,
    () => true,
    () => !isFrameOnly,
  )
}

const never = () => () => {}
