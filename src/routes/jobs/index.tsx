/** `/jobs`: all jobs of the account. */
import { createFileRoute, useSearch } from '@tanstack/react-router'
import type { Search } from '../../api/search'
import { Jobs } from '../../domain/jobs/jobs-page'

export const Route = createFileRoute('/jobs/')({
  component: JobsPage,
})

function JobsPage() {
  const search: Search = useSearch({ strict: false })
  const navigate = Route.useNavigate()
  return <Jobs search={search} onGo={(to: Search) => void navigate({ search: to as never })} /> // the route's own names
}
