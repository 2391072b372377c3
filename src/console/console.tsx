/** The console as an element: the same for the server, which draws a page first, and the browser, which takes it over. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { PageConfig } from '../api/config'
import type { Drawn } from '../api/server-rendered'
import { ConfigProvider } from '../core/config'
import { DrawnPreferencesProvider, readPreferences } from '../core/preferences'
import type { ConsoleRouter } from '../router'
import { FrameOnlyProvider } from '../shell/frame-only'
import { FirstDrawProvider } from '../ui/first-render'
import { ownZone, setPresent } from '../ui/format'

interface RootProps {
  config: PageConfig
  children: ReactNode
}

/** What everything stands in. */
export function ConsoleRoot({ config, children }: RootProps) {
  return <ConfigProvider value={config}>{children}</ConfigProvider>
}

interface Props {
  router: ConsoleRouter
  queryClient: QueryClient
  /** What the server drew it with; absent where the browser draws it itself. */
  drawn: Drawn | undefined
  /** Called once the browser has drawn it, too, but for rows, each of which is taken over when it is needed. */
  onTaken?: () => void
  /** Called once it has drawn all of it. */
  onWhole?: () => void
}

export function Console({ router, queryClient, drawn, onTaken, onWhole }: Props) {
  const [isOtherZone, setOtherZone] = useState(false)
  const first = useMemo(() => {
    if (!drawn || isOtherZone) return undefined
    let isWhole = false // every page that is opened later says so again
    return {
      at: drawn.at,
      timeZone: drawn.timeZone,
      onTaken() {
        setPresent(undefined)
        onTaken?.()
      },
      onWhole() {
        if (isWhole) return
        isWhole = true
        onWhole?.()
        setOtherZone(drawn.timeZone !== ownZone()) // every time is drawn anew
      },
    }
  }, [drawn, isOtherZone, onTaken, onWhole])
  return (
    <FirstDrawProvider value={first}>
      <DrawnPreferencesProvider value={readPreferences(drawn?.preferences)}>
        <FrameOnlyProvider value={drawn?.isFrameOnly ?? false}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </FrameOnlyProvider>
      </DrawnPreferencesProvider>
    </FirstDrawProvider>
  )
}
