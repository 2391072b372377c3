/** On the page of a connection or a user: the jobs that are to remove it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../api/console/client'
import { jobs } from '../../api/console/jobs'
import { IDLE_MS } from '../../changes/jobs/job-queries'
import { jobLink, queuedFor as words } from '../../changes/jobs/job-texts'
import { cut } from '../../ui/format'

/** At once; the list of jobs has all. */
const MOST = 3
const MOST_NAME = 80

export function QueuedNote({ of }: { of: { connection: string } | { user: string } }) {
  const { data } = useQuery({ ...query(jobs.queued, { query: of }), staleTime: IDLE_MS })
  return data?.jobs.slice(0, MOST).map(({ id, begunBy }) => (
    <span key={id} className="quiet">
      {words(
        <Link to="/jobs/$jobId" params={{ jobId: String(id) }}>
          {jobLink(id)}
        </Link>,
        begunBy && <bdi translate="no">{cut(begunBy, MOST_NAME)}</bdi>,
      )}{' '}
    </span>
  ))
}
