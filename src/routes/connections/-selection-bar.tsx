/** What can be done with all selected connections at once. */
import { useMemo, useState } from 'react'
import type { ConnectionRow } from '../../api/connections'
import type { LeaveMany } from '../../tools/list'
import { useRefusal } from '../../tools/refusal'
import { SelectionBar } from '../../tools/selection/bar'
import type { Matching } from '../../tools/selection/matching'
import type { Selected } from '../../tools/selection/selection'
import { type ListFile, toRow } from '../../tools/service-list/list-file'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import { noun } from './-connection-texts'
import { MOST_WHOLE, type SelectedConnection, selectable } from './-selected'
import * as texts from './-texts'

/** Each is loaded when it is asked for. */
const RemoveMany = later(() => import('./-remove-many').then((module) => module.RemoveMany))
const SubscribeMany = later(() => import('./-subscribe-many').then((module) => module.SubscribeMany))

interface Props extends Pick<Matching, 'search' | 'labels' | 'sizes' | 'total'> {
  selected: Selected<SelectedConnection>
  onClear: () => void
  file: ListFile<ConnectionRow>
  leave: LeaveMany
  /** What of rows is not what the list asks for, in words. */
  contradictionsIn: (rows: readonly ConnectionRow[]) => readonly string[]
}

export function ConnectionsBar(props: Props) {
  const { selected, onClear, file, search, labels, sizes, total, leave, contradictionsIn } = props
  const [isOpen, setOpen] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const reason = useRefusal('change')
  const isWhole = useMemo(() => [...selected.values()].every(({ sent }) => sent !== undefined), [selected])
  return (
    <SelectionBar
      list="connections"
      one={noun}
      count={selected.size}
      onClear={() => {
        setOpen(false)
        onClear()
      }}
      matching={{
        search,
        labels,
        sizes,
        total,
        rows: (take) => take({ file, selectable: (sent, nth) => selectable(sent, nth < MOST_WHOLE), contradictionsIn }),
      }}
      file={{
        columns: Object.keys(file.columns),
        service: file.service,
        rows: () => [...selected.values()].flatMap(({ sent }) => sent ?? []).map(toRow(file.columns, ({ id }) => id)),
        reason: isWhole ? undefined : texts.tooMany(MOST_WHOLE),
      }}
      actions={
        <Button size="compact-sm" aria-expanded={isOpen} reason={reason} onClick={() => setOpen(!isOpen)}>
          {texts.subscribe}
        </Button>
      }
      removal={{ verb: texts.remove(selected.size), onAsk: () => setRemoving(true) }}
    >
      {isRemoving && <RemoveMany selected={selected} leave={leave} onClose={() => setRemoving(false)} />}
      {isOpen && <SubscribeMany selected={selected} />}
    </SelectionBar>
  )
}
