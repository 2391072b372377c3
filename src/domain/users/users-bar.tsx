/** What is selected among the users, and what can be done with all of them at once. */
import type { TeamUser } from '../../api/team'
import { useConfig } from '../../core/config'
import type { Selected } from '../../lists/selection/selection'
import type { Collect } from '../../lists/selection/selection-bar'
import { SelectionBar } from '../../lists/selection/selection-bar-later'
import { userColumns, userRow } from '../directory/directory-files'
import { noun } from './user-page-texts'

/** Loaded when it is asked for, with what it starts. */
const load = () => import('./user-removal').then((module) => module.userRemoval)

interface Props {
  selected: Selected<TeamUser>
  onClear: () => void
  collect: Collect | undefined
}

export function UsersBar({ selected, onClear, collect }: Props) {
  const { hosts } = useConfig()
  return (
    <SelectionBar
      list="users"
      one={noun}
      count={selected.size}
      onClear={onClear}
      collect={collect}
      file={{
        columns: userColumns,
        service: hosts.vehicle,
        rows: () => [...selected.values()].map(userRow),
      }}
      removal={(take) => take(load, selected)}
    />
  )
}
