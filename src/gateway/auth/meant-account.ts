/** The account that a page's request is meant for: it has to be the one whose data it gets. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { ACCOUNT_HEADER } from '../../api/config'
import { gatewayError } from '../errors'

/**
 * Names the request's account on its answer.
 * @returns the refusal where the page means another one
 */
export function refusalForAccount(
  c: Context<{ Bindings: HttpBindings }>,
  account: string,
  meant = c.env.incoming.headers[ACCOUNT_HEADER]?.toString(),
): Response | undefined {
  const { outgoing } = c.env
  // On the bare answer, which every way of answering adds to: a page that names no account learns it here.
  outgoing.setHeader(ACCOUNT_HEADER, account)
  if (meant === undefined || meant === account) return undefined
  return gatewayError(
    'ACCOUNT_CHANGED',
    'This request was meant for another account: tokens or the sign-in have changed since. Nothing was sent. Reload the page to continue with the current account.',
  )
}
