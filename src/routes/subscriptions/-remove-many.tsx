/** The removal of the selected subscriptions: asked, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../api/query'
import { subscriptions } from '../../api/subscriptions'
import { ConfirmMany } from '../../tools/jobs/confirm-many'
import { removeMany } from '../../tools/jobs/remove-many'
import type { LeaveMany } from '../../tools/list'
import { usePreferences } from '../../tools/preferences'
import { deselect, type Selected } from '../../tools/selection/selection'
import { silentRemovalOf } from './-remove'
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
      title: verb,
      page: '/subscriptions',
      concurrency: walkers,
      items: [...selected].map(([id, { label }]) => ({
        label,
        removal: silentRemovalOf(id, texts.labelled(id, label)),
      })),
      onEnd: (items) => {
        const gone = items.flatMap(({ key, state }) => (state === 'done' ? key : []))
        deselect('subscriptions', gone)
        const go = leave(gone)
        void client.invalidateQueries({ queryKey: keyOf(subscriptions.list), refetchType: go ? 'none' : 'active' })
        go?.()
      },
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
