/** What the removal of a user means (interface 4.2): seen by their connections, which go with them. */

import { keyOf } from '../../api/client'
import { connections } from '../../api/connections'
import { consoleKey } from '../../api/console/endpoint'
import { subscriptionHistory } from '../../api/console/subscription-history'
import type { TeamUser } from '../../api/team'
import { users } from '../../api/users'
import { defineRemoval } from '../../changes/define-removal'
import { deselect, type Selected } from '../../lists/selection/selection'
import { formatCount, plural } from '../../ui/format'
import { matchesFilters } from '../connections/filter-check'
import { type ConnectionPage, readConnectionPage } from '../connections/load-connection-page'
import { modes } from '../connections/related'
import { countIn } from '../connections/totals'
import { directoryKeys } from '../directory/directory-key'

const noun = 'user'
const noCount = 'The provider returned no count of the user’s connections.'

// Of many.
const titleText = (count: number) => `Remove ${plural(count, noun)} and all their data?`
const consequences = (live: number, simulated: number) =>
  `Also removes at least ${formatCount(live)} live and ${formatCount(simulated)} simulated connections (those loaded so far), all subscriptions, and all other data of these users. You can’t undo this; only the owners can reconnect. For an exact count, remove users one by one.`

/** How many connections of this user an answer counts; undefined where those of others hide it. */
function countOf(userId: string, page: ConnectionPage): number | undefined {
  const rows = page.value.data ?? []
  const own = rows.filter((row) => matchesFilters(row, { 'filter[userId]': userId }))
  const counted = countIn(page)
  if (own.length === rows.length) return counted
  // A service that does not know the filter lists everybody's: only all of them tell that there is none.
  const isWhole = counted === rows.length && counted === page.value.meta?.totalCount
  return own.length > 0 || isWhole ? own.length : undefined
}

async function isThere(userId: string): Promise<boolean> {
  const totals = await Promise.all(
    modes.map((mode) =>
      readConnectionPage({ 'filter[userId]': userId, 'filter[vehicle.mode]': mode }, 1).then((page) =>
        countOf(userId, page),
      ),
    ),
  )
  if (totals.some((total) => total !== undefined && total > 0)) return true
  if (totals.includes(undefined)) throw new Error(noCount)
  return false
}

export const userRemoval = defineRemoval({
  endpoint: users.remove,
  inputOf: (userId) => ({ path: { userId } }),
  noun: noun,
  deselect: (ids) => deselect('users', ids),
  isThere,
  stale: [keyOf(connections.list), keyOf(connections.read), ...directoryKeys, consoleKey(subscriptionHistory.list)],
  many: {
    useConsequences: (selected: Selected<TeamUser>) => {
      const sum = (name: 'live' | 'simulated') => [...selected.values()].reduce((total, user) => total + user[name], 0)
      return consequences(sum('live'), sum('simulated'))
    },
    title: titleText,
  },
})
