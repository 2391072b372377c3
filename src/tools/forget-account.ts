/** Another token may be another account: nothing that was read with the one before stays, in any part of the console. */
import type { QueryClient } from '@tanstack/react-query'
import { nextAccount } from './account'
import { forgetRuns } from './batch/runs'
import { forgetCollections } from './collection'
import { closeDirectory } from './directory/directory'
import { forgetJobs } from './jobs/jobs'
import { forgetReadings } from './readings'
import { forgetRemovals } from './removal'
import { forgetSelections } from './selection/selection'
import { sessionQuery } from './session'
import { forgetListError } from './subscriptions/extension-state'
import { forgetAttempts } from './subscriptions/subscribe'
import { forgetCatalogue } from './webhooks/catalogue'

/** @param isHeard true where another tab changed the tokens */
export function forgetAccount(client: QueryClient, isHeard = false): void {
  closeDirectory(true)
  forgetReadings()
  forgetCollections()
  forgetRuns()
  forgetJobs()
  forgetRemovals()
  forgetSelections()
  forgetAttempts()
  forgetListError()
  forgetCatalogue()
  const [session] = sessionQuery.queryKey
  void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== session })
  nextAccount(isHeard)
}
