/**
 * The operator's own cookie: sealed, read by no script, sent to no request that another site starts. It ends an hour
 * after its last use and twelve hours after sign-in at the latest. Only the question who is signed in seals it anew: a
 * late answer to anything else must not bring back what was signed out meanwhile. All instances share which sessions there
 * are, when each was used last, and which were signed out (`shared-sessions.ts`).
 */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import type { Role } from '../../api/roles'
import type { Dependents } from '../../store/people'
import type { ConsoleCookies } from './console-cookies'
import { createRemembered } from './remembered'
import type { Seal } from './seal'
import type { SharedSessions } from './shared-sessions'
import { SignedOut } from './unconfirmed'

export const IDLE_MS = 60 * 60_000
export const ABSOLUTE_MS = 12 * 60 * 60_000
/** How often at most a cookie in use is sealed anew. */
export const RENEW_MS = 60_000
/** Signed-out sessions that are remembered; past that the oldest is forgotten. */
const REVOKED = 10_000
/** Sessions in use that are remembered; past that the one that was used longest ago ends by its cookie alone. */
const IN_USE = 10_000
/** Largest size of a cookie, name and value together. */
const COOKIE_BYTES = 4096

export const OPERATOR_COOKIE = 'forecourt-operator'
const PURPOSE = 'operator'

const OperatorSession = z.object({
  id: z.string(),
  subject: z.string(),
  name: z.string(),
  /** The values of the role claim that mean something here. */
  roles: z.array(z.string()),
  /** Why they give no role. */
  noRole: z.optional(z.string()),
  iat: z.number(),
  seenAt: z.number(),
  /** The provider wants it back at sign-out. Left out where it does not fit; never used for anything else. */
  idToken: z.optional(z.string()),
})
export type OperatorSession = z.output<typeof OperatorSession>
type Person = Pick<OperatorSession, 'subject' | 'name' | 'roles' | 'noRole' | 'idToken'>

/** A session as it is read: `seenAt` is its last use, as far as this instance or its cookie knows. */
interface SessionInUse extends OperatorSession {
  /** The last use that its cookie knows of. */
  sealedAt: number
}

export const endOf = ({ iat, seenAt }: OperatorSession) => Math.min(iat + ABSOLUTE_MS, seenAt + IDLE_MS)

const factsOf = ({ id, subject, iat }: OperatorSession) => ({
  ...{ id, subject, begunAt: new Date(iat), endsAt: new Date(iat + ABSOLUTE_MS) },
})

export function operatorSessions(
  seal: Seal,
  { named, pathFor, isSecure }: Pick<ConsoleCookies, 'named' | 'pathFor' | 'isSecure'>,
  now: () => number,
  shared: SharedSessions,
) {
  const revoked = createRemembered(REVOKED, now)
  /** By id, the one that was used longest ago first. */
  const usedAt = new Map<string, number>()
  /** True once a session is known here to be signed out: looked at again before an answer sets a cookie. */
  const isRevoked = ({ id }: OperatorSession): boolean => revoked.has(id)
  const name = () => named(OPERATOR_COOKIE)
  const options = () => ({ path: pathFor('/'), httpOnly: true, sameSite: 'Strict', secure: isSecure() }) as const

  async function sealed(session: OperatorSession): Promise<string | undefined> {
    const value = await seal.seal(PURPOSE, JSON.stringify(session))
    return name().length + 1 + value.length <= COOKIE_BYTES ? value : undefined
  }

  /**
   * @param role what the person's jobs may depend on
   * @returns false where a person's own data does not fit a cookie, even without the id token
   * @throws SignInUnconfirmed
   */
  async function begin(c: Context, { idToken, ...person }: Person, role: Role | null): Promise<boolean> {
    const session = { id: randomUUID(), ...person, iat: now(), seenAt: now() }
    const value =
      (idToken && (await sealed({ ...session, idToken }))) ||
      (await sealed(session)) ||
      (await sealed({ ...session, noRole: undefined }))
    if (value === undefined) return false
    await shared.begin(factsOf(session), role)
    setCookie(c, name(), value, options())
    return true
  }

  /** The session of a request, where it has one that has neither ended nor been signed out, as far as is known. */
  async function read(c: Context): Promise<SessionInUse | undefined> {
    const text = await seal.open(PURPOSE, getCookie(c, name()))
    if (text === undefined) return undefined
    const sealedSession = OperatorSession.parse(JSON.parse(text)) // sealed by begin() or renew(), by nobody else
    const { id, seenAt: sealedAt } = sealedSession
    if (sealedSession.iat + ABSOLUTE_MS <= now() || isRevoked(sealedSession)) return undefined
    const found = await shared.recent(id)
    if (found?.isRevoked) return forget(sealedSession)
    const known = Math.max(usedAt.get(id) ?? 0, found?.usedAt.getTime() ?? 0)
    const session = { ...sealedSession, sealedAt, seenAt: Math.max(sealedAt, known) }
    return endOf(session) > now() && !isRevoked(session) ? session : undefined
  }

  /**
   * Before a change is sent in its name: the store is asked each time.
   * @throws SignedOut, SignInUnconfirmed
   */
  async function confirm(session: OperatorSession): Promise<void> {
    const isOut = isRevoked(session) || (await shared.confirm(session.id)).isRevoked
    if (isOut) forget(session)
    if (isOut || isRevoked(session)) throw new SignedOut('You were signed out before this change. Nothing was sent.')
  }

  /** Refused here from now on, whatever becomes of the store. */
  function forget({ id, iat }: OperatorSession): undefined {
    revoked.add(id, iat + ABSOLUTE_MS)
    usedAt.delete(id)
    return undefined
  }

  /** Moves the end of a session; its cookie learns it by renew(). */
  function use({ id }: OperatorSession): void {
    usedAt.delete(id)
    usedAt.set(id, now())
    const [oldest] = usedAt.keys()
    if (usedAt.size > IN_USE && oldest !== undefined) usedAt.delete(oldest)
    shared.use(id)
  }

  /** Tells the cookie of a session in use about its last use. @returns false where it was signed out meanwhile */
  async function renew(c: Context, { sealedAt, ...session }: SessionInUse): Promise<boolean> {
    if (session.seenAt - sealedAt < RENEW_MS) return true
    const value = await sealed(session)
    if (isRevoked(session)) return false
    if (value) setCookie(c, name(), value, options())
    return true
  }

  /** Other sessions of a person that were not used since have ended. */
  const usedSince = () => new Date(now() - IDLE_MS)

  /** The jobs that signing out of a session would pause. @throws SignInUnconfirmed */
  const dependents = (session: OperatorSession): Promise<Dependents> => shared.dependents(factsOf(session), usedSince())

  /**
   * Signs a session out: its cookie is taken back, and refused if a copy of it comes.
   * @param isToContinue true if the person lets their jobs run
   */
  async function end(c: Context, session: OperatorSession | undefined, isToContinue: boolean): Promise<void> {
    if (session) forget(session)
    deleteCookie(c, name(), options())
    const signOut = { at: new Date(now()), usedSince: usedSince(), isToContinue }
    if (session) await shared.revoke(factsOf(session), signOut)
  }

  return {
    ...{ begin, mayBegin: shared.mayBegin, read, confirm, use },
    ...{ isRevoked, renew, dependents, end },
  }
}
