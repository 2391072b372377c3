/** Who a request is from, for the record. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Asker } from '../record/audit'
import { clientOf } from './client-address'
import { operatorOf } from './operator'
import type { SignInSettings } from './sign-in-settings'

export function requesterOf(c: Context<{ Bindings: HttpBindings }>, signIn: SignInSettings | undefined): Asker {
  const operator = operatorOf(c)
  return { operator: operator?.name, subject: operator?.subject, client: clientOf(c.env.incoming, signIn) }
}
