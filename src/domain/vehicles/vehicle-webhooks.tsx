/** The subscriptions of a vehicle in the history: the API lists none, unless an extension does. */
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { plural } from '../../ui/format'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { IdLink } from '../../ui/row-link'
import { Time } from '../../ui/time'
import { useKnownEntries } from '../subscriptions/history-queries'
import * as history from '../subscriptions/history-texts'
import { useSubscriptionList } from '../subscriptions/service-own-list'
import { UserLink, WebhookLink } from '../subscriptions/subscription-links'
import * as states from '../subscriptions/texts'
import * as texts from './vehicle-parts-texts'

const subscriptionsKnown = (count: number, most: number) =>
  count > most
    ? `Shows the newest ${most} of ${plural(count, 'subscription')} of this vehicle in the history.`
    : `${plural(count, 'subscription')} of this vehicle in the history. The API has no list.`
const all = 'View all in the history'
const subscriptionColumns = ['Webhook', 'State', 'Subscription', 'User', 'Last updated']

/** Rows that are drawn; all are in the list of subscriptions. */
const MOST = 5

interface Props {
  vehicleId: string
  /** Called once the history was read, or could not be. */
  onSettled: (vehicleId: string) => void
}

export function KnownSubscriptions({ vehicleId, onSettled }: Props) {
  const { isOn } = useSubscriptionList()
  const { entries, count, error } = useKnownEntries('vehicleId', vehicleId)
  const isSettled = count !== undefined || error !== undefined
  useEffect(() => {
    if (isSettled) onSettled(vehicleId)
  }, [isSettled, vehicleId, onSettled])
  return (
    <>
      <p className="quiet">
        {isOn ? (
          <Link to="/subscriptions" search={{ 'filter[vehicleId]': vehicleId }}>
            {texts.subscriptionsListed}
          </Link>
        ) : count === undefined ? (
          error === undefined ? (
            history.loading
          ) : (
            history.unread
          )
        ) : (
          subscriptionsKnown(count, MOST)
        )}
        {!isOn && count !== undefined && count > MOST && (
          <>
            {' '}
            <Link to="/subscriptions" search={{ 'filter[vehicleId]': vehicleId }}>
              {all}
            </Link>
          </>
        )}
      </p>
      {entries.length > 0 && (
        <PlainTable name={texts.subscriptions} headers={subscriptionColumns}>
          <tbody>
            {entries.slice(0, MOST).map((entry) => (
              <PlainRow
                key={entry.key}
                cells={[
                  <WebhookLink key="webhook" id={entry.webhookId} />,
                  states.states[entry.state],
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
    </>
  )
}
