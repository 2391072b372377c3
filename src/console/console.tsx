/** The console as an element: the server renders it, and the browser hydrates it. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { PageConfig } from '../api/config'
import type { Dehydrated } from '../api/server-rendered'
import { ConfigProvider } from '../core/config'
import { RenderedPreferencesProvider, readPreferences } from '../core/preferences'
import type { ConsoleRouter } from '../router'
import { FirstRenderProvider } from '../ui/first-render'
import { ownZone, setPresent } from '../ui/format'

interface Props {
  config: PageConfig
  router: ConsoleRouter
  queryClient: QueryClient
  /** Absent if the browser renders the page from the start. */
  dehydrated: Dehydrated | undefined
  onHydrated?: () => void
}

export function Console({ config, router, queryClient, dehydrated, onHydrated }: Props) {
  const [isInOtherZone, setInOtherZone] = useState(false)
  const handleHydrated = useCallback(() => {
    setPresent(undefined)
    setInOtherZone(dehydrated !== undefined && dehydrated.timeZone !== ownZone())
    onHydrated?.()
  }, [dehydrated, onHydrated])
  // Without the server's time, every time is rendered again: in this zone instead of that of an earlier visit.
  const at = isInOtherZone ? undefined : dehydrated?.at
  const firstRender = useMemo(() => ({ at, onHydrated: handleHydrated }), [at, handleHydrated])
  return (
    <ConfigProvider value={config}>
      <FirstRenderProvider value={firstRender}>
        <RenderedPreferencesProvider value={readPreferences(dehydrated?.preferences)}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </RenderedPreferencesProvider>
      </FirstRenderProvider>
    </ConfigProvider>
  )
}
