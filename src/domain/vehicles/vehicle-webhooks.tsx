/** The subscriptions of a vehicle that the team knows of, or this browser: the API lists none, unless an extension does. */
import { Link } from '@tanstack/react-router'
import { plural } from '../../ui/format'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { IdLink } from '../../ui/row-link'
import { Time } from '../../ui/time'
import { useKnownEntries } from '../subscriptions/history-queries'
import { keyOf } from '../subscriptions/subscription-key'
import { useSubscriptionList } from '../subscriptions/service-own-list'
import { UserLink, WebhookLink } from '../subscriptions/subscription-links'
import * as states from '../subscriptions/texts'
import * as texts from './vehicle-parts-texts'

const source = (isOfTeam: boolean) => (isOfTeam ? 'in the team’s history' : 'known in this browser')
const subscriptionsKnown = (count: number, most: number, isOfTeam: boolean) =>
  count > most
    ? `Shows the newest ${most} of ${plural(count, 'subscription')} of this vehicle ${source(isOfTeam)}.`
    : `${plural(count, 'subscription')} of this vehicle ${source(isOfTeam)}. The API has no list.`
const allOfTeam = 'View all in the team’s history'
const subscriptionColumns = ['Webhook', 'State', 'Subscription', 'User', 'Last updated']

/** Rows that are drawn; all are in the list of subscriptions. */
const MOST = 5

export function KnownSubscriptions({ vehicleId }: { vehicleId: string }) {
  const { isOn } = useSubscriptionList()
  const { entries, count, isOfTeam } = useKnownEntries('vehicleId', vehicleId)
  return (
    <>
      {entries.length > 0 && (
        <PlainTable name={texts.subscriptions} headers={subscriptionColumns}>
          <tbody>
            {entries.slice(0, MOST).map((entry) => (
              <PlainRow
                key={keyOf(entry)}
                cells={[
                  <WebhookLink key="webhook" id={entry.webhookId} />,
                  entry.state === 'void' ? null : states.states[entry.state],
                  entry.subscriptionId === undefined ? (
                    states.states['id unknown']
                  ) : (
                    <IdLink key="subscription" to="subscriptions" id={entry.subscriptionId} />
                  ),
                  <UserLink key="user" id={entry.userId} />,
                  <Time key="at" value={entry.at} isAge />,
                ]}
              />
            ))}
          </tbody>
        </PlainTable>
      )}
      <p className="quiet">
        {isOn ? (
          <Link to="/subscriptions" search={{ 'filter[vehicleId]': vehicleId }}>
            {texts.subscriptionsListed}
          </Link>
        ) : (
          subscriptionsKnown(count, MOST, isOfTeam)
        )}
        {isOfTeam && !isOn && count > MOST && (
          <>
            {' '}
            <Link to="/subscriptions" search={{ 'filter[vehicleId]': vehicleId }}>
              {allOfTeam}
            </Link>
          </>
        )}
      </p>
    </>
  )
}
