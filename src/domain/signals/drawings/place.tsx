/** What was sent for one place of a car: its name, words for what is open and locked, and the rest as it is. */
import { fieldName } from '../field-name'
import { type Seat, seatFields, seatName, seatWords } from '../signal-values'
import { Cell } from '../value-cell'
import styles from './drawings.module.css'

/** More fields are only in the table of values. */
const MOST_FIELDS = 6

/** @param columns how many places stand beside each other */
export function Place({ seat, columns }: { seat: Seat; columns: number }) {
  const { isOpen, isLocked } = seat.record
  const others = seatFields(seat)
  const words = seatWords(seat)
  return (
    <>
      <strong>{seatName(seat, columns)}</strong>
      {words.length > 0 && (
        <span data-open={isOpen === true || isLocked === false || undefined} className={styles.state}>
          {words.join(', ')}
        </span>
      )}
      {others.slice(0, MOST_FIELDS).map(([name, value]) => (
        <span key={name}>
          <span className="quiet">{fieldName(name)}</span>{' '}
          <Cell
            name={name}
            value={value}
            kind={typeof value === 'number' ? 'number' : 'mixed'}
            unit={seat.record.unit}
          />
        </span>
      ))}
    </>
  )
}
