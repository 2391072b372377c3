/** What anybody on the team may do with a job: pause, resume, stop, retry what failed, check what is unknown. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobAction, JobOperation, TeamJob } from '../../api/team-jobs'
import { JOBS_KEY, oneJob, orderJob } from '../../changes/server-jobs/job-requests'
import { whileAccount } from '../../core/account'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import * as texts from './jobs-texts'

/** One order at a time; what the server says of the job then is shown at once. */
function useOrder({ id }: TeamJob) {
  const client = useQueryClient()
  const [sent, setSent] = useState<JobAction>()
  const [error, setError] = useState<unknown>()
  const order = async (action: JobAction) => {
    if (sent) return
    const isCurrent = whileAccount()
    setSent(action)
    setError(undefined)
    try {
      const job = await orderJob(id, action)
      if (isCurrent()) client.setQueryData(oneJob(id).queryKey, job)
    } catch (thrown) {
      if (isCurrent()) setError(thrown)
    }
    setSent(undefined)
    if (isCurrent()) void client.invalidateQueries({ queryKey: JOBS_KEY })
  }
  return { sent, failure: error !== undefined && <Failure error={error} what={texts.couldNotChange} />, order }
}

const offered: Readonly<Record<TeamJob['phase'], readonly ('pause' | 'resume' | 'stop')[]>> = {
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: ['resume'],
  ended: [],
}

export function JobActions({ job }: { job: TeamJob }) {
  const { sent, failure, order } = useOrder(job)
  const reason = useRefusal('change')
  return (
    <>
      {offered[job.phase].map((action) => (
        <Button
          key={action}
          variant="default"
          reason={reason}
          loading={sent === action}
          onClick={() => void order(action)}
        >
          {texts.orders[action]}
        </Button>
      ))}
      {failure}
    </>
  )
}

/** Requests that one check takes: a connection is read, of a user the live and then the simulated connections. */
const checkPrices: Readonly<Partial<Record<JobOperation, number>>> = {
  'DELETE /v3/connections/{connectionId}': 1,
  'DELETE /v3/users/{userId}': 2,
}

/** What is left to be done about it, where something failed or is unknown. */
export function JobRemains({ job }: { job: TeamJob }) {
  const { sent, failure, order } = useOrder(job)
  const reason = useRefusal('change')
  const { counts, operation, isChecking } = job
  const price = checkPrices[operation] ?? 1
  if (counts.failed + counts.unknown === 0) return null
  return (
    <Notice
      tone="amber"
      isSilent
      actions={
        <>
          {counts.unknown > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              reason={reason}
              loading={isChecking || sent === 'check'}
              onClick={() => void order('check')}
            >
              {texts.check(counts.unknown)}
              {texts.requests(counts.unknown * price, price > 1)}
            </Button>
          )}
          {counts.failed > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              reason={reason}
              loading={sent === 'retry'}
              onClick={() => void order('retry')}
            >
              {texts.retry(counts.failed)}
            </Button>
          )}
        </>
      }
    >
      <p>{counts.unknown > 0 ? texts.unknownMeans(counts.unknown) : texts.failedMeans(counts.failed)}</p>
      {failure}
    </Notice>
  )
}
