/** Parts of other pages that show the history of subscriptions, in one file that is loaded later. */
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Fact, Facts } from '../../ui/facts'
import { useHistory, useKnownEntries } from './history-queries'
import * as texts from './history-texts'
import * as shared from './shared-texts'
import { UserLink, VehicleLink, WebhookLink } from './subscription-links'
import * as common from './texts'
import { When } from './when'

/** @param isAlone true if the API shows nothing of it: the part then also shows what the subscription ties together */
export function KnownSubscription({ subscriptionId, isAlone }: { subscriptionId: string; isAlone: boolean }) {
  const question = useMemo(() => ({ q: subscriptionId }), [subscriptionId])
  const { entries } = useHistory(question)
  const entry = entries?.find((one) => one.subscriptionId === subscriptionId)
  if (!entry) return null
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{texts.known}</h2>
      <Facts>
        <Fact name={texts.addedFact}>
          <When at={entry.since} by={entry.sinceBy} isAge={false} />
        </Fact>
        <Fact name={texts.stateFact}>
          {common.states[entry.state]} (<When at={entry.at} by={entry.by} isAge={false} />)
        </Fact>
        {isAlone && (
          <>
            <Fact name={shared.webhook}>
              <WebhookLink id={entry.webhookId} />
            </Fact>
            <Fact name={shared.user}>
              <UserLink id={entry.userId} />
            </Fact>
            <Fact name={shared.vehicle}>
              <VehicleLink id={entry.vehicleId} />
            </Fact>
          </>
        )}
      </Facts>
    </section>
  )
}

/** The number of subscriptions to a webhook in the history. */
export function KnownOfWebhook({ webhookId }: { webhookId: string }) {
  const { count, error } = useKnownEntries('webhookId', webhookId)
  if (count === undefined) return <p role="status">{error === undefined ? texts.loading : texts.unread}</p>
  return (
    <p>
      {texts.subscribedTo(
        (subscriptions) => (
          <Link to="/subscriptions" search={{ 'filter[webhookId]': webhookId, state: 'there' }}>
            {subscriptions}
          </Link>
        ),
        count,
      )}
    </p>
  )
}
