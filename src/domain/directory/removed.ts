/**
 * Who was removed while this page is open. A removal that was accepted is believed over the lists: a page of them may have
 * been on its way, and a purge takes its time. They stay out of what is drawn, counted, found and saved until a look that
 * the operator asked for shows them still there; a user, too, with a connection that was created after the removal.
 */
import { idKey } from '../../api/same-id'
import { accountStore } from '../../core/account'
import type { EvictedKind } from './evictions'

const removed = accountStore(() => ({
  connections: new Set<string>(),
  /** When, in milliseconds since the epoch. */
  users: new Map<string, number>(),
}))

/** To be called as soon as the service has accepted their removal. */
export function noteRemoved(kind: EvictedKind, ids: readonly string[], at = Date.now()): void {
  const { connections, users } = removed.get()
  for (const id of ids) {
    if (kind === 'connection') connections.add(idKey(id))
    else users.set(idKey(id), at)
  }
}

/** Somebody has looked since, and found them. */
export function noteStillThere(kind: EvictedKind, ids: readonly string[]): void {
  const { connections, users } = removed.get()
  for (const id of ids) {
    if (kind === 'connection') connections.delete(idKey(id))
    else users.delete(idKey(id))
  }
}

/** Whether a connection is gone, by its own id or with its user. Its time is the service's, as a rule years before. */
export function isRemoved(id: string, userId: string | undefined, createdAt: number | undefined): boolean {
  const { connections, users } = removed.get()
  if (connections.has(idKey(id))) return true
  const at = userId === undefined ? undefined : users.get(idKey(userId))
  return at !== undefined && !(createdAt !== undefined && createdAt > at)
}
