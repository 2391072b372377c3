/** What is selected in a list, what can be done with all of it, and how to select everything that matches. */
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type { Endpoint } from '../../api/endpoint'
import type { LeaveMany, RemovalDefinition } from '../../changes/define-removal'
import type { RemoveSelectedProps } from '../../changes/remove-selected'
import { isRunning } from '../../core/task'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { useFootRoom } from '../../ui/foot-room'
import { formatCount } from '../../ui/format'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import * as uiTexts from '../../ui/texts'
import type { Row } from '../export/save-rows'
import { type ListFile, MOST_WHOLE, requestsFor, type SentRow, toRow } from '../service-list/list-file'
import { type Collecting, collecting, useCollecting } from './collecting'
import { type Matching, questionOf, selectMatching } from './select-matching'
import type { ListName, Selected } from './selection'
import styles from './selection-bar.module.css'
import * as texts from './texts'

/** Loaded when it is opened. */
const Export = later(() => import('../export/export').then((module) => module.Export))

/** How everything that a list matches is selected. */
export interface Collect {
  /** What it is called: “Select all 250 that match”. */
  name: string
  /** How many there are; infinite where that is not known. */
  total: number
  /** What is asked, by which one question is told from another. */
  question: string
  begin: () => void
}

interface SelectedFile {
  columns: readonly string[]
  service: string
  rows: () => readonly Row[]
  /** Why they cannot be taken away. */
  reason?: string | undefined
}
type TakeRows = <Row extends { id: string }>(
  file: ListFile<Row>,
  selected: Selected<{ sent: SentRow<Row> | undefined }>,
) => SelectedFile
type TakeRemoval = <E extends Endpoint, T>(
  load: () => Promise<RemovalDefinition<E, T>>,
  selected: Selected<T>,
  leave?: LeaveMany,
) => ReactNode

export interface SelectionBarProps {
  list: ListName
  /** One of them, e.g. `connection`. */
  one: string
  count: number
  onClear: () => void
  /** What can be done with them, beside what follows: buttons. */
  actions?: ReactNode
  /** Hands over what fetches the meaning of their removal, where they can be removed. */
  removal?: (take: TakeRemoval) => ReactNode
  /** Everything that the list matches, where the service is asked for it. */
  matching?: Matching
  /** The same of a list that is loaded in another way. */
  collect?: Collect | undefined
  /** The selected as a file; or hands over the list's own with the rows. */
  file: SelectedFile | ((take: TakeRows) => SelectedFile)
  /** What an action opened. */
  children?: ReactNode
}

export function SelectionBar(props: SelectionBarProps) {
  const { list, one, count, onClear, actions, removal, matching, collect, children } = props
  const file = typeof props.file === 'function' ? props.file(fileOf) : props.file
  const [isExporting, setExporting] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const state = useCollecting(list)
  const asked = matching ? questionOf(matching) : collect?.question
  const bar = useRef<HTMLElement>(null)
  const restId = useId()
  const rest = useRef<HTMLDivElement>(null)
  /** What it was opened for was chosen. */
  const choose = (act: () => void) => () => {
    rest.current?.hidePopover()
    act()
  }
  useFootRoom('--bar', bar)
  const clear = () => {
    setExporting(false)
    onClear()
  }
  const verb = texts.remove(count, one)
  const askRemoval = () => {
    collecting.stop(list) // what is asked about does not grow meanwhile
    setRemoving(true)
  }
  return (
    <section ref={bar} aria-label={texts.bar(list)} className={styles.bar}>
      <div className={styles.line}>
        <strong role="status" className={styles.count}>
          {texts.selected(count, one)}
        </strong>
        <Button size="compact-sm" variant="subtle" className={styles.clear} onClick={clear}>
          {texts.clear}
        </Button>
        <div className={styles.actions}>
          {actions}
          {removal && <RemoveButton verb={verb} onAsk={askRemoval} />}
          <button type="button" className={`plain-button ${styles.more}`} popoverTarget={restId}>
            {texts.more}
          </button>
          {/* In line where there is room for it: only a narrow view opens it. */}
          <div ref={rest} id={restId} popover="auto" className={styles.rest}>
            {matching?.total !== undefined && matching.total > count && !isRunning(state) && (
              <Button size="compact-sm" variant="default" onClick={choose(() => selectMatching(list, matching))}>
                {texts.selectAll(matching.total, requestsFor(matching.total, matching.sizes))}
              </Button>
            )}
            {collect && collect.total > count && !isRunning(state) && (
              <Button size="compact-sm" variant="default" onClick={choose(collect.begin)}>
                {collect.name}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isExporting}
              reason={file.reason}
              onClick={choose(() => setExporting(!isExporting))}
            >
              {texts.exportSelection}
            </Button>
          </div>
        </div>
      </div>
      {asked !== undefined && state && (
        <Collected {...state} isElsewhere={state.question !== asked} stop={() => collecting.stop(list)} />
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
      {isRemoving &&
        removal?.((load, selected, leave) => (
          <RemoveSelected
            load={load}
            verb={verb}
            selected={selected}
            leave={leave}
            onClose={() => setRemoving(false)}
          />
        ))}
      {children}
    </section>
  )
}

/** The selected rows of a list as they were sent, where all of them are whole. */
const fileOf: TakeRows = ({ columns, service }, selected) => ({
  columns: Object.keys(columns),
  service,
  rows: () => [...selected.values()].flatMap(({ sent }) => sent ?? []).map(toRow(columns)),
  reason: isWhole(selected) ? undefined : texts.tooMany(MOST_WHOLE),
})

/** Looked at with every change of a selection, which may be a large one: nothing of it is copied. */
function isWhole(selected: Selected<{ sent: unknown }>): boolean {
  for (const { sent } of selected.values()) if (sent === undefined) return false
  return true
}

interface RemovalProps<E extends Endpoint, T> extends RemoveSelectedProps<T> {
  load: () => Promise<RemovalDefinition<E, T>>
}

/** The question, whose code comes with it. */
function RemoveSelected<E extends Endpoint, T>({ load, ...asked }: RemovalProps<E, T>) {
  const Question = useMemo(
    () =>
      later(() =>
        Promise.all([import('../../changes/remove-selected'), load()]).then(([{ removeSelected }, of]) =>
          removeSelected(of),
        ),
      ),
    [load],
  )
  return <Question {...asked} />
}

function RemoveButton({ verb, onAsk }: { verb: string; onAsk: () => void }) {
  const reason = useRefusal('change')
  return (
    <Button size="compact-sm" variant="default" reason={reason} onClick={onAsk}>
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
