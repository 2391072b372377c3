/** Changes of saved views. Each response has all views, and is dropped if the account has changed meanwhile. */
import type { QueryClient } from '@tanstack/react-query'
import { type AskOptions, ask } from '../../api/console/client'
import type { ConsoleOutput } from '../../api/console/endpoint'
import { views } from '../../api/console/views'
import { ApiError, isPassing, saidBy } from '../../api/errors'
import type { NewTeamView } from '../../api/team-views'
import { accountSignal, whileAccount } from '../../core/account'
import * as texts from './texts'
import type { View } from './view'
import { savedViews } from './views'

/** @throws Error with one sentence */
async function change(
  client: QueryClient,
  send: (options: AskOptions) => Promise<ConsoleOutput<typeof views.list>>,
): Promise<void> {
  const isCurrent = whileAccount()
  try {
    const response = await send({ isForAccount: true, signal: accountSignal() })
    if (isCurrent()) client.setQueryData(savedViews.queryKey, response)
  } catch (error) {
    if (isCurrent() && isPassing(error)) void client.invalidateQueries({ queryKey: savedViews.queryKey })
    throw new Error(texts.refused(error instanceof ApiError ? saidBy(error).detail : undefined), { cause: error })
  }
}

/** @throws Error with one sentence */
export const saveView = (client: QueryClient, view: NewTeamView) =>
  change(client, (options) => ask(views.save, { body: view }, options))

/** @throws Error with one sentence */
export const removeView = (client: QueryClient, id: string) =>
  change(client, (options) => ask(views.remove, { path: { id } }, options))

/**
 * Saves the views of a file one after the other. One of the same name is replaced, and stays shared if it was.
 * @throws Error with one sentence; the views before the failed one are saved then
 */
export async function importViews(client: QueryClient, imported: readonly View[]): Promise<number> {
  const stored = client.getQueryData(savedViews.queryKey)?.views ?? []
  const shared = new Set(stored.flatMap(({ isOwn, isShared, name }) => (isOwn && isShared ? name : [])))
  const isCurrent = whileAccount()
  let count = 0
  for (const view of imported) {
    if (!isCurrent()) break
    try {
      await saveView(client, { ...view, isShared: shared.has(view.name) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(texts.partlyImported(count, imported.length, reason), { cause: error })
    }
    count += 1
  }
  return count
}
