/** The beginning of a job on the server, from whatever button: sent once, noted in this tab, or refused with the reason. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BegunJob } from '../../api/team-jobs'
import { whileAccount } from '../../core/account'
import { Failure } from '../../requests/failure'
import type { Terms } from './job-plan'
import { beginJob, JOBS_KEY, type JobDraft, newKey, thingsIn } from './job-requests'
import * as texts from './job-texts'
import { startedJobs } from './started-jobs'

interface Beginning {
  draft: JobDraft
  /** What is loaded anew once it is over. */
  stale: readonly QueryKey[]
  /** Called once the server has it. */
  onBegun?: () => void
}

interface Begin {
  isBusy: boolean
  /** What other jobs are to send already: nothing was begun. */
  queued: BegunJob['queued'] | undefined
  /** What went wrong. */
  failed: ReactNode
  begin: (terms: Terms, isWithoutQueued?: boolean) => void
}

export function useStartJob({ draft, stale, onBegun }: Beginning): Begin {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'busy' | { error: unknown }>()
  const [queued, setQueued] = useState<BegunJob['queued']>()
  const isBusy = asked === 'busy'

  const begin = async (terms: Terms, isWithoutQueued: boolean) => {
    if (isBusy) return
    const isCurrent = whileAccount()
    setAsked('busy')
    try {
      const { job, queued: others } = await beginJob({
        ...draft,
        ...terms,
        key: newKey(),
        ...(isWithoutQueued && { isWithoutQueued }),
      })
      if (!isCurrent()) return
      void client.invalidateQueries({ queryKey: JOBS_KEY })
      setAsked(undefined)
      if (!job) return setQueued(others)
      const { id, operation } = job
      startedJobs.set((old) => [
        ...old.filter((one) => one.id !== id),
        { id, operation, ids: new Set(thingsIn(draft)), stale },
      ])
      onBegun?.()
    } catch (thrown) {
      if (isCurrent()) setAsked({ error: thrown })
    }
  }

  return {
    ...{ isBusy, queued },
    failed: typeof asked === 'object' && <Failure error={asked.error} what={texts.couldNotStart} />,
    begin: (terms, isWithoutQueued = false) => void begin(terms, isWithoutQueued),
  }
}
