/** `/connections/$connectionId/remove`: the question before a connection is removed; below it, the outcome of a click. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { query } from '../../api/client'
import { connections } from '../../api/connections'
import { RemovalSearch } from '../../api/removal-page'
import { isThereQuery, RemovalLines, RemovalPages } from '../../changes/removal-page'
import * as texts from '../../domain/connections/connection-page-texts'
import { ConnectionSubject } from '../../domain/connections/connection-subject'
import { load } from '../../requests/ahead'
import { Failure } from '../../requests/failure'

const oneConnection = (connectionId: string) => query(connections.read, { path: { connectionId } })
const isThere = (connectionId: string, check: string | undefined) =>
  isThereQuery(connections.read, { path: { connectionId } }, check)

export const Route = createFileRoute('/connections/$connectionId_/remove/{-$clickId}')({
  validateSearch: RemovalSearch,
  loaderDeps: ({ search }) => search,
  loader: (at) => {
    const { connectionId } = at.params
    if (!at.context.config.removal?.outcome) load(at, oneConnection(connectionId))
    else if (at.deps.check) load(at, isThere(connectionId, at.deps.check))
  },
  component: RemoveConnectionPage,
})

function RemoveConnectionPage() {
  const { connectionId } = Route.useParams()
  const { removal } = Route.useRouteContext().config
  const search = Route.useSearch()
  const check = removal?.outcome && search.check
  const read = useQuery({ ...oneConnection(connectionId), enabled: !removal?.outcome })
  const connection = read.data?.value.data ?? undefined
  const isSimulated = connection?.attributes?.vehicle?.mode === 'simulated' // any other mode counts as live
  const found = useQuery(isThere(connectionId, check))
  return (
    <RemovalPages
      removal={removal}
      noun={texts.noun}
      id={connectionId}
      trail={<Link to="/connections">{texts.list}</Link>}
      cancel={(text) => (
        <Link to="/connections/$connectionId" params={{ connectionId }}>
          {text}
        </Link>
      )}
      verb={texts.removeVerb}
      found={found}
      check={check}
      failure={
        read.error && <Failure error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      }
    >
      <p>
        <strong>{connection ? texts.confirmTitle(isSimulated) : texts.confirmUnread}</strong>
      </p>
      <RemovalLines>
        {connection ? <ConnectionSubject connection={connection} /> : read.isPending && texts.loading}
      </RemovalLines>
      <RemovalLines lines={3}>{texts.consequences(isSimulated)}</RemovalLines>
    </RemovalPages>
  )
}
