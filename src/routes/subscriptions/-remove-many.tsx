/** The removal of the selected subscriptions: asked, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import { subscriptions } from '../../api/subscriptions'
import { ConfirmMany } from '../../tools/jobs/confirm-many'
import { removeMany } from '../../tools/jobs/remove-many'
import type { LeaveMany } from '../../tools/list'
import { usePreferences } from '../../tools/preferences'
import { subscriptionRemoval } from '../../tools/removable/subscriptions'
import type { Selected } from '../../tools/selection/selection'
import type { SelectedSubscription } from './-subscriptions-bar'
import * as texts from './-texts'

interface Props {
  selected: Selected<SelectedSubscription>
  leave: LeaveMany
  onClose: () => void
}

export function RemoveMany({ selected, leave, onClose }: Props) {
  const { walkers } = usePreferences()
  const client = useQueryClient()
  const verb = texts.remove(selected.size)
  const simulated = [...selected.values()].filter(({ isSimulated }) => isSimulated).length
  const start = () => {
    onClose()
    removeMany({
      of: subscriptionRemoval,
      title: verb,
      page: '/subscriptions',
      concurrency: walkers,
      items: [...selected].map(([id, { label }]) => ({ id, label, subject: subscriptionRemoval.subjectOf(id, label) })),
      client,
      leave,
    })
  }
  return (
    <ConfirmMany
      isRemoval
      host={subscriptions.remove.host}
      count={selected.size}
      title={texts.removeTitle(selected.size)}
      verb={verb}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>{texts.removeMeans(selected.size - simulated, simulated)}</p>
      <p>{texts.removePace(walkers)}</p>
    </ConfirmMany>
  )
}
