/** The views in the team's store: one's own, in whichever browser they were saved, and what others share. */
import { useEffect } from 'react'
import { isEnough, neededRole } from '../../api/roles'
import { useAccount } from '../../core/account'
import { useConfig } from '../../core/config'
import { useOperator } from '../../core/operator'
import { useStore } from '../../core/store'
import { type TeamViewsState, teamViews } from './team-views-state'
import * as texts from './texts'
import { useViews, type View } from './views'

/** How often a store that is being opened, or is away, is asked again. */
const RETRY_MS = 3_000

const loadRequests = () => import('./team-view-requests')

/** @returns undefined where the server has no store */
export function useTeamViews(): TeamViewsState | undefined {
  const { hasTeam } = useConfig()
  const { epoch } = useAccount()
  const state = useStore(teamViews)
  useEffect(() => {
    if (!hasTeam) return
    const load = (isAgain: boolean) =>
      loadRequests().then(
        ({ loadTeamViews }) => loadTeamViews(isAgain),
        // Without its code they are not there: that is said where views are saved.
        (error: unknown) => teamViews.set((old) => ({ ...old, phase: 'away', error })),
      )
    void load(false)
    const timer = setInterval(() => void load(true), RETRY_MS)
    return () => clearInterval(timer)
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

/** Why nothing can be shared by whoever sits here. */
export function useSharingRefusal(): string | undefined {
  const role = useOperator().operator?.role
  return role && !isEnough(role, neededRole.change) ? texts.sharingRole : undefined
}
