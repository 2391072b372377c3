/** Removals that the record says were carried out for the server's own account. */
import { connections } from '../../api/connections'
import { users } from '../../api/users'
import type { Removal } from '../../store/directory-remove'
import { MOST_TEXT } from './audit'
import type { Line } from './audit-reader'
import { isOwnCredential } from './recorded-account'

/** @returns undefined for a line of anything else. Tokens that operators add are of other accounts. */
export function removalOf({ event, operation, credential, status, parameters, time }: Line): Removal | undefined {
  const isGone = typeof status === 'number' && ((status >= 200 && status < 300) || status === 404)
  if (event !== 'outcome' || !isGone || !isOwnCredential(credential)) return undefined
  const at = new Date(time)
  const { userId, connectionId } = parameters
  if (operation === users.remove.operation && isWhole(userId)) return { kind: 'user', id: userId, at }
  if (operation === connections.remove.operation && isWhole(connectionId))
    return { kind: 'connection', id: connectionId, at }
  return undefined
}

/** The record cuts a longer one, which then names nothing. */
const isWhole = (id: string | undefined): id is string => id !== undefined && id.length < MOST_TEXT
