/** Which vehicles a webhook feeds: from the service's own list where it has one, else what this browser knows. */
import { Link } from '@tanstack/react-router'
import { plural } from '../../ui/format'
import { useSubscriptionList } from '../subscriptions/extension'
import { entriesOf, useLedger } from '../subscriptions/ledger'

export function SubscriptionsOf({ webhookId }: { webhookId: string }) {
  const { isOn } = useSubscriptionList()
  const known = entriesOf(useLedger(), 'webhookId', webhookId)
  return (
    <section aria-labelledby="feeds">
      <h2 id="feeds">Which vehicles it feeds</h2>
      {isOn ? (
        <p>
          <Link to="/subscriptions" search={{ 'filter[webhookId]': webhookId }} preload={false}>
            Its subscriptions, as the service lists them
          </Link>
        </p>
      ) : (
        <p>
          The interface has no list of subscriptions. This browser knows of{' '}
          <Link to="/subscriptions" preload={false}>
            {plural(known.length, 'subscription')}
          </Link>{' '}
          to it.
        </p>
      )}
    </section>
  )
}
