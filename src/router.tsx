/** Router and query client: search strings kept as text, and what reads do by default. */

import { notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { ownPath, setBasePath } from './api/base-path'
import { type Send, setTimeouts } from './api/client'
import { type ConsoleConfig, isOwnerPath, type PageConfig } from './api/config'
import { parseSearch, setParameterNames, stringifySearch } from './api/search'
import { setWebhookPages } from './api/webhooks'
import { watchQuestions } from './changes/removal-address'
import { openAccount } from './core/account'
import { followAccount } from './core/account-queries'
import { isHydrating } from './core/hydration'
import { watchLastAccount } from './core/last-account'
import { watchLinks } from './core/pointed'
import { sessionQuery } from './core/session'
import { openTabMessages, postTabMessage } from './core/tab-messages'
import { setPageSizes } from './domain/connections/load-connection-page'
import { setExtensions } from './requests/extensions'
import { routeTree } from './routeTree.gen'
import { handleTabMessage } from './shell/handle-tab-messages'
import { NotFound, PageFailure } from './shell/page-failure'

type FetchFor = (key: QueryKey) => Send

interface ConsoleOptions {
  /** Path, query and hash; absent in a browser, which has an address of its own. */
  href?: string
  fetchFor?: FetchFor
}

/** The router and the query client of one page. */
export function createConsole(config: PageConfig, { href, fetchFor }: ConsoleOptions) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        ...(fetchFor && { meta: { fetchFor } }),
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
  const router = createConsoleRouter(queryClient, config, href)
  writeAddress(router)
  return { queryClient, router }
}

/**
 * Replaces the address with the router's own form of it: one spelling, and no names that the page doesn't know. The server
 * renders no other form, and in a browser the router would replace it once the page is rendered.
 */
function writeAddress({ history, latestLocation, buildLocation }: ConsoleRouter): void {
  const to = latestLocation.pathname as never // of any route, or of none
  const { publicHref } = buildLocation({ to, params: true, search: true, hash: true })
  if (publicHref === history.location.href) return
  history.replace(publicHref, history.location.state)
  history.flush()
}

function createConsoleRouter(queryClient: QueryClient, config: PageConfig, href: string | undefined) {
  return createRouter({
    routeTree,
    basepath: config.basePath || '/',
    context: { queryClient, config },
    parseSearch,
    stringifySearch,
    defaultPreload: false, // by `watchLinks`, for every link alike
    defaultPreloadStaleTime: 0,
    // Another connection, user or vehicle is another page: nothing drawn or revealed of the one before stays.
    defaultRemountDeps: ({ params }) => params,
    // The browser has scrolled the server's page, and a person may have scrolled it since.
    scrollRestoration: href === undefined && (() => !isHydrating()),
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFound,
    ...(href !== undefined && { history: createMemoryHistory({ initialEntries: [href] }) }),
  })
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter
  }
}

/** Sets what everything else reads once: before the first page, here and on the server. */
export function setUp(config: ConsoleConfig): void {
  setBasePath(config.basePath)
  setParameterNames(config.parameters)
  setPageSizes(config.pageSizes.connections)
  setWebhookPages(config.pageSizes.webhooks)
  setExtensions(config.extensions)
  setTimeouts(config.readTimeoutMs, config.vehicleReadTimeoutMs, config.beforeSendMs)
}

/**
 * Begins the console in a browser. Called once, before the first render.
 * @param fetchFor sends its queries, if not by the network alone
 */
export function startConsole(config: PageConfig, fetchFor?: FetchFor) {
  setUp(config)
  // What was answered is drawn at once: a timer would let a frame of the page before go first.
  notifyManager.setScheduler(queueMicrotask)
  const { queryClient, router } = createConsole(config, fetchFor ? { fetchFor } : {})
  // What tabs share and the browser stores is of one console: an origin may have others under other paths.
  const service = [...Object.values(config.hosts), ...(config.basePath === '' ? [] : [config.basePath])]
  openTabMessages(service, config.operator?.id, (message) => handleTabMessage(message, queryClient))
  openAccount(service, config.operator?.id ?? null, config.account)
  watchLastAccount(config)
  if (config.account === null && !isOwnerPath(ownPath(location.pathname))) void queryClient.prefetchQuery(sessionQuery)
  followAccount(queryClient, config.operator !== null)
  if (config.operator) postTabMessage({ about: 'sign-in' }) // tabs of another operator end here
  watchQuestions(router)
  watchLinks((href) => void router.preloadRoute({ to: '.', href }))
  return { router, queryClient }
}
