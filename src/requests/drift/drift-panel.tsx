/** In the inspector: what differed from the interface in this session, field by field, and the same as a file. */

import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { formatCount } from '../../ui/format'
import { isTypedIn } from '../../ui/keys'
import { PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import type { Call } from '../inspector/calls'
import { forgetDrift, useDrift } from './drift'
import { saveDrift } from './drift-file'
import styles from './drift-panel.module.css'
import * as texts from './drift-panel-texts'
import { type DifferenceGroups, type Group, gotText, type Line } from './group-differences'
import { findUnshown, inspectedAnswers } from './unshown-fields'

/** Lines that are drawn; the file has them all. */
const SHOWN = 200

/** @param isAsked true where it is what the inspector was opened for */
export function DriftPanel({ calls, isAsked }: { calls: readonly Call[]; isAsked: boolean }) {
  const { fold, since, lost } = useDrift()
  const [isOpen, setOpen] = useState(isAsked)
  const [further, setFurther] = useState<DifferenceGroups>()
  const summary = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAsked && !isTypedIn(document.activeElement)) summary.current?.focus()
  }, [isAsked])
  const forget = () => {
    forgetDrift()
    setFurther(undefined)
  }
  return (
    <details className={styles.lens} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary}>
        {texts.title} <span className="quiet">{texts.summary(fold.size)}</span>
      </summary>
      {isOpen && (
        <div className={styles.body}>
          <p className="quiet">{texts.intro(<Time value={since} />)}</p>
          <Lines fold={fold} name={texts.title} />
          {lost > 0 && <p>{texts.lost(lost)}</p>}
          {further && <Lines fold={further} name={texts.furtherTitle} isFurther />}
          <p className="row">
            <Search calls={calls} onFound={setFurther} />
            {(fold.size > 0 || further) && (
              <>
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => void saveDrift('JSON', fold, further, since)}
                >
                  {texts.saveJson}
                </Button>
                <Button size="compact-xs" variant="default" onClick={() => void saveDrift('CSV', fold, further, since)}>
                  {texts.saveCsv}
                </Button>
                <Button size="compact-xs" variant="default" onClick={forget}>
                  {texts.forget}
                </Button>
              </>
            )}
          </p>
        </div>
      )}
    </details>
  )
}

/** What the interface does not show is let through without a look: it is looked for in what is kept. */
function Search({ calls, onFound }: { calls: readonly Call[]; onFound: (found: DifferenceGroups) => void }) {
  const [isLooking, setLooking] = useState(false)
  const kept = inspectedAnswers(calls)
  const look = async () => {
    setLooking(true)
    onFound(await findUnshown(calls))
    setLooking(false)
  }
  if (kept === 0) return null
  return (
    <Button size="compact-xs" variant="default" loading={isLooking} onClick={() => void look()}>
      {texts.look(kept)}
    </Button>
  )
}

function Lines({ fold, name, isFurther = false }: { fold: DifferenceGroups; name: string; isFurther?: boolean }) {
  const groups = [...fold.groups.values()].sort((a, b) => a.operation.localeCompare(b.operation))
  const lines = groups.flatMap((group) =>
    [...group.lines.values()].sort((a, b) => b.places - a.places).map((line) => ({ group, line })),
  )
  if (lines.length === 0) return <p>{emptyWords(fold.answers, isFurther)}</p>
  return (
    <>
      <PlainTable name={name} headers={texts.columns}>
        <tbody>
          {lines.slice(0, SHOWN).map(({ group, line }) => (
            <Row key={`${group.operation} ${group.isError} ${line.place} ${line.expected}`} group={group} line={line} />
          ))}
        </tbody>
      </PlainTable>
      {lines.length > SHOWN && <p className="quiet">{texts.drawn(SHOWN, lines.length)}</p>}
      {groups
        .flatMap((group) => remarksOf(group))
        .map((remark) => (
          <p key={remark} className="quiet">
            {remark}
          </p>
        ))}
    </>
  )
}

function emptyWords(answers: number, isFurther: boolean): string {
  if (isFurther) return texts.noneFurther
  if (answers === 0) return texts.noAnswer
  return texts.noneDiffers(answers)
}

const nameOf = ({ operation, isError }: Group): string => (isError ? texts.errorsOf(operation) : operation)

function remarksOf(group: Group): string[] {
  const remarks: string[] = []
  if (group.beyond > 0) remarks.push(texts.beyond(nameOf(group), group.beyond, group.lines.size))
  if (group.cut > 0) remarks.push(texts.cut(nameOf(group), group.cut))
  return remarks
}

function Row({ group, line }: { group: Group; line: Line }) {
  return (
    <tr>
      <th scope="row">{nameOf(group)}</th>
      <td>
        <code translate="no">{line.place}</code>
      </td>
      <td>{line.expected}</td>
      <td>
        {gotText(line)}
        {line.example && (
          <>
            :{' '}
            <code translate="no" dir="auto">
              {line.example}
            </code>
          </>
        )}
      </td>
      <td className="number">{formatCount(line.places)}</td>
      <td className="number">{texts.ofAnswers(line.answers, group.answers)}</td>
      <td>
        <Time value={line.first} isAge />
      </td>
      <td>
        <Time value={line.last} isAge />
      </td>
    </tr>
  )
}
