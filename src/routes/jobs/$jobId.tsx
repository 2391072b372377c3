/** `/jobs/$jobId`: one job. */
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { JobSearch } from '../../api/job-search'
import type { Search } from '../../api/search'
import { Job } from '../../domain/jobs/job-page'

export const Route = createFileRoute('/jobs/$jobId')({
  component: JobPage,
})

function JobPage() {
  const { jobId } = Route.useParams()
  const search = JobSearch(useSearch({ strict: false })) // read here: a route's reader is part of every first load
  const navigate = Route.useNavigate()
  const go = (to: Search) => void navigate({ search: to as never, resetScroll: false }) // the route's own names
  return <Job key={jobId} jobId={jobId} search={search} onGo={go} />
}
