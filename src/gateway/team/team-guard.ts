/**
 * Guards every route of the server's store: role and account, how many requests at once, and the response while the store
 * is away. Each request acts for the account of its token: the server's own, or that of a token added in its browser.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import * as z from 'zod/mini'
import type { Effect } from '../../api/endpoint'
import { MOST_TARGETS } from '../../api/team-jobs'
import { BoundError } from '../../store/bounds'
import { inWords } from '../../store/failures'
import { SearchError } from '../../store/search-error'
import { StoreError } from '../../store/store'
import { clientOf } from '../auth/client-address'
import { refusalForAccount } from '../auth/meant-account'
import { operatorOf, refusalFor } from '../auth/operator'
import type { sessionRoutes } from '../auth/session'
import { boundRefusal, dataHeaders, gatewayError } from '../errors'
import { BodyTooLarge, hasMoreValues, readBody } from '../forward/body'
import { goneSignal, onClose } from '../gone'
import { createSlots, TooManyOpen } from '../limits/slots'
import type { Log } from '../log'
import type { Settings } from '../settings/environment'
import type { AccountRequest, OwnTeam } from './own-team'
import { StoreAway } from './store-away'
import type { StreamRequest } from './streams'
import type { TeamAccount } from './team-account'
import { readQuery } from './team-query'

export type TeamEnv = { Bindings: HttpBindings }

/** The host that lists connections: its token decides which account it is. */
const HOST = 'vehicle'
/** Requests that use the store, in all and of one operator. The next ones wait for as long as a read may take. */
const AT_ONCE = { inAll: 16, perKey: 4 }
/** Of one operator: bodies that are being received, and files that are being sent. A slow one delays no other operator. */
const OWN_AT_ONCE = { inAll: Number.POSITIVE_INFINITY, perKey: 4 }
/** Values of a body: the targets of the largest job, and the members around them. */
const MOST_VALUES = MOST_TARGETS + 1_000
/** No operator's name has a NUL. */
const STREAMS_KEY = '\0streams'

export interface TeamGuardOptions {
  team: Pick<OwnTeam, 'accountOf' | 'opened' | 'settled'>
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'ownFor' | 'credentialFor'>
  settings: Pick<Settings, 'signIn' | 'readTimeoutMs' | 'bodyLimitBytes'>
  log: Log
}

interface Writing<S> {
  /** `free`: everyone who may read may write what is their own. */
  effect: 'free' | 'change'
  /** As a refusal names it. */
  what: string
  schema: S
  /** The body in words, behind “The body expects”. */
  expected: string
  /** If that is another than `BODY_LIMIT_KB`. */
  limitBytes?: (c: Context<TeamEnv>) => number
  /** Refuses a request before its body is read. */
  refuse?: (c: Context<TeamEnv>) => Response | undefined
  /** Refuses JSON before it is validated, which takes a while for a large body. */
  refuseJson?: (json: unknown, c: Context<TeamEnv>) => Response | undefined
}

export type TeamGuard = ReturnType<typeof createTeamGuard>

