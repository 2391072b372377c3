/** What was sent for one place of a car: its name, words for what is open and locked, and the rest as it is. */
import { fieldName } from '../field-name'
import { type Seat, seatName } from '../signal-values'
import { Cell } from '../value-cell'
import * as texts from './drawing-texts'
import styles from './drawings.module.css'

/** More fields are only in the table of values. */
const MOST_FIELDS = 6

/** @param columns how many places stand beside each other */
export function Place({ seat, columns }: { seat: Seat; columns: number }) {
  const { row: _row, column: _column, isOpen, isLocked, ...others } = seat.record
  const words = [
    isOpen === true ? texts.open : isOpen === false ? texts.closed : isOpen === null ? texts.openUnknown : undefined,
    isLocked === true
      ? texts.locked
      : isLocked === false
        ? texts.unlocked
        : isLocked === null
          ? texts.lockUnknown
          : undefined,
  ].filter(Boolean)
  return (
    <>
      <strong>{seatName(seat, columns)}</strong>
      {words.length > 0 && (
        <span data-open={isOpen === true || isLocked === false || undefined} className={styles.state}>
          {words.join(', ')}
        </span>
      )}
      {Object.entries(others)
        .filter(([name]) => name !== 'unit')
        .slice(0, MOST_FIELDS)
        .map(([name, value]) => (
          <span key={name}>
            <span className="quiet">{fieldName(name)}</span>{' '}
            <Cell name={name} value={value} kind={typeof value === 'number' ? 'number' : 'mixed'} unit={others.unit} />
          </span>
        ))}
    </>
  )
}
