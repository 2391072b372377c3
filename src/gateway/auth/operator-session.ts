/**
 * The operator's own cookie: sealed, read by no script, sent to no request that another site starts. It ends an hour
 * after its last use and twelve hours after sign-in at the latest. Only the question who is signed in seals it anew: a
 * late answer to anything else must not bring back what was signed out meanwhile. Each instance remembers for itself
 * which sessions are in use, and which were signed out: where there are several, or after a restart, a copy that was
 * taken of a signed-out cookie is good until it ends.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { cookieName } from './cookie-name'
import { createRemembered } from './remembered'
import type { Seal } from './seal'

export const IDLE_MS = 60 * 60_000
export const ABSOLUTE_MS = 12 * 60 * 60_000
/** How often at most a cookie in use is sealed anew. */
export const RENEW_MS = 60_000
/** Signed-out sessions that are remembered; past that the oldest is forgotten. */
const REVOKED = 10_000
/** Sessions in use that are remembered; past that the one that was used longest ago ends by its cookie alone. */
const IN_USE = 10_000
/** What a cookie holds at most, name and value together. */
const COOKIE_BYTES = 4096

export const OPERATOR_COOKIE = 'forecourt-operator'
const PURPOSE = 'operator'

const OperatorSession = z.object({
  id: z.string(),
  subject: z.string(),
  name: z.string(),
  /** The values of the role claim that mean something here. */
  roles: z.array(z.string()),
  iat: z.number(),
  seenAt: z.number(),
  /** The provider wants it back at sign-out. Left out where it does not fit; never used for anything else. */
  idToken: z.optional(z.string()),
})
export type OperatorSession = z.output<typeof OperatorSession>
type Person = Pick<OperatorSession, 'subject' | 'name' | 'roles' | 'idToken'>

/** A session as it is read: `seenAt` is its last use, as far as this instance or its cookie knows. */
interface SessionInUse extends OperatorSession {
  /** The last use that its cookie knows of. */
  sealedAt: number
}

export const endOf = ({ iat, seenAt }: OperatorSession) => Math.min(iat + ABSOLUTE_MS, seenAt + IDLE_MS)

export function operatorSessions(seal: Seal, isSecure: () => boolean, now: () => number) {
  const revoked = createRemembered(REVOKED, now)
  /** By id, the one that was used longest ago first. */
  const usedAt = new Map<string, number>()
  const name = () => cookieName(OPERATOR_COOKIE, isSecure())
  const options = () => ({ path: '/', httpOnly: true, sameSite: 'Strict', secure: isSecure() }) as const

  async function sealed(session: OperatorSession): Promise<string | undefined> {
    const value = await seal.seal(PURPOSE, JSON.stringify(session))
    return name().length + 1 + value.length <= COOKIE_BYTES ? value : undefined
  }

  /** @returns false where a person's own data does not fit a cookie, even without the id token */
  async function begin(c: Context, { idToken, ...person }: Person): Promise<boolean> {
    const session = { id: randomUUID(), ...person, iat: now(), seenAt: now() }
    const value = (idToken && (await sealed({ ...session, idToken }))) || (await sealed(session))
    if (value) setCookie(c, name(), value, options())
    return value !== undefined
  }

  /** The session of a request, where it has one that has neither ended nor been signed out here. */
  async function read(c: Context): Promise<SessionInUse | undefined> {
    const text = await seal.open(PURPOSE, getCookie(c, name()))
    if (text === undefined) return undefined
    const sealedSession = OperatorSession.parse(JSON.parse(text)) // sealed by begin() or renew(), by nobody else
    const { id, seenAt: sealedAt } = sealedSession
    const session = { ...sealedSession, sealedAt, seenAt: Math.max(sealedAt, usedAt.get(id) ?? 0) }
    return endOf(session) > now() && !revoked.has(id) ? session : undefined
  }

  /** Moves the end of a session, for this instance; its cookie learns it by renew(). */
  function use({ id }: OperatorSession): void {
    usedAt.delete(id)
    usedAt.set(id, now())
    const [oldest] = usedAt.keys()
    if (usedAt.size > IN_USE && oldest !== undefined) usedAt.delete(oldest)
  }

  /** True once a session has been signed out here: looked at again before an answer sets a cookie. */
  const isRevoked = ({ id }: OperatorSession): boolean => revoked.has(id)

  /** Tells the cookie of a session in use about its last use. @returns false where it was signed out meanwhile */
  async function renew(c: Context, { sealedAt, ...session }: SessionInUse): Promise<boolean> {
    if (session.seenAt - sealedAt < RENEW_MS) return true
    const value = await sealed(session)
    if (isRevoked(session)) return false
    if (value) setCookie(c, name(), value, options())
    return true
  }

  /** Signs a session out: its cookie is taken back, and refused here if a copy of it comes. */
  function end(c: Context, session: OperatorSession | undefined): void {
    if (session) {
      revoked.add(session.id, session.iat + ABSOLUTE_MS)
      usedAt.delete(session.id)
    }
    deleteCookie(c, name(), options())
  }

  return { begin, read, use, isRevoked, renew, end }
}
