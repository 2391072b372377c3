/** Notices of the jobs that were started here, with a link to each; their rows are marked until it is over, then refetched. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { oneJob, useJobHints } from './job-requests'
import * as texts from './job-texts'
import { type StartedJob, startedJobs, useStartedJobs } from './started-jobs'
import { StartedWords } from './started-words'

/** At once; the list of jobs has all. */
const MOST = 2

export function StartedNotices() {
  return useStartedJobs()
    .filter(({ isDismissed }) => !isDismissed)
    .slice(-MOST)
    .map((job) => <StartedNotice key={job.id} job={job} />)
}

export function WatchStarted() {
  return useStartedJobs().map((job) => <Watch key={job.id} job={job} />)
}

/** Looks how far it is, until it is over: what was removed is then gone from lists, and what was not can be selected again. */
function Watch({ job: { id, stale, isOver } }: { job: StartedJob }) {
  const client = useQueryClient()
  useJobHints(!isOver)
  const { data } = useQuery({ ...oneJob(id), enabled: !isOver })
  const phase = data?.phase
  useEffect(() => {
    if (isOver || (phase !== 'ended' && phase !== 'stopped')) return
    note(id, { isOver: true })
    for (const queryKey of stale) void client.invalidateQueries({ queryKey })
  }, [client, id, stale, isOver, phase])
  return null
}

const note = (id: number, known: Partial<StartedJob>) =>
  startedJobs.set((old) => old.map((one) => (one.id === id ? { ...one, ...known } : one)))

function StartedNotice({ job: { id } }: { job: StartedJob }) {
  const { data } = useQuery({ ...oneJob(id), enabled: false })
  const isEnded = data?.phase === 'ended'
  const hasFailed = data !== undefined && data.counts.failed + data.counts.unknown > 0
  return (
    <Notice
      tone={data?.phase === 'stopped' || (isEnded && hasFailed) ? 'amber' : isEnded ? 'good' : 'calm'}
      actions={
        <Button size="compact-sm" variant="default" onClick={() => note(id, { isDismissed: true })}>
          {texts.dismiss(id)}
        </Button>
      }
    >
      <StartedWords id={id} />
    </Notice>
  )
}
