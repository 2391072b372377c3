/** What removals change in the directory: it is no part of a list's first load, and comes when something is removed. */
import { type Leaving, noteLeaving } from '../directory/leaving'

/** Noted before anything else: a tab that closes at that moment brings back nobody from what is kept. */
export function forgetIn(kind: Leaving, ids: readonly string[]): void {
  for (const id of ids) noteLeaving(kind, id)
  void import('../directory/directory').then((directory) => directory.forget(kind, ids))
}

export function recallIn(kind: Leaving, ids: readonly string[]): void {
  void import('../directory/directory').then((directory) => directory.recall(kind, ids))
}
