/** Starts a job: sent once for each click, followed from here, or refused with the reason. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BegunJob } from '../../api/team-jobs'
import { whileAccount } from '../../core/account'
import { Failure } from '../../requests/failure'
import type { Terms } from './job-plan'
import { beginJob, JOBS_KEY, type JobDraft, newKey, thingsIn } from './job-requests'
import * as texts from './job-texts'
import { type StartedJob, startedJobs } from './started-jobs'

interface Options extends Pick<StartedJob, 'onOver'> {
  draft: JobDraft
  /** Queries that are refetched once it is over. */
  stale: readonly QueryKey[]
  /** Called once the server has it. */
  onStarted?: (id: number) => void
}

interface Start {
  isBusy: boolean
  /** Targets that other jobs are to send already: nothing was started. */
  queued: BegunJob['queued'] | undefined
  /** What went wrong. */
  failed: ReactNode
  start: (terms: Terms, isWithoutQueued?: boolean) => void
}

export function useStartJob({ draft, stale, onStarted, onOver }: Options): Start {
  const client = useQueryClient()
  const [request, setRequest] = useState<'busy' | { error: unknown }>()
  const [queued, setQueued] = useState<BegunJob['queued']>()
  const isBusy = request === 'busy'

  const start = async (terms: Terms, isWithoutQueued: boolean) => {
    if (isBusy) return
    const isCurrent = whileAccount()
    setRequest('busy')
    try {
      const { job, queued: others } = await beginJob({
        ...draft,
        ...terms,
        key: newKey(),
        ...(isWithoutQueued && { isWithoutQueued }),
      })
      if (!isCurrent()) return
      void client.invalidateQueries({ queryKey: JOBS_KEY })
      setRequest(undefined)
      if (!job) return setQueued(others)
      const { id, operation } = job
      startedJobs.set((old) => [
        ...old.filter((one) => one.id !== id),
        { id, operation, ids: new Set(thingsIn(draft)), stale, onOver },
      ])
      onStarted?.(id)
    } catch (thrown) {
      if (isCurrent()) setRequest({ error: thrown })
    }
  }

  return {
    ...{ isBusy, queued },
    failed: typeof request === 'object' && <Failure error={request.error} what={texts.couldNotStart} />,
    start: (terms, isWithoutQueued = false) => void start(terms, isWithoutQueued),
  }
}
