/** Operator sign-in as a whole: who a request is from, the guard before data, and the addresses under `/auth`. */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type * as z from 'zod/mini'
import type { ConsoleConfig, SignInState, SignOutFacts } from '../../api/config'
import { signIn as endpoints } from '../../api/console/session'
import { plainPage } from '../../server/http/pages/plain-page'
import type { ConsoleHandlers } from '../console/handler'
import { dataHeaders, gatewayError } from '../errors'
import { readBody } from '../forward/body'
import type { Outbound } from '../forward/outbound'
import type { Log } from '../log'
import type { SessionEvent } from '../metrics'
import type { Settings } from '../settings/environment'
import { within } from '../within'
import type { ConsoleCookies } from './console-cookies'
import { localPath } from './local-path'
import { noRoleInClaim, noRoleInHeader } from './no-role'
import { infoOf, type Operator } from './operator'
import { endOf, type OperatorSession, operatorSessions } from './operator-session'
import { createPersonSignIns } from './person-sign-ins'
import { createProvider, SignInError } from './provider'
import { proxyUser } from './proxy-user'
import { createRemembered } from './remembered'
import { knownValues, roleOf } from './roles'
import type { Seal } from './seal'
import { createSharedSessions, type SessionStore } from './shared-sessions'
import { signInLimit } from './sign-in-limit'
import { TRANSACTION_MS, transactions } from './transaction'
import { refusalOfSignIn, SignInUnconfirmed } from './unconfirmed'

type Env = { Bindings: HttpBindings }
/** Where a window that was opened for sign-in alone ends. */
const DONE = '/auth/done'
const MOST_LOGGED = 1000
const LOGGED_MS = 10 * 60_000
const SIGN_IN_AGAIN = 'The roles of this sign-in aren’t known any more. Sign out and in again.'

interface SignInOptions {
  settings: Settings
  log: Log
  seal: Seal
  cookies: ConsoleCookies
  /** The origins that people type. */
  origins: () => readonly string[]
  /** Takes back the tokens that this browser handed over. */
  forgetTokens: (c: Context) => Promise<unknown>
  /** Told of every sign-in and sign-out, with whose it is as far as that is known. */
  onSession?: (
    event: SessionEvent,
    c: Context<Env>,
    about: { person?: Pick<Operator, 'subject' | 'name'>; reason?: string },
  ) => void
  /** Told after somebody was signed out at any instance. */
  onRevoked?: (() => void) | undefined
  outbound: Pick<Outbound, 'fetch'>
  /** Where all instances keep their sessions. */
  store: SessionStore
  now?: (() => number) | undefined
}

interface SignIn {
  kind: ConsoleConfig['signIn']
  /** The operator of any request, without a guard and without moving the end of their session. */
  operatorAt(c: Context<Env>): Promise<Operator | undefined>
  /** Lets operators pass, and everybody where no sign-in is configured. */
  guard: MiddlewareHandler<Env>
  handlers: ConsoleHandlers['signIn']
  /** Bounds how often a client begins and ends a sign-in. */
  mountLimits(app: Hono<Env>): void
}

