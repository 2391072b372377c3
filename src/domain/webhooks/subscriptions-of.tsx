/** The subscriptions to a webhook: in the provider's own list if it has one, else in the history. */
import { Link } from '@tanstack/react-router'
import { later } from '../../ui/later'
import { useSubscriptionList } from '../subscriptions/service-own-list'
import * as texts from './delivery-texts'

const KnownOfWebhook = later(() =>
  import('../subscriptions/known-subscriptions').then((module) => module.KnownOfWebhook),
)

export function SubscriptionsOf({ webhookId }: { webhookId: string }) {
  const { isOn } = useSubscriptionList()
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
        <KnownOfWebhook webhookId={webhookId} />
      )}
    </section>
  )
}
