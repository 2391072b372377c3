/** The button that removes one subscription; a read confirms the removal. */
import type { RefObject } from 'react'
import { subscriptions } from '../../api/subscriptions'
import type { Leave } from '../../changes/define-removal'
import { loadSenderAhead } from '../../changes/removal'
import { ConfirmRemoval, RemoveButton } from '../../changes/remove-button'
import { cutMiddle } from '../../ui/format'
import * as texts from './shared-texts'

/** Loaded when it is asked for. */
const load = () => import('./subscription-removal').then((module) => module.subscriptionRemoval)
loadSenderAhead(load)

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
  return (
    <RemoveButton
      endpoint={subscriptions.remove}
      load={load}
      kind="subscriptions"
      id={subscriptionId}
      noun={texts.noun}
      title={title ? texts.titled(title, cutMiddle(subscriptionId)) : cutMiddle(subscriptionId)}
      isInRow={isInRow}
      movedAt={movedAt}
      leave={leave}
      isOneClick={() => isSimulated}
      ask={(send, cancel) => (
        <ConfirmRemoval
          title={texts.removeTitle}
          verb={texts.removeVerb}
          name={title && <bdi translate="no">{title}</bdi>}
          id={subscriptionId}
          consequences={texts.removeMeans}
          endpoint={subscriptions.remove}
          input={{ path: { subscriptionId } }}
          onConfirm={send}
          onCancel={cancel}
        />
      )}
    />
  )
}
