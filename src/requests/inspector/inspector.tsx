/** The request inspector: every call of this tab, ready to be taken elsewhere; collapsed, how many there were in a bar. */

import { type PointerEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { type Host, hostNames } from '../../api/endpoint'
import { Button } from '../../ui/button'
import { useFocusBack } from '../../ui/focus-back'
import { Icon } from '../../ui/icon'
import { isTypedIn } from '../../ui/keys'
import { DriftPanel } from '../drift/drift-panel'
import { hostTitles } from '../host-status'
import { CallDetail } from './call-detail'
import { type CallFilter, type CallKind, fits, groupFailures, isBilled, noFilter } from './call-filter'
import { CallList } from './call-list'
import { forgetCalls, isFailed, useCalls } from './calls'
import styles from './inspector.module.css'
import { LEAST, MOST, setHeight, setHeightByKey, useHeight } from './inspector-height'
import * as texts from './inspector-texts'
import { Ahead } from './requests-ahead-view'

/** Rows that are drawn at a time. */
const SHOWN = 100
const BAR = '28px'

interface InspectorProps {
  /** Where given, only its calls are shown at first. */
  host?: Host | '' | undefined
  /** True where it is opened for what differs. */
  isForDrift?: boolean
  /** False where it is collapsed. */
  isOpen: boolean
  onToggle: () => void
  onClose: () => void
}

export function Inspector({ host = '', isForDrift = false, isOpen, onToggle, onClose }: InspectorProps) {
  const calls = useCalls()
  const height = useHeight()
  const [filter, setFilter] = useState<CallFilter>({ ...noFilter, host })
  const [chosen, setChosen] = useState<number>()
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useDeferredValue(filter) // what is typed comes first
  useFocusBack()
  useEffect(() => {
    // Its code may arrive late: a field that is typed in by then would be left, and so applied, in the middle of a word.
    if (isOpen && !isForDrift && !isTypedIn(document.activeElement)) heading.current?.focus()
  }, [isOpen, isForDrift])
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--inspector', isOpen ? `${height}vh` : BAR) // what stands at the foot of the view moves up
    return () => {
      style.removeProperty('--inspector')
    }
  }, [isOpen, height])
  const summary = texts.summary(calls.length, calls.filter(isFailed).length, calls.filter(isBilled).length)
  if (!isOpen)
    return (
      <aside aria-label={texts.inspector} className={styles.panel}>
        <div className={styles.bar}>
          <Toggle isOpen={false} onToggle={onToggle} words={summary} />
        </div>
      </aside>
    )
  const shown = calls.filter((call) => fits(call, wanted))
  const lines = wanted.kind === 'failed' ? groupFailures(shown, chosen) : shown.map((call) => ({ call, alike: 1 }))
  const call = calls.find(({ id }) => id === chosen)
  return (
    <aside aria-label={texts.inspector} className={styles.panel}>
      <Handle height={height} />
      <div className={styles.bar}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.requests}
        </h2>
        <Toggle isOpen onToggle={onToggle} words={summary} />
        <Button size="compact-xs" variant="default" onClick={forgetCalls}>
          {texts.clear}
        </Button>
        <Button size="compact-xs" variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
      <div className={styles.rest}>
        <FilterFields filter={filter} onFilter={setFilter} />
        <Ahead />
        <DriftPanel calls={calls} isAsked={isForDrift} />
        <div className={styles.body}>
          <CallList lines={lines.slice(0, SHOWN)} chosen={chosen} onChoose={setChosen} />
          {call ? <CallDetail key={call.id} call={call} /> : <p className="quiet">{texts.choose}</p>}
        </div>
      </div>
    </aside>
  )
}

interface ToggleProps {
  isOpen: boolean
  onToggle: () => void
  words: string
}

function Toggle({ isOpen, onToggle, words }: ToggleProps) {
  return (
    <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
      <Icon name="chevron-right" size={14} /> {words}
    </button>
  )
}

/** Dragged, or moved by the arrow keys. */
function Handle({ height }: { height: number }) {
  const drag = ({ currentTarget, pointerId, clientY }: PointerEvent) => {
    if (currentTarget.hasPointerCapture(pointerId)) setHeight((1 - clientY / innerHeight) * 100)
  }
  return (
    <hr
      tabIndex={0}
      aria-label={texts.height}
      aria-valuenow={height}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuetext={texts.heightOf(height)}
      className={styles.handle}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        if (setHeightByKey(event.key)) event.preventDefault() // the page scrolls by the same keys
      }}
    />
  )
}

const kinds: readonly CallKind[] = ['all', 'failed', 'billed']

interface FilterProps {
  filter: CallFilter
  onFilter: (filter: CallFilter) => void
}

function FilterFields({ filter, onFilter }: FilterProps) {
  const change = (name: keyof CallFilter) => (event: { currentTarget: { value: string } }) =>
    onFilter({ ...filter, [name]: event.currentTarget.value })
  return (
    <search aria-label={texts.filter} className={styles.filters}>
      <span className={styles.kinds}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={filter.kind === kind}
            onClick={() => onFilter({ ...filter, kind })}
          >
            {texts.kinds[kind]}
          </button>
        ))}
      </span>
      <select aria-label={texts.host} value={filter.host} onChange={change('host')}>
        <option value="">{texts.anyHost}</option>
        {hostNames.map((host) => (
          <option key={host} value={host}>
            {hostTitles[host]}
          </option>
        ))}
      </select>
      <select aria-label={texts.status} value={filter.status} onChange={change('status')}>
        <option value="">{texts.anyStatus}</option>
        <option value="2xx">2xx</option>
        <option value="4xx">4xx</option>
        <option value="5xx">5xx</option>
        <option value="none">{texts.noAnswer}</option>
      </select>
      <input
        translate="no"
        className="control"
        aria-label={texts.operation}
        placeholder={texts.operationExample}
        value={filter.operation}
        onChange={change('operation')}
      />
      <input
        translate="no"
        className="control"
        aria-label={texts.answer}
        placeholder={texts.answerExample}
        value={filter.body}
        onChange={change('body')}
      />
    </search>
  )
}
