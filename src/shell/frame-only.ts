/** A page whose content the server could not draw: the frame stands, and the browser draws the rest. */
import { createContext, useContext } from 'react'
import { useIsTaken } from '../ui/first-draw'

const FrameOnly = createContext(false)
export const FrameOnlyProvider = FrameOnly.Provider

/** False as long as the frame stands alone. */
export function useHasContent(): boolean {
  const isFrameOnly = useContext(FrameOnly)
  const isTaken = useIsTaken()
  return isTaken || !isFrameOnly
}
