/** `/subscriptions/$subscriptionId`: one subscription (interface 2.4): what it ties together, and its removal. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { query } from '../../api/client'
import { invalidate } from '../../api/console/client'
import { subscriptionHistory } from '../../api/console/subscription-history'
import { isNotFound, leavesOpen } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { isAccepted, removalKey, useRemoval } from '../../changes/removal'
import { Removals } from '../../changes/removal-notices-later'
import { lookedAt } from '../../core/recent'
import { carOf } from '../../domain/connections/connection-names'
import { RemoveSubscription } from '../../domain/subscriptions/remove-subscription'
import { type SubscriptionRow, tiedBy } from '../../domain/subscriptions/service-own-list'
import * as shared from '../../domain/subscriptions/shared-texts'
import { UserLink, VehicleLink, WebhookLink } from '../../domain/subscriptions/subscription-links'
import * as texts from '../../domain/subscriptions/subscription-page-texts'
import { readCatalogue, useCatalogue } from '../../domain/webhooks/catalogue'
import { differencesOf, usePreviousData } from '../../lists/list'
import { load } from '../../requests/ahead'
import { Failure } from '../../requests/failure'
import { Fact, Facts } from '../../ui/facts'
import { cutMiddle } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { later } from '../../ui/later'
import { Mode } from '../../ui/mode'
import { Text } from '../../ui/no-value'
import { Page } from '../../ui/page'
import { Differences, RawJson } from '../../ui/raw-json'
import { Time } from '../../ui/time'

/** Loaded beside the provider's response, and last on the page: it moves nothing when it comes. */
const KnownSubscription = later(() =>
  import('../../domain/subscriptions/known-subscriptions').then((module) => module.KnownSubscription),
)

const oneSubscription = (subscriptionId: string) => query(subscriptions.read, { path: { subscriptionId } })

export const Route = createFileRoute('/subscriptions/$subscriptionId')({
  loader: (at) => {
    // Not ahead of the page: the history notes who saw a subscription.
    if (!at.preload) load(at, oneSubscription(at.params.subscriptionId))
  },
  component: SubscriptionPage,
})

function SubscriptionPage() {
  const { subscriptionId } = Route.useParams()
  const read = useQuery(oneSubscription(subscriptionId))
  const client = useQueryClient()
  const { dataUpdatedAt, errorUpdatedAt } = read
  useEffect(() => {
    // The server has noted in the history what the read showed.
    if (dataUpdatedAt + errorUpdatedAt > 0) void invalidate(client, [subscriptionHistory.list])
  }, [client, dataUpdatedAt, errorUpdatedAt])
  const answer = usePreviousData(read.data)
  const subscription = answer?.value.data ?? undefined
  const isGone = isAccepted(useRemoval(subscriptions.remove, subscriptionId))
  const isMissing = isNotFound(read.error) && !isGone
  useEffect(() => {
    if (!subscription) return
    lookedAt('subscription', subscription.id, carOf(subscription.attributes?.vehicle))
    void readCatalogue(1) // the webhook by its name
  }, [subscription])
  const { vehicle } = subscription?.attributes ?? {}
  const name = carOf(vehicle) || cutMiddle(subscriptionId)
  return (
    <Page
      isName
      title={subscription ? texts.titleOf(name) : texts.title}
      trail={<Link to="/subscriptions">{texts.trail}</Link>}
      actions={
        (subscription || leavesOpen(read.error)) &&
        !isGone && (
          <RemoveSubscription
            subscriptionId={subscriptionId}
            title={carOf(vehicle)}
            isSimulated={vehicle?.mode === 'simulated'}
            isInRow={false}
          />
        )
      }
    >
      {/* Below a title that may become longer, it comes with the rest. */}
      {!read.isPending && (
        <p>
          <span translate="no" className="whole-id">
            {subscriptionId}
          </span>
          <CopyButton text={subscriptionId} what={shared.subscriptionId} />
        </p>
      )}
      <Removals keys={[removalKey(subscriptions.remove, subscriptionId)]} />
      {read.error && !isGone && (
        <Failure error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching}>
          {isMissing && <p>{texts.inProgress}</p>}
        </Failure>
      )}
      {read.isPending && <p role="status">{texts.reading}</p>}
      {subscription && <SubscriptionFacts subscription={subscription} />}
      {answer && <Differences differences={differencesOf(answer).places} onRetry={() => void read.refetch()} />}
      {answer && <RawJson raw={answer.raw} what={texts.rawName} />}
      {!read.isPending && <KnownSubscription subscriptionId={subscriptionId} isAlone={!subscription} />}
    </Page>
  )
}

function SubscriptionFacts({ subscription }: { subscription: SubscriptionRow }) {
  const { vehicle } = subscription.attributes ?? {}
  const { webhookId, userId, vehicleId } = tiedBy(subscription)
  const { phase } = useCatalogue()
  const isNaming = phase === 'idle' || phase === 'reading' // the webhook's name moves what is beside it
  return (
    <Facts>
      <Fact name={shared.webhook}>
        <WebhookLink id={webhookId} />
        {webhookId !== undefined && !isNaming && <CopyButton text={webhookId} what={texts.webhookId} />}
      </Fact>
      <Fact name={shared.user}>
        <UserLink id={userId} />
        {userId !== undefined && <CopyButton text={userId} what={texts.userId} />}
      </Fact>
      <Fact name={shared.vehicle}>
        <VehicleLink id={vehicleId} name={carOf(vehicle)} />
        {vehicleId !== undefined && <CopyButton text={vehicleId} what={texts.vehicleId} />}
      </Fact>
      <Fact name={shared.mode}>
        <Mode mode={vehicle?.mode} />
      </Fact>
      <Fact name={texts.powertrain}>
        <Text value={vehicle?.powertrainType} />
      </Fact>
      <Fact name={shared.created}>
        <Time value={subscription.meta?.createdAt} />
      </Fact>
      <Fact name={texts.updated}>
        <Time value={subscription.meta?.updatedAt} />
      </Fact>
    </Facts>
  )
}
