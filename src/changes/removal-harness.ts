/** Removals that have ended, for tests of what shows them. */
import { withId } from '../core/store'
import { type Removal, type RemovalOutcome, removalKey, removals } from './removal'

export const endedRemoval = (operation: string, id: string, outcome: RemovalOutcome = 'removed'): Removal => ({
  ...{ operation, id, subject: id, at: 0 },
  ...{ phase: 'ended', outcome, detail: '' },
})

export function endRemoval(operation: string, id: string): void {
  removals.set((old) => withId(old, removalKey({ operation }, id), endedRemoval(operation, id)))
}
