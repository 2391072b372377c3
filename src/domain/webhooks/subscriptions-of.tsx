/** Which vehicles a webhook feeds: from the service's own list where it has one, else what this browser knows. */
import { Link } from '@tanstack/react-router'
import { entriesOf, useLedger } from '../subscriptions/ledger'
import { useSubscriptionList } from '../subscriptions/service-own-list'
import * as texts from './delivery-texts'

export function SubscriptionsOf({ webhookId }: { webhookId: string }) {
  const { isOn } = useSubscriptionList()
  const known = entriesOf(useLedger(), 'webhookId', webhookId)
  return (
    <section aria-labelledby="feeds">
      <h2 id="feeds">{texts.feeds}</h2>
      {isOn ? (
        <p>
          <Link to="/subscriptions" search={{ 'filter[webhookId]': webhookId }}>
            {texts.subscriptionsListed}
          </Link>
        </p>
      ) : (
        <p>
          {texts.knownHere(
            (subscriptions) => (
              <Link to="/subscriptions">{subscriptions}</Link>
            ),
            known.length,
          )}
        </p>
      )}
    </section>
  )
}
