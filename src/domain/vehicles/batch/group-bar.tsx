/** What is selected in the list of vehicles, and what can be asked of all of it at once. */

import { useState } from 'react'
import type { TeamVehicle } from '../../../api/team'
import { useConfig } from '../../../core/config'
import type { Selected } from '../../../lists/selection/selection'
import type { Collect } from '../../../lists/selection/selection-bar'
import { SelectionBar } from '../../../lists/selection/selection-bar-later'
import { Button } from '../../../ui/button'
import { later } from '../../../ui/later'
import { vehicleColumns, vehicleRow } from '../../directory/directory-files'
import * as texts from '../list-texts'

/** Loaded when a batch for a group is asked for. */
const Group = later(() => import('./group').then((module) => module.Group))

interface Props {
  selected: Selected<TeamVehicle>
  onClear: () => void
  collect: Collect | undefined
}

export function GroupBar({ selected, onClear, collect }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { hosts } = useConfig()
  return (
    <SelectionBar
      list="vehicles"
      one={texts.one}
      count={selected.size}
      onClear={onClear}
      collect={collect}
      file={{
        columns: vehicleColumns,
        service: hosts.vehicle,
        rows: () => [...selected.values()].map(vehicleRow),
      }}
      actions={
        <Button size="compact-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {texts.batch}
        </Button>
      }
    >
      {isOpen && <Group selected={selected} onClose={() => setOpen(false)} />}
    </SelectionBar>
  )
}
