/** The saved views that an operator sees: their own and those that others share, or one list without sign-in. */
import { useEffect } from 'react'
import { codeOf } from '../../api/errors'
import { isEnough, neededRole } from '../../api/roles'
import { useAccount } from '../../core/account'
import { useOperator } from '../../core/operator'
import { useStore } from '../../core/store'
import * as texts from './texts'
import type { View } from './view'
import { type ViewsState, viewsState } from './views-state'

/** How often a store that is being opened, or is away, is requested again. */
const RETRY_MS = 3_000

export function useViews(): ViewsState {
  const { epoch } = useAccount()
  useEffect(() => {
    const load = (isRetry: boolean) =>
      import('./view-requests').then(
        ({ loadViews }) => loadViews(isRetry),
        (error: unknown) => viewsState.set((old) => ({ ...old, phase: 'unavailable', error })),
      )
    void load(false)
    const timer = setInterval(() => void load(true), RETRY_MS)
    return () => clearInterval(timer)
  }, [epoch])
  return useStore(viewsState)
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
