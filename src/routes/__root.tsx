/** The frame around every page. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { ConsoleConfig } from '../api/config'
import { Shell } from './-shell'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; config: ConsoleConfig }>()({
  component: Root,
})

function Root() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
