/** What is selected in the list of vehicles, and what can be asked of all of it at once. */

import { useState } from 'react'
import { useConfig } from '../../../core/config'
import type { Selected } from '../../../lists/selection/selection'
import type { Collect } from '../../../lists/selection/selection-bar'
import { SelectionBar } from '../../../lists/selection/selection-bar-later'
import { Button } from '../../../ui/button'
import { later } from '../../../ui/later'
import { columnsFor, vehicleColumns, vehicleRow } from '../../directory/directory-files'
import type { VehicleSource } from '../../directory/summaries'
import * as texts from '../list-texts'

/** Loaded when a batch for a group is asked for. */
const Group = later(() => import('./group').then((module) => module.Group))

export interface SelectedVehicle {
  /** What a job calls it. */
  label: string
  entry: VehicleSource
}

interface Props {
  selected: Selected<SelectedVehicle>
  onClear: () => void
  /** How many vehicles match what is looked for, on all pages. */
  matching: number
  onSelectMatching: () => void
  /** The same, where they are in the team's directory. */
  collect: Collect | undefined
}

export function GroupBar({ selected, onClear, matching, onSelectMatching, collect }: Props) {
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
        columns: columnsFor(vehicleColumns, selected),
        service: hosts.vehicle,
        rows: () => [...selected.values()].map(({ entry }) => vehicleRow(entry)),
      }}
      actions={
        <>
          <Button size="compact-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {texts.batch}
          </Button>
          {matching > selected.size && (
            <Button size="compact-sm" variant="default" onClick={onSelectMatching}>
              {texts.selectMatching(matching)}
            </Button>
          )}
        </>
      }
    >
      {isOpen && <Group selected={selected} onClose={() => setOpen(false)} />}
    </SelectionBar>
  )
}
