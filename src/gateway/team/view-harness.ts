/** For tests of the team's routes: saved views in memory, of one owner each. */
import { randomUUID } from 'node:crypto'
import type { NewTeamView } from '../../api/team-views'
import type { Owner, ViewFault, Views } from '../../store/views'

type Kept = NewTeamView & { id: string; owner: Owner }

/** @param asking waits as a statement does, and fails as one */
export function viewsDouble(asking: (call: unknown[]) => Promise<void>) {
  let kept: Kept[] = []
  let fault: ViewFault | undefined
  const views: Views = {
    async list(subject) {
      await asking(['views', subject])
      return kept
        .filter(({ isShared, owner }) => isShared || owner.subject === subject)
        .map(({ owner, ...view }) => ({
          ...view,
          ...{ isOwn: owner.subject === subject, owner: owner.name, changedAt: '2026-01-01T00:00:00.000Z' },
        }))
    },
    async save(owner, view) {
      await asking(['save view', owner.subject, view.name])
      if (fault) return fault
      const others = kept.filter((one) => one.owner.subject !== owner.subject || one.name !== view.name)
      kept = [...others, { ...view, id: randomUUID(), owner }]
      return undefined
    },
    async remove(subject, id) {
      await asking(['remove view', subject, id])
      const before = kept.length
      kept = kept.filter((one) => one.id !== id || one.owner.subject !== subject)
      return kept.length < before
    },
  }
  return {
    views,
    /** From now on none is saved, for this reason. */
    refuse: (why: ViewFault | undefined) => {
      fault = why
    },
  }
}
