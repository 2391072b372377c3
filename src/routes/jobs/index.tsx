/** `/jobs`: all jobs of the account. */
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { JobsSearch } from '../../api/job-search'
import type { Search } from '../../api/search'
import { Jobs } from '../../domain/jobs/jobs-page'

export const Route = createFileRoute('/jobs/')({
  component: JobsPage,
})

function JobsPage() {
  const search = JobsSearch(useSearch({ strict: false })) // read here: a route's reader is part of every first load
  const navigate = Route.useNavigate()
  return <Jobs search={search} onGo={(to: Search) => void navigate({ search: to as never })} /> // the route's own names
}
