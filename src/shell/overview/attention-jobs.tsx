/** Jobs on the server that need attention: paused because of a sign-in, until an operator resumes or adopts them. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { jobList } from '../../changes/jobs/job-requests'
import { jobTitle } from '../../domain/jobs/job-state'
import { cut } from '../../ui/format'
import { Line } from './attention-line'
import * as texts from './panel-texts'

const MOST = 3
const MOST_REASON = 200

export function JobLines() {
  const { data } = useQuery(jobList({ state: 'interrupted', limit: MOST }))
  if (!data) return null
  const more = data.count.value - data.rows.length
  return (
    <>
      {data.rows.map((job) => (
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
