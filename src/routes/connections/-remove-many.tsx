/** The removal of the selected connections: asked, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import { connections } from '../../api/connections'
import { ConfirmMany } from '../../tools/jobs/confirm-many'
import { removeMany } from '../../tools/jobs/remove-many'
import type { LeaveMany } from '../../tools/list'
import { usePreferences } from '../../tools/preferences'
import { connectionRemoval } from '../../tools/removable/connections'
import type { Selected } from '../../tools/selection/selection'
import * as texts from './-remove-many-texts'
import type { SelectedConnection } from './-selected'

interface Props {
  selected: Selected<SelectedConnection>
  leave: LeaveMany
  onClose: () => void
}

export function RemoveMany({ selected, leave, onClose }: Props) {
  const client = useQueryClient()
  const { walkers } = usePreferences()
  const verb = texts.verb(selected.size)
  const simulated = [...selected.values()].filter(({ mode }) => mode === 'simulated').length
  const start = () => {
    onClose()
    removeMany({
      of: connectionRemoval,
      title: verb,
      page: '/connections',
      concurrency: walkers,
      items: [...selected].map(([id, { label }]) => ({ id, label, subject: connectionRemoval.subjectOf(id, label) })),
      client,
      leave,
    })
  }
  return (
    <ConfirmMany
      isRemoval
      host={connections.remove.host}
      count={selected.size}
      title={texts.title(selected.size)}
      verb={verb}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>{texts.consequences(selected.size - simulated, simulated)}</p>
      <p>{texts.course(walkers)}</p>
    </ConfirmMany>
  )
}
