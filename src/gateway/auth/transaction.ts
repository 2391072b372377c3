/**
 * Sign-ins under way: each sealed in a cookie of its own, so that two tabs can sign in side by side, and good once, for
 * ten minutes. Which were used is remembered by each instance for itself, up to ten thousand: beyond that, and
 * elsewhere, it is the provider that takes no code twice.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import type { ConsoleCookies } from './console-cookies'
import { createRemembered } from './remembered'
import type { Seal } from './seal'

export const TRANSACTION_MS = 10 * 60_000
/** A browser keeps it for longer than it is good, so that one that comes too late is told so, and its page is known. */
const COOKIE_S = 3600
/** Sign-ins under way in one browser, the newest; and the bytes of their cookies, which every one of them carries. */
export const MOST_TRANSACTIONS = 5
const MOST_BYTES = 8000
const USED = 10_000
const PATH = '/auth'
export const SIGNING_IN_COOKIE = 'forecourt-signing-in'
const PURPOSE = 'signing-in'

const SigningIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  until: z.number(),
})
type SigningIn = z.output<typeof SigningIn>

/** Why a callback has no transaction, and the page that this browser was on its way to, where that is known. */
interface NoTransaction {
  reason: 'unknown' | 'late'
  returnTo: string | undefined
}

const digest = (text: string) => createHash('sha256').update(text).digest()

export function transactions(
  seal: Seal,
  { named, pathFor, isSecure }: Pick<ConsoleCookies, 'named' | 'pathFor' | 'isSecure'>,
  now: () => number,
) {
  const used = createRemembered(USED, now)
  // Lax: the provider's site sends the browser back, and a Strict cookie would not come with it.
  const options = () => ({ path: pathFor(PATH), httpOnly: true, sameSite: 'Lax', secure: isSecure() }) as const

  const prefix = () => `${named(SIGNING_IN_COOKIE, PATH)}-`
  /** Says nothing of the state, and is a name of a cookie whatever a callback calls its state. */
  const cookieOf = (state: string) => `${prefix()}${digest(state).toString('base64url').slice(0, 16)}`

  async function opened(sealed: string | undefined): Promise<SigningIn | undefined> {
    const text = await seal.open(PURPOSE, sealed)
    return text === undefined ? undefined : SigningIn.parse(JSON.parse(text)) // sealed by begin(), by nobody else
  }

  /** All of this browser, the newest first; undefined where nobody here has sealed one. */
  async function underWay(c: Context) {
    const cookies = Object.entries(getCookie(c)).filter(([name]) => name.startsWith(prefix()))
    const all = await Promise.all(
      cookies.map(async ([name, value]) => ({ name, bytes: name.length + value.length, one: await opened(value) })),
    )
    return all.toSorted((a, b) => (b.one?.until ?? 0) - (a.one?.until ?? 0))
  }

  async function begin(c: Context, transaction: Omit<SigningIn, 'until'>): Promise<void> {
    const value = await seal.seal(PURPOSE, JSON.stringify({ ...transaction, until: now() + TRANSACTION_MS }))
    const name = cookieOf(transaction.state)
    let room = MOST_BYTES - name.length - value.length
    for (const [index, other] of (await underWay(c)).entries()) {
      room -= other.bytes
      const isKept = other.one && other.one.until > now() && index < MOST_TRANSACTIONS - 1 && room >= 0
      if (!isKept) deleteCookie(c, other.name, options())
    }
    setCookie(c, name, value, { ...options(), maxAge: COOKIE_S })
  }

  /**
   * The transaction of a callback, used up by this.
   * @returns why there is none: then nothing that is under way is used up, so that an address from elsewhere cannot end
   * a sign-in
   */
  async function take(c: Context, state: string): Promise<SigningIn | NoTransaction> {
    const transaction = await opened(getCookie(c, cookieOf(state)))
    if (!transaction || !timingSafeEqual(digest(state), digest(transaction.state)))
      return { reason: 'unknown', returnTo: (await underWay(c))[0]?.one?.returnTo }
    deleteCookie(c, cookieOf(state), options())
    const { returnTo, until } = transaction
    if (until <= now()) return { reason: 'late', returnTo }
    if (used.has(transaction.state)) return { reason: 'unknown', returnTo }
    used.add(transaction.state, until)
    return transaction
  }

  return { begin, take }
}
