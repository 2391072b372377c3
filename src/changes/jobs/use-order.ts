/** Orders about a job: one at a time, and what the server says of the job then is shown at once. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobAction, JobOrder } from '../../api/team-jobs'
import { whileAccount } from '../../core/account'
import { JOBS_KEY, oneJob, orderJob } from './job-requests'

export function useOrder({ id }: { id: number }) {
  const client = useQueryClient()
  const [sent, setSent] = useState<JobOrder>()
  const [error, setError] = useState<unknown>()
  const order = async (wanted: JobOrder) => {
    if (sent) return
    const isCurrent = whileAccount()
    setSent(wanted)
    setError(undefined)
    try {
      const job = await orderJob(id, wanted)
      if (isCurrent()) client.setQueryData(oneJob(id).queryKey, job)
    } catch (thrown) {
      if (isCurrent()) setError(thrown)
    }
    setSent(undefined)
    if (isCurrent()) void client.invalidateQueries({ queryKey: JOBS_KEY })
  }
  return {
    isSent: (action: JobAction) => sent !== undefined && 'action' in sent && sent.action === action,
    /** Undefined unless the last order failed. */
    error,
    order,
    act: (action: JobAction) => void order({ action }),
  }
}
