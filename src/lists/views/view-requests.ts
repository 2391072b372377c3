/** Requests for saved views. Loaded with the first use. */
import { accountHeader } from '../../api/client'
import { ApiError, isPassing, saidBy } from '../../api/errors'
import { type NewTeamView, TeamViews } from '../../api/team-views'
import { accountSignal, whileAccount } from '../../core/account'
import { askServer } from '../../requests/ask-server'
import * as texts from './texts'
import type { View } from './view'
import { viewsState } from './views-state'

/** A response this recent is not requested again by the next part that shows it. */
const FRESH_MS = 2_000

type Sending = Pick<Parameters<typeof askServer>[0], 'method' | 'body'>

/** Every response has all views. It is dropped if the account has changed meanwhile. */
async function request(path: `/${string}`, sending: Sending = {}): Promise<void> {
  const isCurrent = whileAccount()
  try {
    const { views } = await askServer({
      ...sending,
      path,
      schema: TeamViews,
      otherwise: texts.notViews,
      headers: accountHeader(),
      signal: accountSignal(),
    })
    if (isCurrent()) viewsState.set({ phase: 'loaded', views })
  } catch (error) {
    // A view that is refused says nothing of the others.
    const isUnavailable = sending.method === undefined || isPassing(error)
    if (isCurrent() && isUnavailable) viewsState.set(({ views }) => ({ phase: 'unavailable', views, error }))
    throw error
  }
}

let loading: { at: number; isPending: boolean; isCurrent: () => boolean; done: Promise<void> } | undefined

/**
 * Never rejects: the state has the error.
 * @param isRetry true to load only if the store was away
 */
export function loadViews(isRetry: boolean): Promise<void> {
  const { phase, error } = viewsState.get()
  if (isRetry && !(phase === 'unavailable' && isPassing(error))) return Promise.resolve()
  if (loading?.isCurrent() && (loading.isPending || loading.at + FRESH_MS > performance.now())) return loading.done
  const one = { at: performance.now(), isPending: true, isCurrent: whileAccount() }
  const done = request('/team/views')
    .catch(() => undefined)
    .finally(() => {
      one.isPending = false
    })
  loading = Object.assign(one, { done })
  return done
}

/** @throws Error with one sentence */
export async function saveView(view: NewTeamView): Promise<void> {
  await request('/team/views', { method: 'POST', body: view }).catch(throwSentence)
}

/** @throws Error with one sentence */
export async function removeView(id: string): Promise<void> {
  await request(`/team/views/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(throwSentence)
}

/**
 * Saves the views of a file one after the other. One of the same name is replaced, and stays shared if it was.
 * @throws Error with one sentence; the views before the failed one are saved then
 */
export async function importViews(views: readonly View[]): Promise<number> {
  const shared = new Set(viewsState.get().views.flatMap(({ isOwn, isShared, name }) => (isOwn && isShared ? name : [])))
  const isCurrent = whileAccount()
  let count = 0
  for (const view of views) {
    if (!isCurrent()) break
    try {
      await saveView({ ...view, isShared: shared.has(view.name) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(texts.partlyImported(count, views.length, reason), { cause: error })
    }
    count += 1
  }
  return count
}

function throwSentence(error: unknown): never {
  throw new Error(texts.refused(error instanceof ApiError ? saidBy(error).detail : undefined), { cause: error })
}
