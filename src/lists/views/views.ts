/** The saved views that an operator sees: their own and those that others share, or one list without sign-in. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { query } from '../../api/console/client'
import { views } from '../../api/console/views'
import { codeOf, isPassing } from '../../api/errors'
import { isEnough, neededRole } from '../../api/roles'
import type { TeamView } from '../../api/team-views'
import { useOperator } from '../../core/operator'
import * as texts from './texts'
import type { View } from './view'

/** How often a store that is being opened, or is away, is requested again. */
const RETRY_MS = 3_000

export const savedViews = queryOptions({
  ...query(views.list, {}),
  retry: false,
  refetchInterval: ({ state: { error } }) => (isPassing(error) ? RETRY_MS : false),
})

interface ViewsState {
  phase: 'loading' | 'loaded' | 'unavailable'
  views: readonly TeamView[]
  /** Why they can't be loaded. */
  error: unknown
}

export function useViews(): ViewsState {
  const { data, error } = useQuery(savedViews)
  return { phase: error ? 'unavailable' : data ? 'loaded' : 'loading', views: data?.views ?? [], error }
}

/** @returns why no view can be shown or saved; undefined once they are loaded */
export function getRefusal({ phase, error }: ViewsState): string | undefined {
  if (phase === 'loaded') return undefined
  if (phase === 'loading') return texts.loading
  return codeOf(error) === 'NO_TOKEN' ? texts.noToken : texts.unavailable
}

export interface ListedView extends View {
  key: string
  /** Who shared it, of others' views. */
  by: string | undefined
}

/** All of them, by name. */
export function useListedViews(): readonly ListedView[] {
  return useViews()
    .views.map(({ id, name, address, isOwn, owner }) => ({
      key: id,
      name,
      address,
      by: isOwn ? undefined : texts.sharedBy(owner),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** @returns why this operator can't share a view */
export function useSharingRefusal(): string | undefined {
  const role = useOperator().operator?.role
  return role && !isEnough(role, neededRole.change) ? texts.sharingRole : undefined
}
