/** The value that a delivery told last, or why there is none to show; beside it, what fails now. */

import { masked } from '../../api/mask'
import { positionOf } from '../../api/position'
import { isObject } from '../../api/signal-records'
import type { TeamLastValue } from '../../api/team-deliveries'
import type { TableRow } from '../../core/table-row'
import { cut } from '../../ui/format'
import { columnsOf, hasUnit } from '../signals/signal-values'
import { Cell } from '../signals/value-cell'
import styles from './last-values.module.css'
import { kindOf, type LastValue } from './last-values-kind'
import * as texts from './last-values-texts'

const MOST_CODE = 120

interface Props {
  last: TeamLastValue
  /** False where what is private is masked: it is shown without having been asked for. */
  isRevealed: boolean
}

export function ValueCell({ last: { value, failing }, isRevealed }: Props) {
  return (
    <>
      {value && <Value value={value} isRevealed={isRevealed} />}{' '}
      {failing && (
        <span className={styles.failing}>
          <bdi translate="no">{failingText(failing)}</bdi>
        </span>
      )}
    </>
  )
}

const failingText = ({ type, code }: NonNullable<TeamLastValue['failing']>): string =>
  [type, code].flatMap((one) => (one ? cut(one, MOST_CODE) : [])).join(' · ') || texts.failing

function Value({ value, isRevealed }: { value: LastValue; isRevealed: boolean }) {
  const kind = kindOf(value)
  if (kind !== 'shown') return <span className="quiet">{texts.notShown[kind]}</span>
  return <DeliveredBody {...value} isRevealed={isRevealed} />
}

interface BodyProps {
  body?: unknown
  isPrivate: boolean
  isRevealed: boolean
}

export function DeliveredBody({ body, isPrivate, isRevealed }: BodyProps) {
  if (isPrivate && !isRevealed) return <span className="quiet">{texts.masked}</span>
  return <Body body={isRevealed ? body : masked(body)} />
}

/** A value with its unit, a position, or all of a value of any other shape. */
function Body({ body }: { body: unknown }) {
  const record: TableRow = isObject(body) ? body : { value: body }
  const position = positionOf(isObject(record.value) ? record.value : record)
  if (position) return <span className="number">{`${position.latitude}, ${position.longitude}`}</span>
  const { columns } = columnsOf([record])
  const column = columns.find(({ name }) => name === 'value') ?? (columns.length === 1 ? columns[0] : undefined)
  if (!column) return <Cell name="" value={record} kind="mixed" />
  const { name, kind } = column
  return <Cell name={name} value={record[name]} kind={kind} unit={hasUnit(name, record) ? record.unit : undefined} />
}
