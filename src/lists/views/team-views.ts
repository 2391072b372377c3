/** The views in the team's store: one's own, in whichever browser they were saved, and what others share. */
import { useEffect } from 'react'
import { useAccount } from '../../core/account'
import { useConfig } from '../../core/config'
import { useStore } from '../../core/store'
import { type TeamViewsState, teamViews } from './team-views-state'
import * as texts from './texts'
import { useViews, type View } from './views'

/** @returns undefined where the server has no store */
export function useTeamViews(): TeamViewsState | undefined {
  const { hasTeam } = useConfig()
  const { epoch } = useAccount()
  const state = useStore(teamViews)
  useEffect(() => {
    if (!hasTeam) return
    // What is not there without its code is said where views are saved.
    const load = () => import('./team-view-requests').then(({ loadTeamViews }) => loadTeamViews())
    load().catch((error: unknown) => teamViews.set((old) => ({ ...old, phase: 'away', error })))
  }, [hasTeam, epoch])
  return hasTeam ? state : undefined
}

export interface ListedView extends View {
  key: string
  /** Who shared it, of others' views. */
  by: string | undefined
}

/** All that there are for whoever sits here, by name. */
export function useListedViews(): readonly ListedView[] {
  const own = useViews()
  const { views = [] } = useTeamViews() ?? {}
  return [
    ...own.map((view) => ({ ...view, key: view.name, by: undefined })),
    ...views.map(({ id, name, address, isOwn, owner }) => ({
      ...{ key: id, name, address },
      by: isOwn ? undefined : texts.sharedBy(owner),
    })),
  ].sort((a, b) => a.name.localeCompare(b.name))
}
