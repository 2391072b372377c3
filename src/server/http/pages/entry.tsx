/** Draws a page on the server: the console's own components, for one request, with answers that are there in time. */
import '../../../zod-config'
import { renderToString } from 'react-dom/server'
import { setFetch } from '../../../api/client'
import type { DrawnPage, DrawPage, DrawRequest, SentAnswer } from '../../../api/server-rendered'
import { Console, ConsoleRoot } from '../../../console/console'
import { replyOf } from '../../../core/hydration'
import { freezeStores } from '../../../core/store'
import { createConsole, setUp } from '../../../router'
import { setPresent } from '../../../ui/format'

const nothing = new Promise<never>(() => {})

freezeStores()
// What no page's own query asks is the browser's to ask.
setFetch(() => nothing)

let lastTurn = Promise.resolve()

/** Resolves in a turn of the event loop in which no other page is rendered: together they would hold up everything else. */
const ownTurn = (): Promise<void> => {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
  return lastTurn
}

export const drawPage: DrawPage = async (request) => {
  const { config, timeZone, preferences, waitMs, ask } = request
  await ownTurn()
  setUp(config)
  const href = meantBy(createConsole(config, { href: config.basePath + request.href }).router)
  const answers: SentAnswer[] = []
  const page = createConsole(config, {
    href,
    fetchFor: () => async (address) => {
      const answer = await ask(address)
      answers.push(answer)
      return replyOf(answer)
    },
  })
  const { router, queryClient } = page
  await router.load()
  await whileLoading(queryClient, waitMs)
  await queryClient.cancelQueries() // what has failed is the browser's to say, and to ask again
  const all = queryClient.getQueryCache().getAll()
  const queries = all.flatMap(({ queryHash, state }) => (state.status === 'success' ? queryHash : []))
  queryClient.removeQueries({ predicate: ({ queryHash }) => !queries.includes(queryHash) })
  const drawn = {
    at: Date.now(),
    href,
    timeZone,
    preferences,
    isFrameOnly: false,
    answers: [...answers],
    queries,
  }
  await ownTurn()
  return render(request, page, drawn)
}

type Page = ReturnType<typeof createConsole>

/** The address as the router writes it: it goes on to that one before it draws a page. */
function meantBy(router: Page['router']): string {
  const to = router.latestLocation.pathname as never // whatever it is
  return router.buildLocation({ to, search: true, params: true, _includeValidateSearch: true }).publicHref
}

/** What React leaves where a component threw: the browser would draw that part, and say so as an error. */
const FAILED = '<!--$!-->'

/** What a browser makes of NUL in an attribute; in a text it leaves it out, and a text of nothing else would be missed. */
const NUL_AS_READ = '\uFFFD'

/** At one go: what is set beside the components, as the zone, is this page's alone. */
function render(request: DrawRequest, page: Page, drawn: DrawnPage['drawn']): DrawnPage {
  const { config } = request
  setPresent(drawn)
  try {
    const html = renderToString(
      <ConsoleRoot config={config}>
        <Console {...page} drawn={drawn} />
      </ConsoleRoot>,
    )
    if (!html.includes(FAILED)) return { html: html.replaceAll('\0', NUL_AS_READ), drawn }
  } finally {
    setPresent(undefined)
  }
  if (drawn.isFrameOnly) throw new Error('The frame could not be drawn.')
  return render(request, page, { ...drawn, isFrameOnly: true, queries: [] })
}

/** Until every query has its answer or has failed, or the time is over. */
function whileLoading(client: Page['queryClient'], waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isFetching({ predicate: ({ state }) => state.fetchFailureCount === 0 }) > 0) return
      clearTimeout(timer)
      stop()
      resolve()
    }
    const stop = client.getQueryCache().subscribe(look)
    const timer = setTimeout(() => {
      stop()
      resolve()
    }, waitMs)
    look()
  })
}
