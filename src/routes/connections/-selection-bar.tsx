/** What is selected among the connections, and what can be done with all of it. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useConfig } from '../../tools/config'
import { Failure } from '../../tools/failure'
import { requestsFor, useMatching } from '../../tools/matching'
import type { ConnectionFilters } from '../../tools/pages'
import type { Selected } from '../../tools/selection'
import { formatCount, plural } from '../../ui/format'
import { type SelectedConnection, selectable } from './-selected'
import styles from './selection.module.css'

/** Each is loaded when it is asked for. */
const RemoveMany = lazy(() => import('./-remove-many').then((module) => ({ default: module.RemoveMany })))
const SubscribeMany = lazy(() => import('./-subscribe-many').then((module) => ({ default: module.SubscribeMany })))

interface Props {
  selected: Selected<SelectedConnection>
  add: (items: readonly (readonly [string, SelectedConnection])[], isSelected: boolean) => void
  onClear: () => void
  /** The filters on screen, and how many the service counts for them. */
  filters: ConnectionFilters
  total: number | undefined
}

export function SelectionBar({ selected, add, onClear, filters, total }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { readOnly } = useConfig()
  const { state, collect, stop } = useMatching(filters, (rows) => add(rows.map(selectable), true))
  if (selected.size === 0 && state.phase !== 'reading') return null
  const isReading = state.phase === 'reading' || state.phase === 'waiting'
  const reason = readOnly ? 'This server is read only (READ_ONLY).' : undefined
  return (
    <section aria-label="Selected connections" className={styles.bar}>
      <div className="row">
        <strong role="status">{plural(selected.size, 'connection')} selected</strong>
        <Button
          size="compact-sm"
          aria-expanded={isOpen}
          disabled={reason !== undefined}
          title={reason}
          onClick={() => setOpen(!isOpen)}
        >
          Subscribe to a webhook
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          color="red"
          disabled={reason !== undefined}
          title={reason}
          onClick={() => setRemoving(true)}
        >
          Remove {plural(selected.size, 'connection')}
        </Button>
        {total !== undefined && total > selected.size && !isReading && (
          <Button size="compact-sm" variant="default" onClick={collect}>
            Select all {formatCount(total)} ({plural(requestsFor(total), 'request')})
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            stop()
            setOpen(false)
            onClear()
          }}
        >
          Clear selection
        </Button>
      </div>
      {isReading && (
        <p className="row">
          <progress value={state.count} max={state.total ?? state.count + 1} aria-label="Connections collected" />
          <span className="number">
            {formatCount(state.count)} of {state.total === undefined ? 'an unknown number' : formatCount(state.total)}
            {state.phase === 'waiting' && '; the service asks to wait'}
          </span>
          <Button size="compact-xs" variant="default" onClick={stop}>
            Stop
          </Button>
        </p>
      )}
      {state.phase === 'stopped' && <p className="quiet">Stopped: {formatCount(state.count)} were collected.</p>}
      {state.phase === 'failed' && <Failure error={state.error} onRetry={collect} />}
      {state.phase === 'done' && state.hasDrifted && (
        <p className="quiet">
          The list moved while it was read: {formatCount(state.count)} were collected of{' '}
          {state.total === undefined ? 'an unknown number' : formatCount(state.total)}. Some may be missing.
        </p>
      )}
      {isRemoving && (
        <Suspense fallback={null}>
          <RemoveMany selected={selected} onClose={() => setRemoving(false)} />
        </Suspense>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <SubscribeMany selected={selected} />
        </Suspense>
      )}
    </section>
  )
}
