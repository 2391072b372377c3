/** The frame around every page. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { OWNER_PATH, type PageConfig } from '../api/config'
import { Shell } from '../shell/frame'
import { useHasContent } from '../shell/frame-only'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; config: PageConfig }>()({
  component: Root,
})

function Root() {
  // Where a vehicle's owner comes back to stands alone: it is nobody's console.
  const isForOwners = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === OWNER_PATH) })
  const hasContent = useHasContent()
  if (isForOwners) return <Outlet />
  return <Shell>{hasContent && <Outlet />}</Shell>
}
