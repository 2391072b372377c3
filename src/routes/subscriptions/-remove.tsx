/** The removal of one subscription: confirmed by a read; the ledger keeps that it is gone. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { call } from '../../api/client'
import { isNotFound } from '../../api/errors'
import { keyOf } from '../../api/query'
import { subscriptions } from '../../api/subscriptions'
import { CallBehind } from '../../tools/calls/call-behind'
import type { Leave } from '../../tools/list'
import { forgetLooked } from '../../tools/recent'
import { type RemovalJob, remove } from '../../tools/removal'
import { RemoveButton } from '../../tools/remove-button'
import { deselect } from '../../tools/selection/selection'
import { note } from '../../tools/subscriptions/ledger'
import { Confirm } from '../../ui/confirm-later'
import * as texts from './-shared-texts'

/** One of many: the list is read again when all are done. */
export function silentRemovalOf(
  subscriptionId: string,
  subject = texts.subject(subscriptionId),
): RemovalJob<typeof subscriptions.remove> {
  const path = { subscriptionId }
  return {
    id: subscriptionId,
    endpoint: subscriptions.remove,
    input: { path },
    subject,
    isThere: () =>
      call(subscriptions.read, { path }).then(
        () => true,
        (error: unknown) => {
          if (isNotFound(error)) return false
          throw error
        },
      ),
    onAccepted: () => {
      note({ subscriptionId, state: 'removed' })
      forgetLooked(subscriptionId)
    },
  }
}

function removalOf(
  subscriptionId: string,
  client: QueryClient,
  leave?: Leave,
): RemovalJob<typeof subscriptions.remove> {
  const removal = silentRemovalOf(subscriptionId)
  return {
    ...removal,
    onAccepted: () => {
      removal.onAccepted()
      deselect('subscriptions', [subscriptionId])
      const go = leave?.()
      // A page that is about to be left is not read again.
      void client.invalidateQueries({ queryKey: keyOf(subscriptions.list), refetchType: go ? 'none' : 'active' })
      go?.()
    },
  }
}

interface Props {
  subscriptionId: string
  /** What the vehicle is called, where it is known. */
  title?: string
  /** True only where the service says so: any other counts as live. */
  isSimulated?: boolean
  leave?: Leave
  movedAt?: RefObject<number>
  isInRow?: boolean
}

export function RemoveSubscription(props: Props) {
  const { subscriptionId, title, isSimulated = false, leave, movedAt, isInRow = true } = props
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const send = () => {
    setAsking(false)
    void remove(removalOf(subscriptionId, client, leave))
  }
  return (
    <>
      <RemoveButton
        id={subscriptionId}
        noun={texts.noun}
        title={title ? texts.titled(title, subscriptionId) : subscriptionId}
        isInRow={isInRow}
        movedAt={movedAt}
        onRemove={() => (isSimulated ? send() : setAsking(true))}
      />
      {isAsking && (
        <Confirm title={texts.removeTitle} verb={texts.removeVerb} onConfirm={send} onCancel={() => setAsking(false)}>
          {title && (
            <p>
              <bdi>{title}</bdi>
            </p>
          )}
          <p className="mono">{subscriptionId}</p>
          <p>{texts.removeMeans}</p>
          <CallBehind endpoint={subscriptions.remove} input={{ path: { subscriptionId } }} />
        </Confirm>
      )}
    </>
  )
}
