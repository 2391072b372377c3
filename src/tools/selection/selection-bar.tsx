/** What is selected in a list, what can be done with all of it, and how to select everything that matches. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button'
import { formatCount } from '../../ui/format'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import * as uiTexts from '../../ui/texts'
import type { Row } from '../export/writer'
import { Failure } from '../failure'
import { useRefusal } from '../refusal'
import type { useMatching } from './matching'
import type { ListName } from './selection'
import styles from './selection-bar.module.css'
import * as texts from './texts'

/** Loaded when it is opened. */
const Export = later(() => import('../export/export').then((module) => module.Export))

export interface SelectionBarProps {
  list: ListName
  /** One of them, e.g. `connection`. */
  one: string
  count: number
  onClear: () => void
  /** What can be done with them, beside what follows: buttons. */
  actions?: ReactNode
  /** Asks before all of them are removed. */
  removal?: { verb: string; onAsk: () => void }
  /** Everything that the list matches, where the service is asked for it. */
  matching?: ReturnType<typeof useMatching> & { total: number | undefined; price: (total: number) => number }
  /** The selected as a file. */
  file: { columns: readonly string[]; service: string; rows: () => readonly Row[]; reason?: string | undefined }
  /** What an action opened. */
  children?: ReactNode
}

export function SelectionBar(props: SelectionBarProps) {
  const { list, one, count, onClear, actions, removal, matching, file, children } = props
  const [isExporting, setExporting] = useState(false)
  const { state } = matching ?? {}
  const isReading = state?.phase === 'reading' || state?.phase === 'waiting'
  const clear = () => {
    matching?.stop()
    setExporting(false)
    onClear()
  }
  return (
    <section aria-label={texts.bar(list)} className={styles.bar}>
      <div className="row">
        <strong role="status">{texts.selected(count, one)}</strong>
        {actions}
        {removal && <RemoveSelected {...removal} />}
        {matching?.total !== undefined && matching.total > count && !isReading && (
          <Button size="compact-sm" variant="default" onClick={matching.collect}>
            {texts.selectAll(matching.total, matching.price(matching.total))}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isExporting}
          reason={file.reason}
          onClick={() => setExporting(!isExporting)}
        >
          {texts.exportSelection}
        </Button>
        <Button size="compact-sm" variant="default" onClick={clear}>
          {texts.clear}
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
          question={texts.question(count, one)}
          service={file.service}
        />
      )}
      {children}
    </section>
  )
}

function RemoveSelected({ verb, onAsk }: NonNullable<SelectionBarProps['removal']>) {
  const reason = useRefusal('change')
  return (
    <Button size="compact-sm" variant="default" color="red" reason={reason} onClick={onAsk}>
      {verb}
    </Button>
  )
}

type CollectedProps = Pick<ReturnType<typeof useMatching>, 'state' | 'collect' | 'stop'> & { isReading: boolean }

function Collected({ state, collect, stop, isReading }: CollectedProps) {
  const { phase, count, total, hasDrifted, error, contradictions } = state
  return (
    <>
      {isReading && (
        <p className="row">
          <progress value={count} max={total ?? count + 1} aria-label={texts.collected} />
          <span className="number">{texts.read(uiTexts.countOf(formatCount(count), total), phase === 'waiting')}</span>
          <Button size="compact-xs" variant="default" onClick={stop}>
            {texts.stop}
          </Button>
        </p>
      )}
      {phase === 'stopped' && <p className="quiet">{texts.stopped(count)}</p>}
      {phase === 'contradicted' && (
        <Notice tone="amber">{[...(contradictions ?? []), texts.contradicted(count)].join(' ')}</Notice>
      )}
      {phase === 'failed' && <Failure error={error} onRetry={collect} />}
      {phase === 'done' && hasDrifted && <p className="quiet">{texts.moved(count, uiTexts.totalOf(total))}</p>}
    </>
  )
}
