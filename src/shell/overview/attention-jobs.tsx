/** Jobs that need attention: paused until an operator resumes or adopts them, or started here and not all done. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { jobList, oneJob } from '../../changes/jobs/job-queries'
import { type StartedJob, useStartedJobs } from '../../changes/jobs/started-jobs'
import { jobTitle } from '../../domain/jobs/job-state'
import { cut } from '../../ui/format'
import { Line } from './attention-line'
import * as texts from './panel-texts'

const MOST = 3
const MOST_REASON = 200

export function JobLines() {
  const { data } = useQuery(jobList({ state: 'interrupted', limit: MOST }))
  const resting = useStartedJobs().filter(({ isOver, isDismissed }) => isOver && !isDismissed)
  const rows = data?.rows ?? []
  const more = data ? data.count.value - rows.length : 0
  return (
    <>
      {resting.map((job) => (
        <RestingJob key={`resting ${job.id}`} started={job} />
      ))}
      {rows.map((job) => (
        <Line key={job.id} icon="list-checks" tone="amber" words={cut(job.reason ?? '', MOST_REASON)}>
          <Link to="/jobs/$jobId" params={{ jobId: String(job.id) }}>
            {jobTitle(job)}
          </Link>
        </Line>
      ))}
      {more > 0 && (
        <Line icon="list-checks" tone="amber" words={texts.jobsNeedSignIn}>
          <Link to="/jobs" search={{ state: 'paused' }}>
            {texts.moreJobs(more)}
          </Link>
        </Line>
      )}
    </>
  )
}

/** A job that was stopped or left something undone. */
function RestingJob({ started: { id } }: { started: StartedJob }) {
  const { data: job } = useQuery({ ...oneJob(id), enabled: false }) // the tray requests it
  if (!job) return null
  const { phase, counts } = job
  const words = [
    phase === 'stopped' && texts.jobStopped(counts.waiting),
    counts.failed > 0 && texts.jobFailed(counts.failed),
    counts.unknown > 0 && texts.jobUnknown(counts.unknown),
  ].filter(Boolean)
  if (words.length === 0) return null
  return (
    <Line icon="list-checks" tone="amber" words={words.join(' · ')}>
      <Link to="/jobs/$jobId" params={{ jobId: String(id) }}>
        {jobTitle(job)}
      </Link>
    </Line>
  )
}
