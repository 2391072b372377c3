/** The lease that a browser with an added token has of the token's account. */
import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Lease } from '../../store/leases'
import { clientOf } from './client-address'
import { operatorOf } from './operator'
import type { SignInSettings } from './sign-in-settings'
import { HANDED_OVER_S } from './vehicle-index'

/** Names the cookie of a browser, which can't be read from it. */
export const leaseIdOf = (sealed: string): string =>
  createHash('sha256').update(sealed).digest('base64url').slice(0, 22)

/** @param sealed the token's cookie */
export function leaseFor(
  c: Context<{ Bindings: HttpBindings }>,
  sealed: string,
  endsAt: Date | undefined,
  signIn: SignInSettings | undefined,
): Lease {
  const operator = operatorOf(c)
  const owner = operator ? `operator ${operator.subject}` : `address ${clientOf(c.env.incoming, signIn)}`
  return { id: leaseIdOf(sealed), owner, endsAt: endsAt ?? new Date(Date.now() + HANDED_OVER_S * 1000) }
}
