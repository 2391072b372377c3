/** The place of what became of removals: its code comes once the page stands, and is there when it is needed. */
import { useEffect } from 'react'
import { later } from '../ui/later'
import { loadAhead, loadNoticesBy, useRemovals } from './removal'
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

loadNoticesBy(RemovalNotices.fetch)

/** Well after what the page is about. */
const LATER_MS = 1500

/**
 * Notices for the removals filed under `keys`; all of this tab’s own where none are given. They stand at the foot of the view: a
 * notice above the table would push its rows under a second click.
 */
export function Removals({ keys }: { keys?: readonly string[] }) {
  const removals = useRemovals()
  useEffect(() => {
    const timer = setTimeout(loadAhead, LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  const shown = Object.entries(removals).filter(([key]) => keys?.includes(key) ?? true)
  return shown.length > 0 ? <RemovalNotices shown={shown} /> : null
}
