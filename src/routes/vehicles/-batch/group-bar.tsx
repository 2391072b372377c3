/** What is selected in the list of vehicles, and what can be asked of all of it at once. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Selected } from '../../../tools/selection'
import { formatCount, plural } from '../../../ui/format'
import styles from './group.module.css'

/** Loaded when a batch for a group is asked for. */
const Group = lazy(() => import('./group').then((module) => ({ default: module.Group })))

interface Props {
  /** Label by vehicle id. */
  selected: Selected<string>
  onClear: () => void
  /** How many vehicles match what is looked for, on all pages. */
  matching: number
  onSelectMatching: () => void
}

export function GroupBar({ selected, onClear, matching, onSelectMatching }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (selected.size === 0) return null
  return (
    <section aria-label="Selected vehicles" className={styles.bar}>
      <div className="row">
        <strong role="status">{plural(selected.size, 'vehicle')} selected</strong>
        <Button size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Batch for these vehicles
        </Button>
        {matching > selected.size && (
          <Button size="compact-sm" variant="default" onClick={onSelectMatching}>
            Select all {formatCount(matching)} that match
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            setOpen(false)
            onClear()
          }}
        >
          Clear selection
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <Group selected={selected} />
        </Suspense>
      )}
    </section>
  )
}