export function createSignIn({
  settings,
  seal,
  cookies,
  origins,
  forgetTokens,
  onSession,
  onRevoked,
  outbound,
  store,
  log,
  now = Date.now,
}: SignInOptions): SignIn {
  const { signIn, config, basePath } = settings
  const oidc =
    signIn?.kind === 'oidc' ? { provider: createProvider(signIn, outbound), roleClaim: signIn.roleClaim } : undefined
  const sessions = operatorSessions(seal, cookies, now, createSharedSessions(store, now, onRevoked))
  const signingIn = transactions(seal, cookies, now)

  const noteSignIn = signIn && createPersonSignIns(store)

  const logged = createRemembered(MOST_LOGGED, now)
  /** A proxy names the person with each request: one line for each of them in a while is enough. */
  function logNoRole({ subject, noRole }: Operator): void {
    if (logged.has(subject)) return
    logged.add(subject, now() + LOGGED_MS)
    log.warn(`Sign-in without a role: ${JSON.stringify(noRole)}`)
  }

  const roleIn = (values: readonly string[]) => (oidc?.roleClaim ? roleOf(values, config.roles) : 'operator')
  function fromSession({ subject, name, roles, noRole, iat }: OperatorSession): Operator {
    const role = roleIn(roles)
    const operator = { subject, name, role, signedInAt: iat }
    return role ? operator : { ...operator, noRole: noRole ?? SIGN_IN_AGAIN }
  }
  function fromProxy({ env }: Context<Env>): Operator | undefined {
    if (signIn?.kind !== 'proxy') return undefined
    const user = proxyUser(env.incoming, signIn)
    if ('refused' in user) return undefined
    const { subject, name, roleValues, roleText } = user
    const { roleHeader: header, roleFormat: format } = signIn
    const role = header ? roleOf(roleValues ?? [], config.roles) : 'operator'
    const operator = { subject, name, role, signedInAt: now() }
    if (role || !header) return operator
    return { ...operator, noRole: noRoleInHeader({ header, text: roleText, values: roleValues, format }, config.roles) }
  }

  async function operatorAt(c: Context<Env>): Promise<Operator | undefined> {
    if (!oidc) return fromProxy(c)
    const session = await sessions.read(c)
    return session && fromSession(session)
  }

  function signInRequired({ env }: Context<Env>): Response {
    const user = signIn?.kind === 'proxy' ? proxyUser(env.incoming, signIn) : undefined
    const why = user && 'refused' in user ? user.refused : 'Sign in to continue (/auth/sign-in).'
    return gatewayError('SIGN_IN_REQUIRED', why)
  }

  const guard: MiddlewareHandler<Env> = async (c, next) => {
    if (!signIn) return next()
    const session = oidc && (await sessions.read(c))
    const operator = session ? fromSession(session) : fromProxy(c)
    if (!operator) return signInRequired(c)
    c.set('operator', operator)
    const { subject, role = null, signedInAt } = operator
    noteSignIn?.({ subject, role, at: new Date(signedInAt) })
    if (!operator.role) {
      if (!session) logNoRole(operator)
      return gatewayError(
        'NO_ROLE',
        `${operator.name} is signed in but has no role, so nothing can be read or changed. ${operator.noRole}`,
      )
    }
    if (session) {
      sessions.use(session)
      c.set('confirmSignIn', () => sessions.confirm(session))
    }
    await next()
    // Signed out while this request ran: its answer must not bring anything back.
    if (session && sessions.isRevoked(session) && c.res.headers.has('set-cookie')) {
      c.res = undefined // else its cookies would be taken over
      c.res = signInRequired(c)
    }
    return undefined
  }

  /** The origin that was asked, where it is one that people type. */
  function originOf({ env }: Context<Env>): string | undefined {
    const { headers } = env.incoming
    return origins().find((one) => new URL(one).host === headers.host?.toLowerCase())
  }
  const foreign = () =>
    gatewayError('FOREIGN_ORIGIN', 'Open the console at its own address (PUBLIC_ORIGIN) to sign in.')

  function failed(error: unknown, returnTo: string): Response {
    const link = { href: basePath + beginning(returnTo), text: 'Try again' }
    if (error instanceof SignInUnconfirmed)
      return plainPage(503, { title: 'Sign-in isn’t available', text: `${error.message} (STORE_UNAVAILABLE)`, link })
    if (!(error instanceof SignInError)) throw error
    log.warn(`Sign-in: ${JSON.stringify(error.message.slice(0, 500))}`) // quoted: the provider's words may hold anything
    if (error.kind === 'unavailable')
      return plainPage(502, { title: 'Sign-in isn’t available', text: `${error.message} (SIGN_IN_UNAVAILABLE)`, link })
    return plainPage(400, { title: 'Not signed in', text: error.message.slice(0, 500), link })
  }

  async function begin(c: Context<Env>): Promise<Response> {
    if (!oidc) return gatewayError('NOT_AN_OPERATION', 'This server has no sign-in.')
    const origin = originOf(c)
    const mode = c.req.header('sec-fetch-mode')
    if (origin === undefined || (mode !== undefined && mode !== 'navigate')) return foreign()
    const returnTo = localPath(c.req.query('return'), origin)
    try {
      await sessions.mayBegin()
      const { url, transaction } = await oidc.provider.begin(`${origin}${basePath}/auth/callback`)
      await signingIn.begin(c, { ...transaction, returnTo })
      c.header('cache-control', 'no-store')
      c.header('referrer-policy', 'no-referrer')
      return c.redirect(url.href)
    } catch (error) {
      const isPage = c.req.header('accept')?.includes('text/html')
      if (error instanceof SignInUnconfirmed && !isPage) return refusalOfSignIn(error)
      if (isPage || !(error instanceof SignInError)) return failed(error, returnTo)
      log.warn(`Sign-in: ${JSON.stringify(error.message.slice(0, 500))}`)
      return gatewayError('SIGN_IN_UNAVAILABLE', error.message)
    }
  }

  async function callback(c: Context<Env>): Promise<Response> {
    if (!oidc) return gatewayError('NOT_AN_OPERATION', 'This server has no sign-in.')
    if (originOf(c) === undefined) return foreign()
    const { search, searchParams } = new URL(c.req.url)
    if (search === '')
      return plainPage(200, { ...returnAddress, link: { href: `${basePath}/auth/sign-in`, text: 'Sign in' } })
    const transaction = await signingIn.take(c, searchParams.get('state') ?? '')
    if ('reason' in transaction) {
      const href = basePath + (transaction.returnTo === undefined ? '/auth/sign-in' : beginning(transaction.returnTo))
      const text = reasons[transaction.reason]
      return withCookies(c, plainPage(400, { title: 'Not signed in', text, link: { href, text: 'Sign in' } }))
    }
    const { returnTo } = transaction
    try {
      const { roleValues, roleSources, ...person } = await oidc.provider.finish(search, transaction)
      const roles = knownValues(roleValues, config.roles)
      const role = roleIn(roles) ?? null
      const noRole = role || !oidc.roleClaim ? undefined : noRoleInClaim(oidc.roleClaim, roleSources, config.roles)
      const isKept = await sessions.begin(c, { ...person, roles, noRole }, role)
      if (!isKept) throw new SignInError('invalid', 'The sign-in provider’s claims for this user don’t fit a cookie.')
      onSession?.('begun', c, { person })
      if (noRole) log.warn(`Sign-in without a role: ${JSON.stringify(noRole)}`)
      const page =
        returnTo === DONE
          ? { title: 'Signed in', text: 'You’re signed in. You can close this window.' }
          : {
              title: 'Signed in',
              text: 'You’re signed in.',
              link: { href: basePath + returnTo, text: 'Continue' },
              leadsOn: true,
            }
      return withCookies(c, plainPage(200, page))
    } catch (error) {
      onSession?.('failed', c, { reason: error instanceof Error ? error.message : String(error) })
      return withCookies(c, failed(error, returnTo))
    }
  }

  async function done(c: Context<Env>): Promise<Response> {
    const text = (await operatorAt(c)) ? 'You’re signed in. You can close this window.' : 'You’re not signed in.'
    return plainPage(200, { title: 'Sign-in', text })
  }

  async function state(c: Context<Env>): Promise<Response> {
    const found = oidc && (await sessions.read(c))
    const session = found && (await sessions.renew(c, found)) ? found : undefined
    const answer: SignInState = {
      signIn: signIn?.kind ?? 'none',
      operator: infoOf(session ? fromSession(session) : fromProxy(c)),
      endsAt: session ? new Date(endOf(session)).toISOString() : null,
    }
    return c.json(answer, 200, { ...dataHeaders })
  }

  /** Counts the jobs that a sign-out would pause, for the question before it. */
  async function signOutFacts(c: Context<Env>): Promise<Response> {
    const session = oidc && (await sessions.read(c))
    try {
      const { jobs, signedInAt } = session ? await sessions.dependents(session) : { jobs: 0, signedInAt: null }
      const until = signedInAt && new Date(signedInAt.getTime() + settings.jobSignInDays * DAY_MS).toISOString()
      return c.json({ jobs, until } satisfies SignOutFacts, 200, { ...dataHeaders })
    } catch (error) {
      return refusalOfSignIn(error)
    }
  }

  async function signOut(c: Context<Env>): Promise<Response> {
    const session = oidc && (await sessions.read(c))
    // Without a session there is nothing to choose, and strangers could hold connections with unfinished bodies.
    const choice = session ? await readChoice(c.req.raw) : {}
    if (!choice) return gatewayError('BAD_REQUEST', `The body expects nothing, or {"jobs": "pause"} or "continue".`)
    c.set('operator', session ? fromSession(session) : fromProxy(c)) // whose tokens they are
    await forgetTokens(c)
    await sessions.end(c, session, choice.jobs === 'continue')
    if (session) onSession?.('signed out', c, { person: session })
    const origin = originOf(c) ?? origins()[0] ?? ''
    const endSession = session && (await oidc?.provider.endSession(session.idToken, `${origin}${basePath}/`))
    return c.json({ endSession: endSession ?? null }, 200, { ...dataHeaders })
  }

  return {
    kind: signIn?.kind ?? 'none',
    operatorAt,
    guard,
    handlers: { begin, callback, done, read: state, signOutFacts, signOut },
    mountLimits(app) {
      for (const { path } of [endpoints.begin, endpoints.callback]) app.get(path, signInLimit(signIn))
    },
  }
}

const DAY_MS = 86_400_000
const MOST_CHOICE_BYTES = 1_000
const CHOICE_MS = 5_000

/** Reads the choice between pausing the person's jobs and letting them run; undefined if the body is none. */
async function readChoice(request: Request): Promise<z.output<typeof endpoints.signOut.body> | undefined> {
  try {
    const reading = readBody(request, MOST_CHOICE_BYTES)
    if (!(await within(CHOICE_MS, reading))) return undefined
    const body = (await reading).toString('utf8')
    return body === '' ? {} : endpoints.signOut.body.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

const beginning = (returnTo: string) => `/auth/sign-in?return=${encodeURIComponent(returnTo)}`

/** Shown if someone opens the callback, which nothing links to. */
const returnAddress = {
  title: 'Return address of the sign-in',
  text: 'This address works. The sign-in provider sends browsers back to it, so register it there as a redirect URI.',
}

const reasons = {
  unknown: 'This sign-in was not started in this browser, or has already been used.',
  late: `This sign-in took longer than ${TRANSACTION_MS / 60_000} minutes.`,
} as const

/** An answer made elsewhere, with the cookies that were set on the way to it. */
const withCookies = (c: Context, response: Response): Response => c.newResponse(response.body, response)
