/**
 * What stands before every answer of the team's store: who may ask, how many at once, and what is said where the store
 * is away. Who uses another token than the server's own has another account: nothing is shown to them.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import * as z from 'zod/mini'
import type { Effect } from '../../api/endpoint'
import { inWords } from '../../store/failures'
import { SearchError } from '../../store/search-error'
import { StoreError } from '../../store/store'
import { clientOf } from '../auth/client-address'
import { refusalForAccount } from '../auth/meant-account'
import { operatorOf, refusalFor } from '../auth/operator'
import type { sessionRoutes } from '../auth/session'
import { dataHeaders, gatewayError } from '../errors'
import { BodyTooLarge, readBody } from '../forward/body'
import { goneSignal } from '../gone'
import { createSlots, TooManyOpen } from '../limits/slots'
import type { Log } from '../log'
import type { Settings } from '../settings/environment'
import { StoreAway } from './store-away'
import type { Team } from './team'
import { readQuery } from './team-query'

export type TeamEnv = { Bindings: HttpBindings }

/** The host that lists connections: whose token decides which account it is. */
const HOST = 'vehicle'
/** Searches of one operator, and of all: the others' wait for as long as a read may take. */
const AT_ONCE = { inAll: 16, perKey: 4 }

export interface TeamGuardOptions {
  team: Pick<Team, 'now' | 'settled'>
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'ownFor'>
  settings: Pick<Settings, 'signIn' | 'readTimeoutMs' | 'bodyLimitBytes'>
  log: Log
}

interface Writing<S> {
  /** `free`: whoever may read may write it, what is their own. */
  effect: 'free' | 'change'
  /** As a refusal names it. */
  what: string
  schema: S
  /** The body in words, behind “The body expects”. */
  expected: string
  /** Where that is more than `BODY_LIMIT_KB`. */
  limitBytes?: number
}

export type TeamGuard = ReturnType<typeof createTeamGuard>

export function createTeamGuard({ team, session, settings, log }: TeamGuardOptions) {
  const slots = createSlots(AT_ONCE)
  const keyOf = (c: Context<TeamEnv>) => operatorOf(c)?.subject ?? clientOf(c.env.incoming, settings.signIn)

  /** @returns why it is not this request's directory */
  async function refusalOf(c: Context<TeamEnv>, effect: Effect, what: string): Promise<Response | undefined> {
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
    (effect: Effect, what: string, act: (c: Context<TeamEnv>) => Promise<object>): Handler<TeamEnv> =>
    async (c) => {
      const refusal = await refusalOf(c, effect, what)
      if (refusal) return refusal
      const signal = goneSignal(c.env.outgoing)
      let end = () => {}
      try {
        end = await slots.take({ key: keyOf(c), isJob: false, signal, timeoutMs: settings.readTimeoutMs })
        const answer = await act(c)
        return answer instanceof Response ? answer : c.json(answer, 200, { ...dataHeaders })
      } catch (error) {
        return failed(error, signal.aborted)
      } finally {
        end()
      }
    }

  /** @param read gives the body of a query that is one */
  const reading = <S extends z.ZodMiniType>(
    what: string,
    schema: S,
    read: (query: z.output<S>, c: Context<TeamEnv>) => Promise<object>,
  ) =>
    guarded('free', what, async (c) => {
      const query = readQuery(schema, new URL(c.req.url).searchParams)
      if (typeof query === 'string') return gatewayError('BAD_REQUEST', query)
      team.now()
      await team.settled()
      return read(query, c)
    })

  /** @param act gives the body of a body that is one */
  const writing = <S extends z.ZodMiniType>(
    { effect, what, schema, expected, limitBytes = settings.bodyLimitBytes }: Writing<S>,
    act: (body: z.output<S>, c: Context<TeamEnv>) => Promise<object>,
  ) =>
    guarded(effect, what, async (c) => {
      const body = await readJson(c.req.raw, schema, { limit: limitBytes, expected })
      return body instanceof Response ? body : act(body, c)
    })

  /** What stays open takes no place. @param open gives a response that has begun, or a refusal */
  const staying =
    (what: string, open: (c: Context<TeamEnv>, key: string) => Response): Handler<TeamEnv> =>
    async (c) => {
      const refusal = await refusalOf(c, 'free', what)
      if (refusal) return refusal
      try {
        return open(c, keyOf(c))
      } catch (error) {
        return failed(error, false)
      }
    }

  return { guarded, reading, writing, staying }
}

/** @returns the body, or why it is none */
async function readJson<S extends z.ZodMiniType>(
  request: Request,
  schema: S,
  { limit, expected }: { limit: number; expected: string },
): Promise<z.output<S> | Response> {
  try {
    const parsed = z.safeParse(schema, JSON.parse((await readBody(request, limit)).toString('utf8')))
    if (parsed.success) return parsed.data
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return gatewayError('BODY_TOO_LARGE', `The body can have at most ${limit} bytes.`)
  }
  return gatewayError('BAD_REQUEST', `The body expects ${expected}.`)
}
