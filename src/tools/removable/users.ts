/** What the removal of a user means (interface 4.2): seen by their connections, which go with them. */
import { connections } from '../../api/connections'
import { keyOf } from '../../api/query'
import { users } from '../../api/users'
import { isAsked } from '../asked'
import { defineRemoval } from '../define-removal'
import { type ConnectionPage, readConnectionPage } from '../pages'
import { modes } from '../related'
import { ledgerWriter } from '../subscriptions/ledger'
import { purged } from '../subscriptions/ledger-changes'
import { countIn } from '../totals'
import { forgetIn, recallIn } from './directory'
import * as texts from './texts'

/** How many connections of this user an answer counts; undefined where those of others hide it. */
function countOf(userId: string, page: ConnectionPage): number | undefined {
  const rows = page.value.data ?? []
  const own = rows.filter((row) => isAsked(row, { 'filter[userId]': userId }))
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
  if (totals.includes(undefined)) throw new Error(texts.noCount)
  return false
}

export const userRemoval = defineRemoval({
  endpoint: users.remove,
  inputOf: (userId) => ({ path: { userId } }),
  subjectOf: texts.user,
  list: 'users',
  isThere,
  lookPrice: modes.length,
  forget: (ids) => forgetIn('user', ids),
  keeper: (userId) => {
    const write = ledgerWriter()
    return () => write((old) => purged(old, userId)) // their subscriptions are purged with them (4.2)
  },
  recall: (ids) => recallIn('user', ids),
  stale: [keyOf(connections.list), keyOf(connections.read)],
})
