/** The removal of the selected users: asked with what is known of them, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import { users } from '../../api/users'
import { isWhole, useDirectory } from '../../tools/directory/directory'
import { ConfirmMany } from '../../tools/jobs/confirm-many'
import { removeMany } from '../../tools/jobs/remove-many'
import { usePreferences } from '../../tools/preferences'
import { deselect, type Selected } from '../../tools/selection/selection'
import { removalOf } from './-remove'
import * as texts from './-texts'
import { subject } from './-user-texts'
import type { SelectedUser } from './-users-bar'

interface Props {
  selected: Selected<SelectedUser>
  onClose: () => void
}

export function RemoveMany({ selected, onClose }: Props) {
  const { walkers } = usePreferences()
  const client = useQueryClient()
  const whole = isWhole(useDirectory())
  const verb = texts.removeVerb(selected.size)
  const sum = (name: 'live' | 'simulated') => [...selected.values()].reduce((total, user) => total + user[name], 0)
  const start = () => {
    onClose()
    removeMany({
      title: verb,
      page: '/users',
      concurrency: walkers,
      checkPrice: 2, // their connections in both modes
      items: [...selected].map(([id, { label, live, simulated }]) => ({
        label,
        removal: removalOf(id, subject(id, texts.connectionsRead(live, simulated)), client),
      })),
      onEnd: (items) =>
        deselect(
          'users',
          items.flatMap(({ key, state }) => (state === 'done' ? key : [])),
        ),
    })
  }
  return (
    <ConfirmMany
      isRemoval
      host={users.remove.host}
      count={selected.size}
      title={texts.confirmTitle(selected.size)}
      verb={verb}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>{texts.consequences(sum('live'), sum('simulated'), whole)}</p>
      <p>{texts.course(walkers)}</p>
    </ConfirmMany>
  )
}
