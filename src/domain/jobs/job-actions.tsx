/** What anybody on the team may do with a job: pause, resume, stop, retry what failed, check what is unknown. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { JobAction, JobOperation, TeamJob } from '../../api/team-jobs'
import { JOBS_KEY, oneJob, orderJob } from '../../changes/server-jobs/job-requests'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import * as texts from './jobs-texts'

/** One order at a time; what the server says of the job then is shown at once. */
function useOrder({ id }: TeamJob) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: JobAction) => orderJob(id, action),
    onSuccess: (job) => {
      client.setQueryData(oneJob(id).queryKey, job)
      void client.invalidateQueries({ queryKey: JOBS_KEY })
    },
  })
}

const offered: Readonly<Record<TeamJob['phase'], readonly ('pause' | 'resume' | 'stop')[]>> = {
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: ['resume'],
  ended: [],
}

export function JobActions({ job }: { job: TeamJob }) {
  const order = useOrder(job)
  const reason = useRefusal('change')
  return (
    <>
      {offered[job.phase].map((action) => (
        <Button
          key={action}
          variant="default"
          reason={reason}
          loading={order.isPending && order.variables === action}
          onClick={() => !order.isPending && order.mutate(action)}
        >
          {texts.orders[action]}
        </Button>
      ))}
      {order.error && <Failure error={order.error} what={texts.couldNotChange} />}
    </>
  )
}

/** Requests that one check takes: a connection is read, of a user the live and then the simulated connections. */
const checkPrices: Readonly<Record<JobOperation, number>> = {
  'DELETE /v3/connections/{connectionId}': 1,
  'DELETE /v3/users/{userId}': 2,
}

/** What is left to be done about it, where something failed or is unknown. */
export function JobRemains({ job }: { job: TeamJob }) {
  const order = useOrder(job)
  const reason = useRefusal('change')
  const { counts, operation, isChecking } = job
  const price = checkPrices[operation]
  if (counts.failed + counts.unknown === 0) return null
  const act = (action: 'retry' | 'check') => () => !order.isPending && order.mutate(action)
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
              loading={isChecking || (order.isPending && order.variables === 'check')}
              onClick={act('check')}
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
              loading={order.isPending && order.variables === 'retry'}
              onClick={act('retry')}
            >
              {texts.retry(counts.failed)}
            </Button>
          )}
        </>
      }
    >
      <p>{counts.unknown > 0 ? texts.unknownMeans(counts.unknown) : texts.failedMeans(counts.failed)}</p>
      {order.error && <Failure error={order.error} what={texts.couldNotChange} />}
    </Notice>
  )
}
