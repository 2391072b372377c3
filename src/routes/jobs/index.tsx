/** `/jobs`: what the server removes for the team, whichever tab is open. */
import { createFileRoute, useSearch } from '@tanstack/react-router'
import type { Search } from '../../api/search'
import { useConfig } from '../../core/config'
import { Jobs } from '../../domain/jobs/jobs-page'
import * as texts from '../../domain/jobs/jobs-texts'
import { NoStore } from '../../domain/jobs/without-jobs'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/jobs/')({
  component: JobsPage,
})

function JobsPage() {
  const search: Search = useSearch({ strict: false })
  const navigate = Route.useNavigate()
  const { hasTeam } = useConfig()
  if (hasTeam) return <Jobs search={search} onGo={(to: Search) => void navigate({ search: to as never })} /> // the route's own names
  return (
    <Page title={texts.title}>
      <NoStore />
    </Page>
  )
}
