/**
 * Guards the console's own addresses by what their endpoints say: role and account, read-only mode, query and body, how many
 * requests at once, and the response while the store is away. Each request acts for the account of its token: the server's
 * own, or that of a token added in its browser.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Context, Handler } from 'hono'
import * as z from 'zod/mini'
import type { ConsoleEndpoint, Place } from '../../api/console/endpoint'
import { MOST_TARGETS } from '../../api/team-jobs'
import { BoundError } from '../../store/bounds'
import { inWords } from '../../store/failures'
import { SearchError } from '../../store/search-error'
import { StoreError } from '../../store/store'
import { requesterOf } from '../auth/asker'
import { clientOf } from '../auth/client-address'
import { refusalForAccount } from '../auth/meant-account'
import { operatorOf, roleProblem } from '../auth/operator'
import type { sessionRoutes } from '../auth/session'
import { refusalOfSignIn, SignedOut, SignInUnconfirmed } from '../auth/unconfirmed'
import { boundRefusal, dataHeaders, gatewayError } from '../errors'
import { BodyTooLarge, hasMoreValues, readBody } from '../forward/body'
import { goneSignal, onClose } from '../gone'
import { createSlots, TooManyOpen } from '../limits/slots'
import type { Log } from '../log'
import type { Settings } from '../settings/environment'
import type { AccountRequest, OwnTeam } from '../team/own-team'
import { StoreAway } from '../team/store-away'
import type { TeamAccount } from '../team/team-account'
import { NoQuery, readQuery } from '../team/team-query'
import { type ConsoleRequest, type HandlerOf, Refused, type Requester, type TeamEnv } from './handler'

/** The host that lists connections: its token decides which account it is. */
const HOST = 'vehicle'
/** Requests of a place that use the store, in all and of one operator. The next ones wait for as long as a read may take. */
const AT_ONCE = { inAll: 16, perKey: 4 }
/** Of one operator: bodies that are being received, and files that are being sent. A slow one delays no other operator. */
const OWN_AT_ONCE = { inAll: Number.POSITIVE_INFINITY, perKey: 4 }
/** Values of a body: the targets of the largest job, and the members around them. */
const MOST_VALUES = MOST_TARGETS + 1_000
/** No operator's name has a NUL. */
const STREAMS_KEY = '\0streams'

export interface GuardOptions {
  team: Pick<OwnTeam, 'accountOf' | 'opened' | 'settled'>
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'credentialFor'>
  settings: Pick<Settings, 'signIn' | 'readTimeoutMs' | 'bodyLimitBytes' | 'readOnly'>
  log: Log
}

/** Any endpoint's request and handler: which they are is checked where the handlers are listed. */
type AnyRequest = ConsoleRequest<ConsoleEndpoint>
type Respond = (request: AnyRequest) => Promise<object>

export type Guard = ReturnType<typeof createGuard>

