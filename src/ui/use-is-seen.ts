/** Whether the tab is the one in front: what only informs asks nothing in a hidden one. */
import { useSyncExternalStore } from 'react'

function watch(look: () => void): () => void {
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

export const useIsSeen = (): boolean =>
  useSyncExternalStore(
    watch,
    () => !document.hidden,
    () => false,
  )
