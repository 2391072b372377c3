/** Saved views: names for addresses of the console, a person's own and those that others share. */

import { NewTeamView, TeamViews } from '../team-views'
import { MOST_NAME } from '../view-address'
import { consoleEndpoint } from './endpoint'

export const views = {
  list: consoleEndpoint('GET /team/views', {
    role: 'viewer',
    use: 'Own saved views and shared ones.',
    response: () => TeamViews,
  }),
  save: consoleEndpoint('POST /team/views', {
    role: 'viewer',
    use: 'Saves a view. Sharing it requires the operator role.',
    body: () => NewTeamView,
    expected: `{"name", "address", "isShared"}: a name of 1 to ${MOST_NAME} characters and the address of a page`,
    response: () => TeamViews,
  }),
  remove: consoleEndpoint('DELETE /team/views/{id}', {
    role: 'viewer',
    use: 'Deletes one’s own view.',
    response: () => TeamViews,
  }),
}
