/** In the inspector: what differed from the interface in this session, field by field, and the same as a file. */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatCount, plural } from '../../ui/format'
import { PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import type { Call } from '../calls/calls'
import { forgetDrift, useDrift } from './drift'
import { saveDrift } from './file'
import { type Fold, type Group, gotText, type Line } from './fold'
import styles from './lens.module.css'
import { findUnshown, keptAnswers } from './unshown'

/** Lines that are drawn; the file has them all. */
const SHOWN = 200

/** @param isAsked true where it is what the inspector was opened for */
export function DriftLens({ calls, isAsked }: { calls: readonly Call[]; isAsked: boolean }) {
  const { fold, since, lost } = useDrift()
  const [isOpen, setOpen] = useState(isAsked)
  const [further, setFurther] = useState<Fold>()
  const summary = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAsked) summary.current?.focus()
  }, [isAsked])
  const forget = () => {
    forgetDrift()
    setFurther(undefined)
  }
  return (
    <details className={styles.lens} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary}>
        Differences from the interface{' '}
        <span className="quiet">{fold.size === 0 ? 'none' : plural(fold.size, 'field')}</span>
      </summary>
      {isOpen && (
        <div className={styles.body}>
          <p className="quiet">
            In the answers of this tab since <Time value={since} />, whatever the list below keeps. Examples are cut
            short, and what is masked elsewhere is masked here.
          </p>
          <Lines fold={fold} name="Differences from the interface" />
          {lost > 0 && <p>{plural(lost, 'answer')} could not be looked into: the code for it could not be fetched.</p>}
          {further && <Lines fold={further} name="Fields that the interface does not show" isFurther />}
          <p className="row">
            <Search calls={calls} onFound={setFurther} />
            {(fold.size > 0 || further) && (
              <>
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => void saveDrift('JSON', fold, further, since)}
                >
                  Save differences as JSON
                </Button>
                <Button size="compact-xs" variant="default" onClick={() => void saveDrift('CSV', fold, further, since)}>
                  Save differences as CSV
                </Button>
                <Button size="compact-xs" variant="default" onClick={forget}>
                  Forget differences
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
function Search({ calls, onFound }: { calls: readonly Call[]; onFound: (found: Fold) => void }) {
  const [isLooking, setLooking] = useState(false)
  const kept = keptAnswers(calls)
  const look = async () => {
    setLooking(true)
    onFound(await findUnshown(calls))
    setLooking(false)
  }
  if (kept === 0) return null
  return (
    <Button size="compact-xs" variant="default" loading={isLooking} onClick={() => void look()}>
      Look for further fields in {plural(kept, 'kept answer')}
    </Button>
  )
}

function Lines({ fold, name, isFurther = false }: { fold: Fold; name: string; isFurther?: boolean }) {
  const groups = [...fold.groups.values()].sort((a, b) => a.operation.localeCompare(b.operation))
  const lines = groups.flatMap((group) =>
    [...group.lines.values()].sort((a, b) => b.places - a.places).map((line) => ({ group, line })),
  )
  if (lines.length === 0) return <p>{emptyWords(fold.answers, isFurther)}</p>
  return (
    <>
      <PlainTable
        name={name}
        headers={[
          'Operation',
          'Field',
          'The interface shows',
          'What came',
          'Places',
          'Answers',
          'First seen',
          'Last seen',
        ]}
      >
        <tbody>
          {lines.slice(0, SHOWN).map(({ group, line }) => (
            <Row key={`${group.operation} ${group.isError} ${line.place} ${line.expected}`} group={group} line={line} />
          ))}
        </tbody>
      </PlainTable>
      {lines.length > SHOWN && (
        <p className="quiet">
          {formatCount(SHOWN)} of {formatCount(lines.length)} fields are drawn; the file has them all.
        </p>
      )}
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
  if (isFurther) return 'The kept answers hold no field that the interface does not show.'
  if (answers === 0) return 'No answer has come yet.'
  return `Nothing differed: ${plural(answers, 'answer is', 'answers are')} as the interface shows them.`
}

const nameOf = ({ operation, isError }: Group): string => (isError ? `${operation}, errors` : operation)

function remarksOf(group: Group): string[] {
  const remarks: string[] = []
  if (group.beyond > 0)
    remarks.push(
      `${nameOf(group)}: ${plural(group.beyond, 'place', 'places')} in fields beyond the first ${group.lines.size} are counted, not listed.`,
    )
  if (group.cut > 0)
    remarks.push(
      `${nameOf(group)}: ${plural(group.cut, 'answer', 'answers')} differed in so many places that not all were counted.`,
    )
  return remarks
}

function Row({ group, line }: { group: Group; line: Line }) {
  return (
    <tr>
      <th scope="row">{nameOf(group)}</th>
      <td>
        <code>{line.place}</code>
      </td>
      <td>{line.expected}</td>
      <td>
        {gotText(line)}
        {line.example && (
          <>
            : <code dir="auto">{line.example}</code>
          </>
        )}
      </td>
      <td className="number">{formatCount(line.places)}</td>
      <td className="number">
        {formatCount(line.answers)} of {formatCount(group.answers)}
      </td>
      <td>
        <Time value={line.first} />
      </td>
      <td>
        <Time value={line.last} />
      </td>
    </tr>
  )
}
