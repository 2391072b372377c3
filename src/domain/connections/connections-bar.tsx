/** What can be done with all selected connections at once: loaded with the first that is selected. */

import { useState } from 'react'
import type { ConnectionRow } from '../../api/connections'
import type { LeaveMany } from '../../changes/define-removal'
import type { Matching } from '../../lists/selection/select-matching'
import type { Selected } from '../../lists/selection/selection'
import { SelectionBar } from '../../lists/selection/selection-bar'
import { type ListFile, MOST_WHOLE } from '../../lists/service-list/list-file'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import { noun } from './connection-page-texts'
import { type SelectedConnection, selectable } from './selected-connections'
import * as texts from './texts'

/** Each is loaded when it is asked for. */
const load = () => import('./connection-removal').then((module) => module.connectionRemoval)
const SubscribeMany = later(() => import('./subscribe-many').then((module) => module.SubscribeMany))

export interface ConnectionsBarProps extends Pick<Matching, 'search' | 'labels' | 'sizes' | 'total'> {
  selected: Selected<SelectedConnection>
  onClear: () => void
  file: ListFile<ConnectionRow>
  leave: LeaveMany
  /** What of rows is not what the list asks for, in words. */
  contradictionsIn: (rows: readonly ConnectionRow[]) => readonly string[]
}

export function ConnectionsBar(props: ConnectionsBarProps) {
  const { selected, onClear, file, search, labels, sizes, total, leave, contradictionsIn } = props
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState('') // it stays while the panel is closed and opened again
  const reason = useRefusal('change')
  return (
    <SelectionBar
      list="connections"
      one={noun}
      count={selected.size}
      onClear={onClear}
      matching={{
        search,
        labels,
        sizes,
        total,
        rows: (take) => take({ file, selectable: (sent, nth) => selectable(sent, nth < MOST_WHOLE), contradictionsIn }),
      }}
      file={(take) => take(file, selected)}
      actions={
        <Button size="compact-sm" aria-haspopup="dialog" reason={reason} onClick={() => setOpen(true)}>
          {texts.subscribe}
        </Button>
      }
      removal={(take) => take(load, selected, leave)}
    >
      {isOpen && (
        <SubscribeMany selected={selected} chosen={chosen} onChoose={setChosen} onClose={() => setOpen(false)} />
      )}
    </SelectionBar>
  )
}
