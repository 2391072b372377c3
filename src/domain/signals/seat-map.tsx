/** Door-like values as the car is built: a grid by eye, words for each place by ear. */
import { type Seat, seatName } from './signal-values'
import styles from './signals.module.css'
import * as texts from './texts'
import { Cell } from './value-cell'

/** As many rows and columns of places as a car may have. */
const MOST = 20

export function SeatMap({ seats }: { seats: readonly Seat[] }) {
  const rows = range(seats.map(({ row }) => row))
  const columns = range(seats.map(({ column }) => column))
  const beyond = seats.filter(({ row, column }) => row >= MOST || column >= MOST).length
  return (
    <section className="stack" aria-labelledby="seats">
      <h2 id="seats">{texts.places}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={texts.scrollable(texts.places)} className={styles.seatFrame}>
        <table className={styles.seats} aria-label={texts.places}>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {columns.map((column) => {
                  const seat = seats.find((one) => one.row === row && one.column === column)
                  return (
                    <td key={column}>{seat ? <Place seat={seat} columns={columns.length} /> : texts.nothingSent}</td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {beyond > 0 && <p className="quiet">{texts.beyond(beyond)}</p>}
    </section>
  )
}

function Place({ seat, columns }: { seat: Seat; columns: number }) {
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
        .slice(0, 6)
        .map(([name, value]) => (
          <span key={name}>
            <span className="quiet">{name}</span>{' '}
            <Cell name={name} value={value} kind={typeof value === 'number' ? 'number' : 'mixed'} unit={others.unit} />
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
