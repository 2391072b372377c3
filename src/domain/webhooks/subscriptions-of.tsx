/** Which vehicles a webhook feeds: from the service's own list where it has one, else what the team or this browser knows. */
import { Link } from '@tanstack/react-router'
import { useConfig } from '../../core/config'
import { later } from '../../ui/later'
import { entriesOf, useLedger } from '../subscriptions/ledger'
import { useSubscriptionList } from '../subscriptions/service-own-list'
import * as texts from './delivery-texts'

const TeamKnown = later(() => import('../subscriptions/known-subscriptions').then((module) => module.KnownOfWebhook))

export function SubscriptionsOf({ webhookId }: { webhookId: string }) {
  const { isOn } = useSubscriptionList()
  const { hasTeam } = useConfig()
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
      ) : hasTeam ? (
        <TeamKnown webhookId={webhookId} texts={texts} />
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
