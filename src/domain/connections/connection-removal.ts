/** What the removal of a connection means (interface 4.2). */

import { keyOf } from '../../api/client'
import { connections } from '../../api/connections'
import { canRead, defineRemoval } from '../../changes/define-removal'
import { deselect, type Selected } from '../../lists/selection/selection'
import { formatCount } from '../../ui/format'
import { directoryKeys } from '../directory/directory-key'
import type { SelectedConnection } from './selected-connections'

const noun = 'connection'
const consequences = (live: number, simulated: number) =>
  `${formatCount(live)} live and ${formatCount(simulated)} simulated. Your app loses these connections to their vehicles. You can’t undo this; only the owners can reconnect.`

const inputOf = (connectionId: string) => ({ path: { connectionId } })

export const connectionRemoval = defineRemoval({
  endpoint: connections.remove,
  inputOf,
  noun: noun,
  deselect: (ids) => deselect('connections', ids),
  isThere: (id) => canRead(connections.read, inputOf(id)),
  stale: [keyOf(connections.list), ...directoryKeys],
  many: {
    useConsequences: (selected: Selected<SelectedConnection>) => {
      const simulated = [...selected.values()].filter(({ mode }) => mode === 'simulated').length
      return consequences(selected.size - simulated, simulated)
    },
  },
})
