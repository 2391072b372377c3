/** Door-like values as the car is built: a grid by eye, words for each place by ear. */
import { type Seat, seatName } from '../../../tools/signal-records'
import { plural } from '../../../ui/format'
import { Cell } from './cell'
import styles from './signals.module.css'

/** As many rows and columns of places as a car may have. */
const MOST = 20

export function SeatMap({ seats }: { seats: readonly Seat[] }) {
  const rows = range(seats.map(({ row }) => row))
  const columns = range(seats.map(({ column }) => column))
  const beyond = seats.filter(({ row, column }) => row >= MOST || column >= MOST).length
  return (
    <section className="stack" aria-labelledby="seats">
      <h2 id="seats">Places</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Places, scrollable" className={styles.seatFrame}>
        <table className={styles.seats} aria-label="Places">
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {columns.map((column) => {
                  const seat = seats.find((one) => one.row === row && one.column === column)
                  return <td key={column}>{seat ? <Place seat={seat} columns={columns.length} /> : 'nothing sent'}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {beyond > 0 && (
        <p className="quiet">{plural(beyond, 'place')} further back or to the right stand in the table only.</p>
      )}
    </section>
  )
}

function Place({ seat, columns }: { seat: Seat; columns: number }) {
  const { row: _row, column: _column, isOpen, isLocked, ...others } = seat.record
  const words = [
    isOpen === true ? 'open' : isOpen === false ? 'closed' : isOpen === null ? 'not known whether open' : undefined,
    isLocked === true
      ? 'locked'
      : isLocked === false
        ? 'unlocked'
        : isLocked === null
          ? 'not known whether locked'
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
        .slice(0, 6)
        .map(([name, value]) => (
          <span key={name}>
            <span className="quiet">{name}</span>{' '}
            <Cell value={value} kind={typeof value === 'number' ? 'number' : 'mixed'} unit={others.unit} />
          </span>
        ))}
    </>
  )
}

/** Every number from the first that occurs, 0 at most, to the last, as far as a car may have them. */
function range(numbers: readonly number[]): number[] {
  const last = Math.min(Math.max(0, ...numbers), MOST - 1)
  return Array.from({ length: last + 1 }, (_, index) => index)
}
