/** How often one client may begin a sign-in, or come back from the provider: the way in must not be walked by a machine. */
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { rateLimiter, type Store } from 'hono-rate-limiter'
import { networkOf } from '../../receiver/address'
import { createBoundedMap } from '../../receiver/bounded-map'
import { plainPage } from '../../server/http/pages/plain-page'
import { gatewayError } from '../errors'
import { clientOf } from './client-address'
import type { SignInSettings } from './sign-in-settings'

export const SIGN_IN_WINDOW_MS = 60_000
/** Of each of the two in a window. A whole shift may come from one address, through an office's network or a proxy. */
export const SIGN_INS_PER_WINDOW = 120
const MOST_NETWORKS = 10_000

type Env = { Bindings: HttpBindings; Variables: { rateLimit: { resetTime?: Date } } }

/** The library's own store counts by the computer's clock: set back, its windows end as much later. */
export function createLimitStore(
  elapsed = () => performance.now(),
): Pick<Store<Env>, 'increment' | 'decrement' | 'resetKey'> {
  const windows = createBoundedMap<{ totalHits: number; endsAt: number }>(MOST_NETWORKS)
  const find = (key: string) => {
    const window = windows.get(key)
    return window && elapsed() < window.endsAt ? window : undefined
  }
  return {
    increment(key) {
      const { totalHits = 0, endsAt = elapsed() + SIGN_IN_WINDOW_MS } = find(key) ?? {}
      windows.set(key, { totalHits: totalHits + 1, endsAt })
      return { totalHits: totalHits + 1, resetTime: new Date(Date.now() + endsAt - elapsed()) }
    },
    decrement(key) {
      const window = find(key)
      if (window) windows.set(key, { ...window, totalHits: window.totalHits - 1 })
    },
    resetKey: windows.delete,
  }
}

/** A limit of its own for each address that it is mounted at. */
export function signInLimit(signIn: SignInSettings | undefined): MiddlewareHandler<Env> {
  return rateLimiter<Env>({
    windowMs: SIGN_IN_WINDOW_MS,
    limit: SIGN_INS_PER_WINDOW,
    store: createLimitStore(),
    standardHeaders: false,
    keyGenerator: ({ env }) => networkOf(clientOf(env.incoming, signIn)),
    handler: (c) => {
      const endsAt = c.get('rateLimit').resetTime?.getTime() ?? Date.now() + SIGN_IN_WINDOW_MS
      const retryAfter = String(Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)))
      const text = `Too many sign-ins from your address. Try again in ${retryAfter} seconds.`
      const headers = { 'retry-after': retryAfter }
      if (!c.req.header('accept')?.includes('text/html')) return gatewayError('SIGN_IN_LIMIT', text, headers)
      const page = plainPage(429, { title: 'Too many sign-ins', text: `${text} (SIGN_IN_LIMIT)` })
      page.headers.set('retry-after', retryAfter)
      return page
    },
  })
}
