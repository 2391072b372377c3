/** How many requests of one operator may be in progress, so that one who never ends theirs leaves room for the others. */
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { operatorOf } from '../auth/operator'
import { gatewayError } from '../errors'
import { onClose } from '../gone'

/** Streams included. One browser has about a hundred at most. */
const MOST_IN_PROGRESS = 250

/** Counts signed-in operators; without sign-in an address may be that of a whole team. */
export function limitRequests(most = MOST_IN_PROGRESS): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const inProgress = new Map<string, number>()
  return async (c, next) => {
    const key = operatorOf(c)?.subject
    const { outgoing } = c.env
    if (key === undefined || outgoing.destroyed) return next()
    const count = inProgress.get(key) ?? 0
    if (count >= most)
      return gatewayError('BUSY', `You have ${most} requests in progress. Try again in a moment.`, {
        'retry-after': '1',
      })
    inProgress.set(key, count + 1)
    onClose(outgoing, () => {
      const remaining = (inProgress.get(key) ?? 0) - 1
      if (remaining > 0) inProgress.set(key, remaining)
      else inProgress.delete(key)
    })
    return next()
  }
}
