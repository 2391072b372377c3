/**
 * `/team/*`: the team's directory, for everybody who may list connections and acts with the server's own token. Who
 * uses another one has another account: nothing is shown to them, and their tab loads its connections itself.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler, Hono } from 'hono'
import * as z from 'zod/mini'
import { CrawlOrder, crawlActions } from '../../api/team'
import { SearchError } from '../../store/directory-question'
import { inWords } from '../../store/failures'
import { StoreError } from '../../store/store'
import { requesterOf } from '../auth/asker'
import { clientOf } from '../auth/client-address'
import { refusalForAccount } from '../auth/meant-account'
import { operatorOf, refusalFor } from '../auth/operator'
import type { sessionRoutes } from '../auth/session'
import { dataHeaders, gatewayError } from '../errors'
import { BodyTooLarge, readBody } from '../forward/body'
import { goneSignal } from '../gone'
import { createSlots, TooManyOpen } from '../limits/slots'
import type { Log } from '../log'
import type { Audit } from '../record/audit'
import type { Settings } from '../settings/environment'
import { StoreAway } from './store-away'
import type { Team } from './team'
import { FindQuery, NoQuery, readQuery, UsersQuery, VehiclesQuery } from './team-query'

type Env = { Bindings: HttpBindings }

/** The host that lists connections: whose token decides which account it is. */
const HOST = 'vehicle'
/** Searches of one operator, and of all: the others' wait for as long as a read may take. */
const AT_ONCE = { inAll: 16, perKey: 4 }
/** What a search finds of each kind. */
const FEW = 8
const Order = z.strictObject(CrawlOrder.shape)

interface Options {
  team: Team
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'ownFor'>
  settings: Settings
  audit: Pick<Audit, 'note'>
  log: Log
}

/** Stands behind the guards of everything that is data: same origin, and signed in where a sign-in is configured. */
export function mountTeam(app: Hono<Env>, { team, session, settings, audit, log }: Options): void {
  const slots = createSlots(AT_ONCE)

  /** @returns why it is not this request's directory */
  async function refusalOf(c: Context<Env>, effect: 'free' | 'change', what: string): Promise<Response | undefined> {
    const { account, credentials } = await session.resolve(c)
    const refusal = refusalForAccount(c, account) ?? refusalFor(c, effect, what)
    if (refusal) return refusal
    const own = session.ownFor(HOST)
    if (own.kind === 'none')
      return gatewayError('NOT_TEAM_ACCOUNT', 'This server has no token of its own, so it keeps no directory.')
    if (credentials[HOST] === own) return undefined
    return gatewayError(
      'NOT_TEAM_ACCOUNT',
      'This browser uses a token added in Settings. The team’s directory is of the server’s own account.',
    )
  }

  function failed(error: unknown, isGone: boolean): Response {
    if (isGone) return gatewayError('BUSY', 'The browser disconnected; the search was canceled.')
    if (error instanceof TooManyOpen)
      return gatewayError('BUSY', 'Too many searches are in progress. Try again in a moment.', { 'retry-after': '1' })
    if (error instanceof StoreAway)
      return gatewayError('STORE_UNAVAILABLE', error.message, { 'retry-after': String(error.retryAfterS) })
    if (error instanceof SearchError) return gatewayError('BAD_REQUEST', error.message)
    if (!(error instanceof StoreError)) throw error
    const { failure, message } = error
    log.error({ failure }, `A request for the team’s directory failed: ${inWords(error)}`)
    return gatewayError('STORE_UNAVAILABLE', `${message} Try again in a moment.`, { 'retry-after': '5' })
  }

  /** @param act gives the body, or a refusal */
  const guarded =
    (effect: 'free' | 'change', what: string, act: (c: Context<Env>) => Promise<object>): Handler<Env> =>
    async (c) => {
      const refusal = await refusalOf(c, effect, what)
      if (refusal) return refusal
      const { incoming, outgoing } = c.env
      const signal = goneSignal(outgoing)
      let end = () => {}
      try {
        const key = operatorOf(c)?.subject ?? clientOf(incoming, settings.signIn)
        end = await slots.take({ key, isJob: false, signal, timeoutMs: settings.readTimeoutMs })
        const answer = await act(c)
        return answer instanceof Response ? answer : c.json(answer, 200, { ...dataHeaders })
      } catch (error) {
        return failed(error, signal.aborted)
      } finally {
        end()
      }
    }

  /** @param read gives the body of a query that is one */
  const reading = <S extends z.ZodMiniType>(what: string, schema: S, read: (query: z.output<S>) => Promise<object>) =>
    guarded('free', what, async (c) => {
      const query = readQuery(schema, new URL(c.req.url).searchParams)
      if (typeof query === 'string') return gatewayError('BAD_REQUEST', query)
      team.now()
      await team.settled()
      return read(query)
    })

  const DIRECTORY = 'The team’s directory'
  app.get('/team/directory', reading(DIRECTORY, NoQuery, team.directory))
  app.get(
    '/team/makes',
    reading(DIRECTORY, NoQuery, async () => ({ makes: await team.makes() })),
  )
  app.get(
    '/team/users',
    reading(DIRECTORY, UsersQuery, async (query) => {
      const [page, asOf] = await Promise.all([team.now().directory.users(query), team.asOf()])
      return { ...page, asOf }
    }),
  )
  app.get(
    '/team/vehicles',
    reading(DIRECTORY, VehiclesQuery, async (query) => {
      const [page, asOf] = await Promise.all([team.now().directory.vehicles(query), team.asOf()])
      return { ...page, asOf }
    }),
  )
  app.get(
    '/team/find',
    reading(DIRECTORY, FindQuery, ({ q }) => team.now().directory.find(q, FEW)),
  )
  app.post(
    '/team/crawl',
    guarded('change', 'The team’s crawl', async (c) => {
      const action = await readOrder(c.req.raw, settings.bodyLimitBytes)
      if (action instanceof Response) return action
      const asker = requesterOf(c, settings.signIn)
      const directory = await team.order(action, asker.operator ?? null)
      audit.note(`crawl ${action}`, asker)
      return directory
    }),
  )
  app.all('/team/*', () => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))
}

async function readOrder(request: Request, limit: number) {
  try {
    const parsed = Order.safeParse(JSON.parse((await readBody(request, limit)).toString('utf8')))
    if (parsed.success) return parsed.data.action
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return gatewayError('BODY_TOO_LARGE', `The body can have at most ${limit} bytes (BODY_LIMIT_KB).`)
  }
  return gatewayError('BAD_REQUEST', `The body expects {"action"}: ${crawlActions.join(', ')}.`)
}
