/** Orders about a job: one at a time, and its state in the response is shown at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate, mutation } from '../../api/console/client'
import { jobs } from '../../api/console/jobs'
import type { JobAction, JobOrder } from '../../api/team-jobs'
import { whileAccount } from '../../core/account'
import { jobQueries, oneJob } from './job-queries'

export function useOrder({ id }: { id: number }) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error, context } = useMutation({
    ...mutation(jobs.order),
    onMutate: whileAccount,
    onSuccess(job, _input, isCurrent) {
      if (isCurrent()) client.setQueryData(oneJob(id).queryKey, job)
    },
    onSettled(_job, _error, _input, isCurrent) {
      if (isCurrent?.()) void invalidate(client, jobQueries)
    },
  })
  const order = (body: JobOrder) => {
    if (!isPending) mutate({ path: { id: String(id) }, body })
  }
  const sent = isPending ? variables.body : undefined
  return {
    isSent: (action: JobAction) => sent !== undefined && 'action' in sent && sent.action === action,
    /** Null unless the last order failed. */
    error: context?.() ? error : null,
    order,
    act: (action: JobAction) => order({ action }),
  }
}
