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
import { requestsFor } from '../service-list/list-file'
import { isRunning } from '../task'
import { type Collecting, collecting, useCollecting } from './collecting'
import { type Matching, questionOf, selectMatching } from './matching'
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
  matching?: Matching
  /** The selected as a file. */
  file: { columns: readonly string[]; service: string; rows: () => readonly Row[]; reason?: string | undefined }
  /** What an action opened. */
  children?: ReactNode
}

export function SelectionBar(props: SelectionBarProps) {
  const { list, one, count, onClear, actions, removal, matching, file, children } = props
  const [isExporting, setExporting] = useState(false)
  const state = useCollecting(list)
  const clear = () => {
    setExporting(false)
    onClear()
  }
  /** What is asked about does not grow meanwhile. */
  const ask = (open: () => void) => () => {
    collecting.stop(list)
    open()
  }
  return (
    <section aria-label={texts.bar(list)} className={styles.bar}>
      <div className="row">
        <strong role="status">{texts.selected(count, one)}</strong>
        {actions}
        {removal && <RemoveSelected {...removal} onAsk={ask(removal.onAsk)} />}
        {matching?.total !== undefined && matching.total > count && !isRunning(state) && (
          <Button size="compact-sm" variant="default" onClick={() => selectMatching(list, matching)}>
            {texts.selectAll(matching.total, requestsFor(matching.total, matching.sizes))}
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
      {matching && state && (
        <Collected
          {...state}
          isElsewhere={state.question !== questionOf(matching)}
          stop={() => collecting.stop(list)}
        />
      )}
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

interface CollectedProps extends Collecting {
  /** True where the list shows another question than it was begun with. */
  isElsewhere: boolean
  stop: () => void
}

function Collected(state: CollectedProps) {
  const { phase, count, total, hasDrifted, error, contradictions, words, isElsewhere, goOn, stop } = state
  const said = phase !== 'done' || hasDrifted
  return (
    <>
      {isElsewhere && said && <p className="quiet">{texts.startedWith(words)}</p>}
      {isRunning(state) && (
        <p className="row">
          <progress value={count} max={total ?? count + 1} aria-label={texts.collected} />
          <span className="number">{texts.read(uiTexts.countOf(formatCount(count), total), phase === 'waiting')}</span>
          <Button size="compact-xs" variant="default" onClick={stop}>
            {texts.stop}
          </Button>
        </p>
      )}
      {phase === 'stopped' &&
        (contradictions ? (
          <Notice tone="amber">{[...contradictions, texts.contradicted(count)].join(' ')}</Notice>
        ) : (
          <p className="quiet">{texts.stopped(count)}</p>
        ))}
      {phase === 'failed' && <Failure error={error} onRetry={goOn} />}
      {phase === 'done' && hasDrifted && <p className="quiet">{texts.moved(count, uiTexts.totalOf(total))}</p>}
    </>
  )
}
