/** Router and query client: search strings kept as text, and what reads do by default. */

import { notifyManager, QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setTimeouts } from './api/client'
import { isOwnerPath, type PageConfig } from './api/config'
import { parseSearch, setParameterNames, stringifySearch } from './api/search'
import { openAccount } from './core/account'
import { followAccount } from './core/account-queries'
import { sessionQuery } from './core/session'
import { openTabMessages, postTabMessage } from './core/tab-messages'
import { setPageSizes } from './domain/connections/load-connection-page'
import { setExtensions } from './requests/extensions'
import { routeTree } from './routeTree.gen'
import { NotFound, PageFailure } from './shell/page-failure'

function createConsoleRouter(queryClient: QueryClient, config: PageConfig) {
  return createRouter({
    routeTree,
    context: { queryClient, config },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent', // loads code; loaders do nothing on a preload
    defaultPreloadStaleTime: 0,
    // Another connection, user or vehicle is another page: nothing drawn or revealed of the one before stays.
    defaultRemountDeps: ({ params }) => params,
    scrollRestoration: true,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFound,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}

/** Sets up what everything else reads once, then makes the router. Called once, before the first render. */
export function startConsole(config: PageConfig) {
  setParameterNames(config.parameters)
  setPageSizes(config.pageSizes.connections)
  setExtensions(config.extensions)
  setTimeouts(config.readTimeoutMs, config.vehicleReadTimeoutMs, config.beforeSendMs)
  // The router mends an address when values change, not when only their spelling differs.
  const canonical = stringifySearch(parseSearch(location.search))
  if (canonical !== location.search)
    history.replaceState(history.state, '', location.pathname + canonical + location.hash)
  // What was answered is drawn at once: a timer would let a frame of the page before go first.
  notifyManager.setScheduler(queueMicrotask)
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // What a loader asked and was refused is not asked again because the page is drawn; its next visit asks anew.
        retryOnMount: false,
        networkMode: 'always',
        retryDelay: 300,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  openTabMessages(Object.values(config.hosts), config.operator?.id, (told) => heed(told, queryClient))
  openAccount(Object.values(config.hosts), config.operator?.id ?? null, config.account)
  if (config.account === null && !isOwnerPath(location.pathname)) void queryClient.prefetchQuery(sessionQuery)
  followAccount(queryClient, config.operator !== null)
  if (config.operator) postTabMessage({ about: 'sign-in' }) // tabs of another operator end here
  return { router: createConsoleRouter(queryClient, config), queryClient }
}

/** What makes something of it is fetched when there is something: once, so that each word is heard in its turn. */
let hearing: Promise<typeof import('./shell/handle-tab-messages')> | undefined

/** What another tab told, whatever it is. */
function heed(told: unknown, queryClient: QueryClient): Promise<void> {
  hearing ??= import('./shell/handle-tab-messages')
  return hearing.then(
    (tools) => tools.handleTabMessage(told, queryClient),
    () => {
      hearing = undefined // the next word asks for it again
      // What cannot be dropped piece by piece goes as a whole; that something is gone the service says itself.
      const { about } = (told ?? {}) as { about?: unknown } // of any kind
      if (about === 'tokens' || about === 'sign-out') location.reload()
    },
  )
}
