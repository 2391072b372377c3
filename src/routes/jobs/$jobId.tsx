/** `/jobs/$jobId`: one job. */
import { createFileRoute, useSearch } from '@tanstack/react-router'
import type { Search } from '../../api/search'
import { Job } from '../../domain/jobs/job-page'

export const Route = createFileRoute('/jobs/$jobId')({
  component: JobPage,
})

function JobPage() {
  const { jobId } = Route.useParams()
  const search: Search = useSearch({ strict: false })
  const navigate = Route.useNavigate()
  const go = (to: Search) => void navigate({ search: to as never, resetScroll: false }) // the route's own names
  return <Job key={jobId} jobId={jobId} search={search} onGo={go} />
}
