/** What is known of the views in the team's store. */
import type { TeamView } from '../../api/team-views'
import { accountStore } from '../../core/account'

export interface TeamViewsState {
  phase: 'unknown' | 'there' | 'away'
  views: readonly TeamView[]
  /** Why they are not there. */
  error?: unknown
}

export const teamViews = accountStore<TeamViewsState>({ phase: 'unknown', views: [] })
