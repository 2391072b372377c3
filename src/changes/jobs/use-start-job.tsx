/** Starts a job: sent once for each click, followed from here, or refused with the reason. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { beginJob } from '../../api/console/begin-job'
import { invalidate, mutation } from '../../api/console/client'
import type { BegunJob } from '../../api/team-jobs'
import { whileAccount } from '../../core/account'
import { Failure } from '../../requests/failure'
import { type JobDraft, newKey, thingsIn } from './job-draft'
import type { Terms } from './job-plan'
import { jobQueries } from './job-queries'
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
  const [queued, setQueued] = useState<BegunJob['queued']>()
  const { mutate, isPending, error, context } = useMutation({
    ...mutation(beginJob),
    onMutate: whileAccount,
    onSuccess({ job, queued: others }, _input, isCurrent) {
      if (!isCurrent()) return
      void invalidate(client, jobQueries)
      if (!job) return setQueued(others)
      const { id, operation } = job
      startedJobs.set((old) => [
        ...old.filter((one) => one.id !== id),
        { id, operation, ids: new Set(thingsIn(draft)), stale, onOver },
      ])
      onStarted?.(id)
    },
  })

  return {
    isBusy: isPending,
    queued,
    failed: error && context?.() && <Failure error={error} what={texts.couldNotStart} />,
    start(terms, isWithoutQueued = false) {
      if (!isPending)
        mutate({ body: { ...draft, ...terms, key: newKey(), ...(isWithoutQueued && { isWithoutQueued }) } })
    },
  }
}
