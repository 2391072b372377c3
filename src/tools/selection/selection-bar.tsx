/** What is selected in a list, what can be done with all of it, and how to select everything that matches. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatCount, plural } from '../../ui/format'
import { later } from '../../ui/later'
import type { Row } from '../export/writer'
import { Failure } from '../failure'
import type { useMatching } from './matching'
import type { ListName } from './selection'
import styles from './selection-bar.module.css'

/** Loaded when it is opened. */
const Export = later(() => import('../export/export').then((module) => module.Export))

export interface SelectionBarProps {
  list: ListName
  /** One of them, e.g. `connection`. */
  one: string
  count: number
  onClear: () => void
  /** What can be done with them: buttons. */
  actions?: ReactNode
  /** Everything that the list matches, where the service is asked for it. */
  matching?: ReturnType<typeof useMatching> & { total: number | undefined; price: (total: number) => number }
  /** The selected as a file. */
  file: { columns: readonly string[]; service: string; rows: () => readonly Row[]; reason?: string | undefined }
  /** What an action opened. */
  children?: ReactNode
}

export function SelectionBar({ list, one, count, onClear, actions, matching, file, children }: SelectionBarProps) {
  const [isExporting, setExporting] = useState(false)
  const { state } = matching ?? {}
  const isReading = state?.phase === 'reading' || state?.phase === 'waiting'
  const clear = () => {
    matching?.stop()
    setExporting(false)
    onClear()
  }
  return (
    <section aria-label={`Selected ${list}`} className={styles.bar}>
      <div className="row">
        <strong role="status">{plural(count, one)} selected</strong>
        {actions}
        {matching?.total !== undefined && matching.total > count && !isReading && (
          <Button size="compact-sm" variant="default" onClick={matching.collect}>
            Select all {formatCount(matching.total)} ({plural(matching.price(matching.total), 'request')})
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isExporting}
          disabled={file.reason !== undefined}
          title={file.reason}
          onClick={() => setExporting(!isExporting)}
        >
          Export selection
        </Button>
        <Button size="compact-sm" variant="default" onClick={clear}>
          Clear selection
        </Button>
      </div>
      {matching && <Collected {...matching} isReading={isReading} />}
      {isExporting && file.reason === undefined && (
        <Export
          name={list}
          columns={file.columns}
          page={file.rows()}
          part="the selection"
          total={count}
          question={`${plural(count, one)} selected by hand or by what matched`}
          service={file.service}
        />
      )}
      {children}
    </section>
  )
}

type CollectedProps = Pick<ReturnType<typeof useMatching>, 'state' | 'collect' | 'stop'> & { isReading: boolean }

function Collected({ state, collect, stop, isReading }: CollectedProps) {
  const { phase, count, total, hasDrifted, error } = state
  const of = total === undefined ? 'an unknown number' : formatCount(total)
  return (
    <>
      {isReading && (
        <p className="row">
          <progress value={count} max={total ?? count + 1} aria-label="Collected" />
          <span className="number">
            {formatCount(count)} of {of}
            {phase === 'waiting' && '; the service asks to wait'}
          </span>
          <Button size="compact-xs" variant="default" onClick={stop}>
            Stop
          </Button>
        </p>
      )}
      {phase === 'stopped' && <p className="quiet">Stopped: {formatCount(count)} were collected.</p>}
      {phase === 'failed' && <Failure error={error} onRetry={collect} />}
      {phase === 'done' && hasDrifted && (
        <p className="quiet">
          The list moved while it was read: {formatCount(count)} were collected of {of}. Some may be missing.
        </p>
      )}
    </>
  )
}
