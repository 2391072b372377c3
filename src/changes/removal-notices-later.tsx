/** The place of what became of removals: its code comes once the page stands, and is there when it is needed. */
import { useEffect } from 'react'
import { later } from '../ui/later'
import { showBy, useRemovals } from './removal'
import type { Shown } from './removal-notices'

/** Outcomes in words alone: they are shown even if the server went away before the code of the notices was loaded. */
function PlainOutcomes({ shown }: { shown: Shown }) {
  return shown.map(
    ([key, removal]) =>
      removal.phase === 'ended' && (
        <p key={key}>
          <bdi translate="no">{removal.subject}</bdi>: {removal.detail}
        </p>
      ),
  )
}

const RemovalNotices = later(
  () => import('./removal-notices').then((module) => module.RemovalNotices),
  null,
  PlainOutcomes,
)

showBy(RemovalNotices.fetch)

/** Well after what the page is about; before anybody has removed something and the server has gone away. */
const LATER_MS = 1500

/**
 * Notices for the removals filed under `keys`; all of this tab’s own where none are given. They stand at the foot of the view: a
 * notice above the table would push its rows under a second click.
 */
export function Removals({ keys }: { keys?: readonly string[] }) {
  const removals = useRemovals()
  useEffect(() => {
    const timer = setTimeout(() => void RemovalNotices.fetch(), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  // What another tab removed is said on its own page; in a list its row is marked.
  const shown = Object.entries(removals).filter(([key, { isSilent, isElsewhere }]) =>
    keys ? !isSilent && keys.includes(key) : !isSilent && !isElsewhere,
  )
  return shown.length > 0 ? <RemovalNotices shown={shown} /> : null
}
