/** The columns of the service's own list of subscriptions, where it has one. */

import type { RefObject } from 'react'
import { subscriptions } from '../../api/subscriptions'
import type { Leave } from '../../changes/define-removal'
import { isAccepted, isNotYetGone, useRemoval } from '../../changes/removal'
import type { Column } from '../../ui/data-table'
import { Mode } from '../../ui/mode'
import { IdLink, RowCopy } from '../../ui/row-link'
import { Time } from '../../ui/time'
import { carOf } from '../connections/connection-names'
import { RemoveSubscription } from './remove-subscription'
import { type SubscriptionRow, tiedBy } from './service-own-list'
import * as shared from './shared-texts'
import { UserLink, VehicleLink, WebhookLink } from './subscription-links'
import * as texts from './texts'

export interface ListRow {
  subscription: SubscriptionRow
  movedAt: RefObject<number>
  leave: Leave
}

export const columns: readonly Column<ListRow>[] = [
  {
    id: 'subscription',
    width: 172,
    header: texts.subscriptionColumn,
    cell: ({ subscription: { id } }) => (
      <>
        <IdLink to="subscriptions" id={id} />
        <RowCopy text={id} what={shared.subscriptionId} />
      </>
    ),
  },
  {
    id: 'vehicle',
    header: shared.vehicle,
    kind: 'text',
    cell: ({ subscription }) => (
      <VehicleLink id={tiedBy(subscription).vehicleId} name={carOf(subscription.attributes?.vehicle)} />
    ),
  },
  {
    id: 'mode',
    width: 120,
    header: shared.mode,
    cell: ({ subscription }) => <Mode mode={subscription.attributes?.vehicle?.mode} />,
  },
  {
    id: 'user',
    width: 170,
    header: shared.user,
    isWide: true,
    cell: ({ subscription }) => <UserLink id={tiedBy(subscription).userId} />,
  },
  {
    id: 'webhook',
    header: shared.webhook,
    kind: 'text',
    cell: ({ subscription }) => <WebhookLink id={tiedBy(subscription).webhookId} />,
  },
  {
    id: 'created',
    width: 100,
    header: shared.created,
    cell: ({ subscription }) => <Time value={subscription.meta?.createdAt} isAge />,
  },
  { id: 'actions', width: 110, header: texts.actionsColumn, kind: 'action', cell: (row) => <Actions {...row} /> },
]

function Actions({ subscription, movedAt, leave }: ListRow) {
  const removal = useRemoval(subscriptions.remove, subscription.id)
  if (isAccepted(removal))
    return <span className="quiet">{isNotYetGone(removal) ? texts.notYetGone : texts.removed}</span>
  const { vehicle } = subscription.attributes ?? {}
  return (
    <RemoveSubscription
      subscriptionId={subscription.id}
      title={carOf(vehicle)}
      isSimulated={vehicle?.mode === 'simulated'}
      movedAt={movedAt}
      leave={leave}
    />
  )
}
