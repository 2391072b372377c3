/** `/subscriptions/$subscriptionId/remove`: the question before a subscription is removed; below it, the outcome of a click. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { query } from '../../api/client'
import { RemovalSearch } from '../../api/removal-page'
import { subscriptions } from '../../api/subscriptions'
import { isThereQuery, RemovalLines, RemovalPages } from '../../changes/removal-page'
import { carOf } from '../../domain/connections/connection-names'
import * as shared from '../../domain/subscriptions/shared-texts'
import { reading, trail } from '../../domain/subscriptions/subscription-page-texts'
import { load } from '../../requests/ahead'
import { Failure } from '../../requests/failure'

const oneSubscription = (subscriptionId: string) => query(subscriptions.read, { path: { subscriptionId } })
const isThere = (subscriptionId: string, check: string | undefined) =>
  isThereQuery(subscriptions.read, { path: { subscriptionId } }, check)

export const Route = createFileRoute('/subscriptions/$subscriptionId_/remove/{-$clickId}')({
  validateSearch: RemovalSearch,
  loaderDeps: ({ search }) => search,
  loader: (at) => {
    if (at.preload) return // the history notes who saw a subscription
    const { subscriptionId } = at.params
    if (!at.context.config.removal?.outcome) load(at, oneSubscription(subscriptionId))
    else if (at.deps.check) load(at, isThere(subscriptionId, at.deps.check))
  },
  component: RemoveSubscriptionPage,
})

function RemoveSubscriptionPage() {
  const { subscriptionId } = Route.useParams()
  const { removal } = Route.useRouteContext().config
  const search = Route.useSearch()
  const check = removal?.outcome && search.check
  const read = useQuery({ ...oneSubscription(subscriptionId), enabled: !removal?.outcome })
  const car = carOf(read.data?.value.data?.attributes?.vehicle)
  const found = useQuery(isThere(subscriptionId, check))
  return (
    <RemovalPages
      removal={removal}
      noun={shared.noun}
      id={subscriptionId}
      trail={<Link to="/subscriptions">{trail}</Link>}
      cancel={(text) => (
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId }}>
          {text}
        </Link>
      )}
      verb={shared.removeVerb}
      found={found}
      check={check}
      failure={
        read.error && <Failure error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      }
    >
      <p>
        <strong>{shared.removeTitle}</strong>
      </p>
      <RemovalLines>{car ? <bdi translate="no">{car}</bdi> : read.isPending && reading}</RemovalLines>
      <p>{shared.removeMeans}</p>
    </RemovalPages>
  )
}
