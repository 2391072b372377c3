/** Who a request is from, for the record. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Asker } from '../record/audit'
import { runningOf } from '../running'
import { clientOf } from './client-address'
import { operatorOf } from './operator'
import type { SignInSettings } from './sign-in-settings'

export function requesterOf(c: Context<{ Bindings: HttpBindings }>, signIn: SignInSettings | undefined): Asker {
  const operator = operatorOf(c)
  const { incoming } = c.env
  return {
    requestId: runningOf(incoming).id,
    operator: operator?.name,
    subject: operator?.subject,
    client: clientOf(incoming, signIn),
  }
}
