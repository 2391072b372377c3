/** The removal of the selected users: asked with what is known of them, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import { users } from '../../api/users'
import { isWhole, useDirectory } from '../../tools/directory/directory'
import { ConfirmMany } from '../../tools/jobs/confirm-many'
import { removeMany } from '../../tools/jobs/remove-many'
import { usePreferences } from '../../tools/preferences'
import { userRemoval } from '../../tools/removable/users'
import type { Selected } from '../../tools/selection/selection'
import * as texts from './-texts'
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
      of: userRemoval,
      title: verb,
      page: '/users',
      concurrency: walkers,
      items: [...selected].map(([id, { label, live, simulated }]) => ({
        id,
        label,
        subject: userRemoval.subjectOf(id, texts.connectionsRead(live, simulated)),
      })),
      client,
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
