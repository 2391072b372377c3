/** How many subscriptions to a webhook the team knows of; where it can't be asked, this browser. */
import { Link } from '@tanstack/react-router'
import { useKnownEntries } from '../subscriptions/history-queries'
import * as texts from './delivery-texts'

export function TeamKnown({ webhookId }: { webhookId: string }) {
  const { count, isOfTeam } = useKnownEntries('webhookId', webhookId)
  if (!isOfTeam)
    return (
      <p>
        {texts.knownHere(
          (subscriptions) => (
            <Link to="/subscriptions">{subscriptions}</Link>
          ),
          count,
        )}
      </p>
    )
  return (
    <p>
      {texts.knownToTeam(
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
