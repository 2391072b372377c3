/** `/jobs/$jobId`: one job on the server. */
import { createFileRoute, useSearch } from '@tanstack/react-router'
import type { Search } from '../../api/search'
import { useConfig } from '../../core/config'
import { Job } from '../../domain/jobs/job-page'
import * as texts from '../../domain/jobs/jobs-texts'
import { NoStore } from '../../domain/jobs/without-jobs'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/jobs/$jobId')({
  component: JobPage,
})

function JobPage() {
  const { jobId } = Route.useParams()
  const search: Search = useSearch({ strict: false })
  const navigate = Route.useNavigate()
  const { hasTeam } = useConfig()
  const go = (to: Search) => void navigate({ search: to as never, resetScroll: false }) // the route's own names
  if (hasTeam) return <Job key={jobId} jobId={jobId} search={search} onGo={go} />
  return (
    <Page title={texts.title}>
      <NoStore />
    </Page>
  )
}
