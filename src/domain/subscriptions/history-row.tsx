/** One subscription of a history as the cells of its row. */

import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, type RefObject, useState } from 'react'
import { CopyButton, IdText } from '../../ui/id'
import { later } from '../../ui/later'
import { Time } from '../../ui/time'
import { type LedgerState, type ShownEntry, stateOf } from './ledger'
import type { Entry } from './subscription-key'
import { RemoveSubscription } from './remove-subscription'
import * as shared from './shared-texts'
import { UserLink, VehicleLink, WebhookLink } from './subscription-links'
import styles from './subscriptions.module.css'
import * as texts from './texts'

const AddId = later(() => import('./add-subscription-id').then((module) => module.AddId))

const tones: Readonly<Partial<Record<LedgerState, string>>> = {
  present: 'good',
  accepted: 'calm',
  'id unknown': 'calm',
  'not found': 'amber',
  removed: 'none',
}

/** @param times the cells of when and who, where that is more than when it was updated */
export function cellsOf(
  entry: ShownEntry,
  now: number,
  movedAt: RefObject<number>,
  times: readonly ReactNode[] = [<Time key="at" value={entry.at} isAge />],
): ReactNode[] {
  const { subscriptionId, webhookId, userId, vehicleId } = entry
  const state = stateOf(entry, now)
  return [
    subscriptionId === undefined ? (
      <UnknownId key="id" entry={entry} />
    ) : (
      <Fragment key="id">
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId }}>
          <IdText id={subscriptionId} />
        </Link>
        <CopyButton text={subscriptionId} what={shared.subscriptionId} />
      </Fragment>
    ),
    <span key="state" className={styles.state} data-tone={tones[state]} title={texts.stateMeans[state]}>
      {texts.states[state]}
    </span>,
    <WebhookLink key="webhook" id={webhookId} />,
    <UserLink key="user" id={userId} />,
    <VehicleLink key="vehicle" id={vehicleId} />,
    ...times,
    subscriptionId !== undefined && state === 'present' && (
      <RemoveSubscription key="remove" subscriptionId={subscriptionId} movedAt={movedAt} />
    ),
  ]
}

/** The id becomes known elsewhere. */
function UnknownId({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.states['id unknown']}</summary>
      {isOpen && <AddId entry={entry} />}
    </details>
  )
}