export function createGuard({ team, session, settings, log }: GuardOptions) {
  const places = { team: createSlots(AT_ONCE), deliveries: createSlots(AT_ONCE), simulator: createSlots(AT_ONCE) }
  const bodies = createSlots(OWN_AT_ONCE)
  const files = createSlots(OWN_AT_ONCE)
  const timeoutMs = settings.readTimeoutMs
  const keyOf = (c: Context<TeamEnv>) => operatorOf(c)?.subject ?? clientOf(c.env.incoming, settings.signIn)

  function requester(c: Context<TeamEnv>): Requester {
    const signedIn = operatorOf(c)
    return {
      ...requesterOf(c, settings.signIn),
      key: keyOf(c),
      signedIn,
      has: (role) => roleProblem(signedIn, role, '') === undefined,
      need(role, what) {
        const problem = roleProblem(signedIn, role, what)
        if (problem) throw new Refused(problem.code, problem.detail)
      },
    }
  }

  /** @throws Refused if the role isn't enough, or the server is read-only */
  function checkRole({ role, what = 'This', isChange }: ConsoleEndpoint, by: Requester): void {
    if (role !== 'none') by.need(role, what)
    if (isChange && settings.readOnly)
      throw new Refused('READ_ONLY', 'This server is read-only (READ_ONLY). Changes are refused.')
  }

  /** @returns what the request acts with, or its refusal */
  async function entryOf(
    c: Context<TeamEnv>,
    endpoint: ConsoleEndpoint,
    by: Requester,
  ): Promise<AccountRequest | Response> {
    const resolved = await session.resolve(c)
    const refusal = refusalForAccount(c, resolved.account)
    if (refusal) return refusal
    checkRole(endpoint, by)
    const credential = await session.credentialFor(c, resolved, HOST)
    if (credential instanceof Response) return credential
    if (credential.kind === 'none')
      throw new Refused('NO_TOKEN', 'No version 3 token is set. Add one in Settings, or configure it on the server.')
    return resolved
  }

  function failed(error: unknown, isGone: boolean): Response {
    if (error instanceof Refused) return gatewayError(error.code, error.message, error.headers)
    if (error instanceof SignedOut || error instanceof SignInUnconfirmed) return refusalOfSignIn(error)
    if (isGone) return gatewayError('BUSY', 'The browser disconnected; the request was canceled.')
    if (error instanceof TooManyOpen)
      return gatewayError('BUSY', 'Too many requests are in progress. Try again in a moment.', { 'retry-after': '1' })
    if (error instanceof StoreAway)
      return gatewayError('STORE_UNAVAILABLE', error.message, { 'retry-after': String(error.retryAfterS) })
    if (error instanceof BoundError) return boundRefusal(error)
    if (error instanceof SearchError) return gatewayError('BAD_REQUEST', error.message)
    if (!(error instanceof StoreError)) throw error
    const { failure, message } = error
    log.error({ failure }, `A request for the server’s store failed: ${inWords(error)}`)
    return gatewayError('STORE_UNAVAILABLE', `${message} Try again in a moment.`, { 'retry-after': '5' })
  }

  /**
   * Responds while it holds a place. A store that is being opened is waited for, without a place, so that the first page
   * after a start shows data instead of an error.
   */
  async function placed(
    place: Place,
    { key }: Requester,
    signal: AbortSignal,
    act: () => Promise<object>,
  ): Promise<object> {
    await team.opened()
    const release = await places[place].take({ key, isJob: false, signal, timeoutMs })
    try {
      return await act()
    } finally {
      release()
    }
  }

  /** Receives the body before the request takes a place. @throws Refused, BodyTooLarge, TooManyOpen */
  async function bodyOf(
    c: Context<TeamEnv>,
    { body: schema, expected, largeBody }: ConsoleEndpoint,
    by: Requester,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (!schema) return undefined
    const isLarge = largeBody !== undefined && by.has(largeBody.role)
    const limit = isLarge ? largeBody.bytes : settings.bodyLimitBytes
    if (largeBody && Number(c.req.header('content-length') ?? 0) > limit) by.need(largeBody.role, largeBody.what)
    const release = await bodies.take({ key: by.key, isJob: false, signal, timeoutMs })
    try {
      const json = await readJson(c.req.raw, limit)
      await breathe() // parsing and validating a large body take a while each
      const parsed = z.safeParse(schema, json)
      if (parsed.success) return parsed.data
      throw new Refused('BAD_REQUEST', `The body expects ${expected}.`)
    } catch (error) {
      if (error instanceof BodyTooLarge)
        throw new Refused('BODY_TOO_LARGE', `The body can have at most ${limit} bytes.`)
      throw error
    } finally {
      release()
    }
  }

  /** Reads query and body, then responds with a place and for the account of the request's token. */
  const responding =
    (endpoint: ConsoleEndpoint, respond: Respond): Handler<TeamEnv> =>
    async (c) => {
      const signal = goneSignal(c.env.outgoing)
      try {
        const by = requester(c)
        const entry = await entryOf(c, endpoint, by)
        if (entry instanceof Response) return entry
        if (endpoint.sends === 'file') await holdFile(c, by, signal)
        const query = queryIn(c, endpoint.query ?? NoQuery)
        const body = await bodyOf(c, endpoint, by, signal)
        const response = await placed(endpoint.place, by, signal, async () => {
          const account = await team.accountOf(entry)
          if (endpoint.method === 'GET') {
            account.now() // or it is away
            await team.settled()
          } else await c.get('confirmSignIn')?.() // its body and its place may have taken a minute
          return respond({ path: pathIn(c, endpoint), query, body, account, by } as unknown as AnyRequest) // by its schemas
        })
        return response instanceof Response ? response : c.json(response, 200, { ...dataHeaders })
      } catch (error) {
        return failed(error, signal.aborted)
      }
    }

  /** Bounds an operator's files, each until its response has closed: they are read from the store while they are sent. */
  async function holdFile(c: Context<TeamEnv>, { key }: Requester, signal: AbortSignal): Promise<void> {
    const { outgoing } = c.env
    const release = await files.take({ key, isJob: false, signal, timeoutMs })
    onClose(outgoing, release)
    if (outgoing.destroyed) release()
  }

  /** A stream takes no place. */
  const streaming =
    (endpoint: ConsoleEndpoint, open: (request: AnyRequest, c: Context<TeamEnv>) => Response): Handler<TeamEnv> =>
    async (c) => {
      try {
        const by = requester(c)
        const entry = await entryOf(c, endpoint, by)
        if (entry instanceof Response) return entry
        await team.opened()
        const account: TeamAccount = await team.accountOf(entry)
        return open({ path: {}, query: {}, body: undefined, account, by } as unknown as AnyRequest, c) // it takes neither
      } catch (error) {
        return failed(error, false)
      }
    }

  const routing =
    (
      endpoint: ConsoleEndpoint,
      respond: (c: Context<TeamEnv>, query: unknown) => Response | Promise<Response>,
    ): Handler<TeamEnv> =>
    async (c) => {
      try {
        checkRole(endpoint, requester(c))
        return await respond(c, endpoint.query && queryIn(c, endpoint.query))
      } catch (error) {
        return failed(error, false)
      }
    }

  return {
    /** The handler of an endpoint as a route. */
    guarded(endpoint: ConsoleEndpoint, handler: HandlerOf<ConsoleEndpoint>): Handler<TeamEnv> {
      // Which handler it is follows from `sends`, as the list of handlers requires.
      if (endpoint.sends === 'stream') return streaming(endpoint, handler as never)
      if (endpoint.sends === 'route') return routing(endpoint, handler as never)
      return responding(endpoint, handler as Respond)
    },
    /** Runs a read of the deliveries that is for the streams of several operators. @throws TooManyOpen */
    async inPlace<T>(read: () => Promise<T>): Promise<T> {
      const release = await places.deliveries.take({ key: STREAMS_KEY, isJob: false, timeoutMs })
      try {
        return await read()
      } finally {
        release()
      }
    },
  }
}

/** Path parameters, decoded, without the `.json` behind them. */
function pathIn(c: Context, { path }: ConsoleEndpoint): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}(\.json)?/g)]
  return Object.fromEntries(
    names.map(([, name = '', suffix = '']) => {
      const text = c.req.param(name) ?? ''
      return [name, suffix && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text]
    }),
  )
}

/** @throws Refused */
function queryIn(c: Context, schema: z.ZodMiniType): unknown {
  const query = readQuery(schema, new URL(c.req.url).searchParams)
  if (typeof query === 'string') throw new Refused('BAD_REQUEST', query)
  return query
}

/** @returns undefined for what isn't JSON, has too many values, or breaks off @throws BodyTooLarge */
async function readJson(request: Request, limit: number): Promise<unknown> {
  try {
    const bytes = await readBody(request, limit)
    return hasMoreValues(bytes, MOST_VALUES) ? undefined : JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error
    return undefined
  }
}
