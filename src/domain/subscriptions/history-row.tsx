/** One entry of the history as the cells of its row. */

import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, type RefObject, useState } from 'react'
import { CopyButton, IdText } from '../../ui/id'
import { later } from '../../ui/later'
import { type HistoryEntry, type HistoryState, stateOf } from './history-entries'
import { RemoveSubscription } from './remove-subscription'
import * as shared from './shared-texts'
import { UserLink, VehicleLink, WebhookLink } from './subscription-links'
import styles from './subscriptions.module.css'
import * as texts from './texts'
import { When } from './when'

const AddId = later(() => import('./add-subscription-id').then((module) => module.AddId))

const tones: Readonly<Partial<Record<HistoryState, string>>> = {
  present: 'good',
  accepted: 'calm',
  'id unknown': 'calm',
  'not found': 'amber',
  removed: 'none',
}

/** @param movedAt when rows were last moved under the pointer */
export function cellsOf(entry: HistoryEntry, now: number, movedAt: RefObject<number>): ReactNode[] {
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
    <When key="since" at={entry.since} by={entry.sinceBy} />,
    <When key="at" at={entry.at} by={entry.by} />,
    subscriptionId !== undefined && state === 'present' && (
      <RemoveSubscription key="remove" subscriptionId={subscriptionId} movedAt={movedAt} />
    ),
  ]
}

/** The ID may become known elsewhere. */
function UnknownId({ entry }: { entry: HistoryEntry }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.states['id unknown']}</summary>
      {isOpen && <AddId entry={entry} />}
    </details>
  )
}
