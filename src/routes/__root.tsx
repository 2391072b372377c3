/** The frame around every page. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type ErrorComponentProps, Match, Outlet, useMatches } from '@tanstack/react-router'
import { OWNER_PATH, type PageConfig } from '../api/config'
import type { Search } from '../api/search'
import { hasTooManyUnknown, TOO_MANY_UNKNOWN } from '../api/unknown-filters'
import { Shell } from '../shell/frame'
import { PageFailure } from '../shell/page-failure'
import { useReportHydrated } from '../ui/first-render'
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
  useReportHydrated()
  if (!(props.error instanceof Error && props.error.message === TOO_MANY_UNKNOWN)) return <PageFailure {...props} />
  return (
    <Shell>
      <TooManyFilters />
    </Shell>
  )
}

function Root() {
  useReportHydrated()
  const routeId = useMatches({ select: (matches) => matches[1]?.routeId })
  // The outlet of the root is a Suspense boundary. React would hydrate the page in it after the frame, and by then a link of
  // the frame may have changed the address.
  const page = routeId === undefined ? <Outlet /> : <Match routeId={routeId} />
  // A vehicle's owner returns to a page without the console's frame.
  return routeId === OWNER_PATH ? page : <Shell>{page}</Shell>
}
