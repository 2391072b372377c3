/** Follows a job that was started here until it is over: then its lists are refetched, and what succeeded is deselected. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ask } from '../../api/console/client'
import { jobs } from '../../api/console/jobs'
import { codeOf } from '../../api/errors'
import type { TeamJob } from '../../api/team-jobs'
import { whileAccount } from '../../core/account'
import { useHints } from '../../requests/use-hints'
import { oneJob } from './job-queries'
import { changeStarted, type StartedJob, startedJobs } from './started-jobs'

/** A job of a few targets is over in less than a second. */
const FEW = 50
const FEW_MS = 250
const MANY_MS = 1_000
/** Rows of one request. */
const LIMIT = 200

export function WatchStarted({ job }: { job: StartedJob }) {
  const { id, ids, isOver = false } = job
  const client = useQueryClient()
  const query = useMemo(() => oneJob(id), [id])
  const keys = useMemo(() => [query.queryKey], [query])
  useHints('jobs', keys, !isOver, ids.size > FEW ? MANY_MS : FEW_MS)
  const { data, error } = useQuery({ ...query, enabled: !isOver })
  const phase = data?.phase
  useEffect(() => {
    const isResting = phase === 'ended' || phase === 'stopped'
    if (!isOver && data && isResting) {
      changeStarted(id, { isOver: true })
      void finish(job, data, (queryKey, refetchType) => void client.invalidateQueries({ queryKey, refetchType }))
    } else if (isOver && phase === 'running') changeStarted(id, { isOver: false, isSettled: false }) // resumed, or its failed ones retried
  }, [client, id, job, data, isOver, phase])
  useEffect(() => {
    if (codeOf(error) === 'NO_JOB') startedJobs.set((old) => old.filter((one) => one.id !== id))
  }, [error, id])
  return null
}

async function finish(
  { stale, ids, onOver }: StartedJob,
  job: TeamJob,
  refetch: (queryKey: StartedJob['stale'][number], type: 'none' | 'active') => void,
): Promise<void> {
  const isCurrent = whileAccount()
  const rest = onOver ? await notDoneIn(job).catch(() => ids) : undefined
  if (!isCurrent()) return
  const goOn = rest && onOver?.([...ids].filter((id) => !rest.has(id)))
  changeStarted(job.id, { isSettled: true })
  for (const queryKey of stale) refetch(queryKey, goOn ? 'none' : 'active')
  goOn?.()
}

/** Targets of the items that are not done; items come by state, those that are done last. @throws ApiError */
async function notDoneIn({ id, counts }: TeamJob): Promise<ReadonlySet<string>> {
  const rest = new Set<string>()
  let left = counts.failed + counts.unknown + counts.asleep + counts.sending + counts.waiting
  for (let after: string | undefined; left > 0; ) {
    const { rows, next } = await ask(jobs.items, { path: { id: String(id) }, query: { limit: LIMIT, after } })
    for (const { state, target } of rows) if (state !== 'done') rest.add(target)
    left = next === null || rows.some(({ state }) => state === 'done') ? 0 : left - rows.length
    after = next ?? undefined
  }
  return rest
}
