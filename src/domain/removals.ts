/** All that can be removed: an endpoint that removes does not compile before its definition stands here. */
import type { api } from '../api/api'
import type { RemovalDefinition } from '../changes/define-removal'
import { connectionRemoval } from './connections/connection-removal'
import { subscriptionRemoval } from './subscriptions/subscription-removal'
import { userRemoval } from './users/user-removal'

type EndpointsOf<R> = R extends unknown ? R[keyof R] : never
type Removing = Extract<EndpointsOf<(typeof api)[keyof typeof api]>, { operation: `DELETE ${string}` }>
type Definitions = { readonly [E in Removing as E['operation']]: RemovalDefinition<E, never> }

export const removals: Definitions = {
  'DELETE /v3/connections/{connectionId}': connectionRemoval,
  'DELETE /v3/users/{userId}': userRemoval,
  'DELETE /v3/subscriptions/{subscriptionId}': subscriptionRemoval,
}
