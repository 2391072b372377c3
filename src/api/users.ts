/** Users: the interface has no read for them, only their removal with everything they own (section 4.2). */
import { endpoint } from './endpoint'
import { nothing } from './json-api'
import { countField, formField, MOST_PAGES, searchOf } from './search'

export const users = {
  remove: endpoint('vehicle', 'DELETE /v3/users/{userId}', {
    response: nothing,
    effect: 'change',
    errors: [400, 401, 403, 404, 500],
    success: 204,
    isSuccessAssumed: true,
  }),
}

/** The query of a user's page. */
export const UserSearch = searchOf({
  'page[number]': countField(MOST_PAGES),
  'page[size]': countField(1000),
  'filter[userId]': formField(() => false), // the path says it
})
export type UserSearch = ReturnType<typeof UserSearch>
