/** The saved views that the server has returned. */
import type { TeamView } from '../../api/team-views'
import { accountStore } from '../../core/account'

export interface ViewsState {
  phase: 'loading' | 'loaded' | 'unavailable'
  views: readonly TeamView[]
  /** Why they can't be loaded. */
  error?: unknown
}

export const viewsState = accountStore<ViewsState>({ phase: 'loading', views: [] })
