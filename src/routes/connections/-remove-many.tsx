/** The removal of the selected connections: asked, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import { connections } from '../../api/connections'
import { keyOf } from '../../api/query'
import { ConfirmMany } from '../../tools/jobs/confirm-many'
import { removeMany } from '../../tools/jobs/remove-many'
import { usePreferences } from '../../tools/preferences'
import { deselect, type Selected } from '../../tools/selection/selection'
import { formatCount, plural } from '../../ui/format'
import { silentRemovalOf } from './-remove'
import type { SelectedConnection } from './-selected'

interface Props {
  selected: Selected<SelectedConnection>
  onClose: () => void
}

export function RemoveMany({ selected, onClose }: Props) {
  const client = useQueryClient()
  const { walkers } = usePreferences()
  const count = plural(selected.size, 'connection')
  const simulated = [...selected.values()].filter(({ mode }) => mode === 'simulated').length
  const start = () => {
    onClose()
    removeMany({
      title: `Remove ${count}`,
      page: '/connections',
      concurrency: walkers,
      items: [...selected].map(([id, { label }]) => ({
        label,
        removal: silentRemovalOf(id, `connection ${id} (${label})`),
      })),
      onEnd: (items) => {
        // Those that failed stay selected; the refreshed page shows what is true.
        deselect(
          'connections',
          items.flatMap(({ key, state }) => (state === 'done' ? key : [])),
        )
        void client.invalidateQueries({ queryKey: keyOf(connections.list) })
      },
    })
  }
  return (
    <ConfirmMany
      isRemoval
      host={connections.remove.host}
      count={selected.size}
      title={`Remove ${count}?`}
      verb={`Remove ${count}`}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>
        {formatCount(selected.size - simulated)} live and {formatCount(simulated)} simulated. The application loses
        access to each vehicle through them. It cannot be undone: only the owners can connect again.
      </p>
      <p>Each is sent once, {walkers} at a time; Stop sends no more, what was removed stays removed.</p>
    </ConfirmMany>
  )
}
