/**
 * A sign-in under way: sealed in a cookie of this browser for ten minutes, and good once. Which were used is remembered
 * by each instance for itself, up to ten thousand: beyond that, and elsewhere, it is the provider that takes no code twice.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { createRemembered } from './remembered'
import type { Seal } from './seal'

export const TRANSACTION_MS = 10 * 60_000
const USED = 10_000
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
export type SigningIn = z.output<typeof SigningIn>

const digest = (text: string) => createHash('sha256').update(text).digest()

export function transactions(seal: Seal, isSecure: () => boolean, now: () => number) {
  const used = createRemembered(USED, now)
  // Lax: the provider's site sends the browser back, and a Strict cookie would not come with it.
  const options = () => ({ path: '/auth', httpOnly: true, sameSite: 'Lax', secure: isSecure() }) as const

  async function begin(c: Context, transaction: Omit<SigningIn, 'until'>): Promise<void> {
    const value = await seal.seal(PURPOSE, JSON.stringify({ ...transaction, until: now() + TRANSACTION_MS }))
    setCookie(c, SIGNING_IN_COOKIE, value, { ...options(), maxAge: TRANSACTION_MS / 1000 })
  }

  /**
   * The transaction of a callback, used up by this.
   * @returns undefined where this browser has none, or none of that state; then nothing is used up, so that an address
   * from elsewhere cannot end a sign-in that is under way
   */
  async function take(c: Context, state: string): Promise<SigningIn | undefined> {
    const text = await seal.open(PURPOSE, getCookie(c, SIGNING_IN_COOKIE))
    if (text === undefined) return undefined
    const transaction = SigningIn.parse(JSON.parse(text)) // sealed by begin(), by nobody else
    if (!timingSafeEqual(digest(state), digest(transaction.state))) return undefined
    deleteCookie(c, SIGNING_IN_COOKIE, options())
    if (transaction.until <= now() || used.has(transaction.state)) return undefined
    used.add(transaction.state, transaction.until)
    return transaction
  }

  return { begin, take }
}
