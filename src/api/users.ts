/** Users: the interface has no read for them, only their removal with everything they own (section 4.2). */
import { endpoint } from './endpoint'
import { nothing } from './json-api'

export const users = {
  remove: endpoint('vehicle', 'DELETE /v3/users/{userId}', {
    response: nothing,
    effect: 'change',
    errors: [400, 401, 403, 404, 500],
    success: 204,
    isSuccessAssumed: true,
  }),
}
