/** The first render of a page that the server has rendered: the browser repeats it with the same values. */
import { useLocation } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'

interface FirstRender {
  /** Milliseconds since the epoch when the server rendered the page; undefined if it did not. */
  at: number | undefined
  /** Called when the page is hydrated, or rendered by the browser alone. */
  onHydrated: () => void
}

const FirstRenderContext = createContext<FirstRender>({ at: undefined, onHydrated: () => {} })
export const FirstRenderProvider = FirstRenderContext.Provider

/** Milliseconds since the epoch that the first render takes for the present. */
export const useFirstRenderAt = (): number | undefined => useContext(FirstRenderContext).at

/** Reports that the component's page is hydrated. */
export function useReportHydrated(): void {
  const { onHydrated } = useContext(FirstRenderContext)
  useEffect(onHydrated, [onHydrated])
}

const subscribeToNothing = () => () => {}
/** False during the first render of a server-rendered page, which can't depend on what this browser alone knows. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

/** The address's fragment, which no browser sends to a server; empty until the page is hydrated. */
export function useHash(): string {
  const { hash } = useLocation()
  return useIsHydrated() ? hash : ''
}