export function createTeamGuard({ team, session, settings, log }: TeamGuardOptions) {
  const slots = createSlots(AT_ONCE)
  const bodies = createSlots(OWN_AT_ONCE)
  const files = createSlots(OWN_AT_ONCE)
  const timeoutMs = settings.readTimeoutMs
  const keyOf = (c: Context<TeamEnv>) => operatorOf(c)?.subject ?? clientOf(c.env.incoming, settings.signIn)

  /** @returns what the request acts with, or its refusal if its role or account isn't enough */
  async function entryOf(c: Context<TeamEnv>, effect: Effect, what: string): Promise<AccountRequest | Response> {
    const resolved = await session.resolve(c)
    const refusal = refusalForAccount(c, resolved.account) ?? refusalFor(c, effect, what)
    if (refusal) return refusal
    const credential = await session.credentialFor(c, resolved, HOST)
    if (credential instanceof Response) return credential
    if (credential.kind === 'none')
      return gatewayError('NO_TOKEN', 'No version 3 token is set. Add one in Settings, or configure it on the server.')
    return resolved
  }

  function failed(error: unknown, isGone: boolean): Response {
    if (isGone) return gatewayError('BUSY', 'The browser disconnected; the request was canceled.')
    if (error instanceof TooManyOpen)
      return gatewayError('BUSY', 'Too many requests are in progress. Try again in a moment.', { 'retry-after': '1' })
    if (error instanceof StoreAway)
      return gatewayError('STORE_UNAVAILABLE', error.message, { 'retry-after': String(error.retryAfterS) })
    if (error instanceof BoundError) return boundRefusal(error)
    if (error instanceof SearchError) return gatewayError('BAD_REQUEST', error.message)
    if (!(error instanceof StoreError)) throw error
    const { failure, message } = error
    log.error({ failure }, `A request for the team’s directory failed: ${inWords(error)}`)
    return gatewayError('STORE_UNAVAILABLE', `${message} Try again in a moment.`, { 'retry-after': '5' })
  }

  /**
   * Runs a handler while it holds a place of the store. A store that is being opened is waited for, without a place, so
   * that the first page after a start shows data instead of an error.
   * @param act returns the body, or a response
   */
  async function placed(
    c: Context<TeamEnv>,
    entry: AccountRequest,
    act: (account: TeamAccount) => Promise<object>,
  ): Promise<Response> {
    await team.opened()
    const signal = goneSignal(c.env.outgoing)
    let release = () => {}
    try {
      release = await slots.take({ key: keyOf(c), isJob: false, signal, timeoutMs })
      const result = await act(await team.accountOf(entry))
      return result instanceof Response ? result : c.json(result, 200, { ...dataHeaders })
    } catch (error) {
      return failed(error, signal.aborted)
    } finally {
      release()
    }
  }

  /** @param act returns the body, or a refusal */
  const guarded =
    (
      effect: Effect,
      what: string,
      act: (c: Context<TeamEnv>, account: TeamAccount) => Promise<object>,
    ): Handler<TeamEnv> =>
    async (c) => {
      const entry = await entryOf(c, effect, what)
      return entry instanceof Response ? entry : placed(c, entry, (account) => act(c, account))
    }

  /** @param read returns the body for a valid query */
  const reading = <S extends z.ZodMiniType>(
    what: string,
    schema: S,
    read: (query: z.output<S>, c: Context<TeamEnv>, account: TeamAccount) => Promise<object>,
  ) =>
    guarded('free', what, async (c, account) => {
      const query = readQuery(schema, new URL(c.req.url).searchParams)
      if (typeof query === 'string') return gatewayError('BAD_REQUEST', query)
      account.now()
      await team.settled()
      return read(query, c, account)
    })

  /** The body is received before the request takes a place. @param act returns the body for a valid body */
  const writing =
    <S extends z.ZodMiniType>(
      { effect, what, refuse, ...expected }: Writing<S>,
      act: (body: z.output<S>, c: Context<TeamEnv>, account: TeamAccount) => Promise<object>,
    ): Handler<TeamEnv> =>
    async (c) => {
      const entry = await entryOf(c, effect, what)
      if (entry instanceof Response) return entry
      const refusal = refuse?.(c)
      if (refusal) return refusal
      const body = await bodyOf(c, expected)
      return body instanceof Response ? body : placed(c, entry, (account) => act(body, c, account))
    }

  async function bodyOf<S extends z.ZodMiniType>(
    c: Context<TeamEnv>,
    { schema, expected, limitBytes, refuseJson }: Pick<Writing<S>, 'schema' | 'expected' | 'limitBytes' | 'refuseJson'>,
  ): Promise<z.output<S> | Response> {
    const signal = goneSignal(c.env.outgoing)
    const limit = limitBytes?.(c) ?? settings.bodyLimitBytes
    let release = () => {}
    try {
      release = await bodies.take({ key: keyOf(c), isJob: false, signal, timeoutMs })
      const json = await readJson(c.req.raw, limit)
      const refusal = refuseJson?.(json, c)
      if (refusal) return refusal
      await breathe() // parsing and validating a large body take a while each
      const parsed = z.safeParse(schema, json)
      return parsed.success ? parsed.data : gatewayError('BAD_REQUEST', `The body expects ${expected}.`)
    } catch (error) {
      if (error instanceof BodyTooLarge)
        return gatewayError('BODY_TOO_LARGE', `The body can have at most ${limit} bytes.`)
      return failed(error, signal.aborted)
    } finally {
      release()
    }
  }

  /** A stream takes no place. @param open returns a response that has begun, or a refusal */
  const streaming =
    (
      what: string,
      open: (c: Context<TeamEnv>, operator: Pick<StreamRequest, 'key' | 'isPerson'>, account: TeamAccount) => Response,
    ): Handler<TeamEnv> =>
    async (c) => {
      const entry = await entryOf(c, 'free', what)
      if (entry instanceof Response) return entry
      await team.opened()
      try {
        const account = await team.accountOf(entry)
        return open(c, { key: keyOf(c), isPerson: operatorOf(c) !== undefined }, account)
      } catch (error) {
        return failed(error, false)
      }
    }

  /** Runs a read that is for the streams of several operators. @throws TooManyOpen */
  async function inPlace<T>(read: () => Promise<T>): Promise<T> {
    const release = await slots.take({ key: STREAMS_KEY, isJob: false, timeoutMs })
    try {
      return await read()
    } finally {
      release()
    }
  }

  /** Bounds an operator's files that are read from the store while they are sent: each until its response has closed. */
  const sending =
    (handler: Handler<TeamEnv>): Handler<TeamEnv> =>
    async (c, next) => {
      const { outgoing } = c.env
      const signal = goneSignal(outgoing)
      try {
        const release = await files.take({ key: keyOf(c), isJob: false, signal, timeoutMs })
        onClose(outgoing, release)
        if (outgoing.destroyed) release()
      } catch (error) {
        return failed(error, signal.aborted)
      }
      return handler(c, next)
    }

  return { guarded, reading, writing, streaming, sending, inPlace }
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
