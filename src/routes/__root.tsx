/** The frame around every page. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type ErrorComponentProps, Outlet, useMatches } from '@tanstack/react-router'
import { OWNER_PATH, type PageConfig } from '../api/config'
import type { Search } from '../api/search'
import { hasTooManyUnknown, TOO_MANY_UNKNOWN } from '../api/unknown-filters'
import { Shell } from '../shell/frame'
import { useHasContent } from '../shell/frame-only'
import { PageFailure } from '../shell/page-failure'
import { later } from '../ui/later'

const TooManyFilters = later(() => import('../shell/too-many-filters').then((module) => module.TooManyFilters))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; config: PageConfig }>()({
  validateSearch: refuseTooMany,
  component: Root,
  errorComponent: RootFailure,
})

/** Here, before the loader of any page: a page without some of its filters would list more than the address says. */
function refuseTooMany(search: Search): Record<never, never> {
  if (hasTooManyUnknown(search)) throw new Error(TOO_MANY_UNKNOWN)
  return {}
}

function RootFailure(props: ErrorComponentProps) {
  if (!(props.error instanceof Error && props.error.message === TOO_MANY_UNKNOWN)) return <PageFailure {...props} />
  return (
    <Shell>
      <TooManyFilters />
    </Shell>
  )
}

function Root() {
  // Where a vehicle's owner comes back to stands alone: it is nobody's console.
  const isForOwners = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === OWNER_PATH) })
  const hasContent = useHasContent()
  if (isForOwners) return <Outlet />
  return <Shell>{hasContent && <Outlet />}</Shell>
}
