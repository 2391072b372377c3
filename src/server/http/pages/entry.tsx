/** The console's server build: renders one page with the console's own components and the responses that arrive in time. */
import '../../../zod-config'
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { setFetch } from '../../../api/client'
import type { PageResponse, RenderPage } from '../../../api/server-rendered'
import { Console } from '../../../console/console'
import { toReply } from '../../../core/hydration'
import { freezeStores } from '../../../core/store'
import { createConsole, setUp } from '../../../router'
import { setPresent } from '../../../ui/format'

const never = new Promise<never>(() => {})

freezeStores()
// A request that belongs to no query is sent by the browser alone.
setFetch(() => never)

let lastTurn = Promise.resolve()

/** Resolves in a turn of the event loop in which no other page is rendered: several in one would hold up all requests. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
  return lastTurn
}

/** React's mark of a boundary whose content threw an error. */
const FAILED = '<!--$!-->'

/** Browsers read NUL in an attribute as this character and drop it from text, which would change the page's nodes. */
const NUL_IN_HTML = '\uFFFD'

export const renderPage: RenderPage = async (request) => {
  const { config, timeZone, preferences, waitMs, send } = request
  await ownTurn()
  setUp(config)
  const responses: PageResponse[] = []
  /** Queries that the browser can't repeat with the responses of this page, even if they have data. */
  const withoutResponse = new Set<string>()
  const { router, queryClient } = createConsole(config, {
    href: config.basePath + request.href,
    fetchFor: (key) => async (address) => {
      try {
        const response = await send(address)
        responses.push(response)
        return toReply(response)
      } catch (error) {
        withoutResponse.add(hashKey(key))
        throw error
      }
    },
  })
  await router.load()
  await settled(queryClient, waitMs)
  await queryClient.cancelQueries()
  // A failed query is rendered as loading: the browser sends it again and shows the error.
  const all = queryClient.getQueryCache().getAll()
  const hasData = ({ state, queryHash }: Query) => state.status === 'success' && !withoutResponse.has(queryHash)
  queryClient.removeQueries({ predicate: (query) => !hasData(query) })
  const queries = all.filter(hasData).map(({ queryHash }) => queryHash)
  const dehydrated = { at: Date.now(), timeZone, preferences, responses: [...responses], queries }
  await ownTurn()
  setPresent(dehydrated) // for this page alone: rendering is synchronous
  try {
    const html = renderToString(
      // In a browser, the router renders its pages in a boundary of its own.
      <Suspense>
        <Console config={config} router={router} queryClient={queryClient} dehydrated={dehydrated} />
      </Suspense>,
    )
    if (html.includes(FAILED)) throw new Error('A component threw an error.')
    return { html: html.replaceAll('\0', NUL_IN_HTML), dehydrated, isComplete: queries.length === all.length }
  } finally {
    setPresent(undefined)
  }
}

/** Resolves when every query has a response or has failed once, at the latest after `waitMs`. */
function settled(client: QueryClient, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const check = () => {
      if (client.isFetching({ predicate: ({ state }) => state.fetchFailureCount === 0 }) === 0) end()
    }
    const unsubscribe = client.getQueryCache().subscribe(check)
    const timer = setTimeout(end, waitMs)
    check()
  })
}
