/** The removal of one subscription: confirmed by a read; the ledger keeps that it is gone. */
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { subscriptions } from '../../api/subscriptions'
import { CallBehind } from '../../tools/calls/call-behind'
import type { Leave } from '../../tools/list'
import { removeOne } from '../../tools/removal'
import { RemoveButton } from '../../tools/remove-button'
import { Confirm } from '../../ui/confirm-later'
import * as texts from './-shared-texts'

/** Loaded when it is asked for. */
const load = () => import('../../tools/removable/subscriptions').then((module) => module.subscriptionRemoval)

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
    void removeOne(subscriptions.remove, load, { id: subscriptionId, client, leave })
  }
  return (
    <>
      <RemoveButton
        endpoint={subscriptions.remove}
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
