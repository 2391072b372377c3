/** Places of what is no car of two columns: as rows and columns, words for each by ear. */
import type { Seat } from '../signal-values'
import * as texts from './drawing-texts'
import styles from './drawings.module.css'
import { Place } from './place'

/** As many rows and columns of places as are drawn. */
const MOST = 20

export function SeatGrid({ seats }: { seats: readonly Seat[] }) {
  const rows = range(seats.map(({ row }) => row))
  const columns = range(seats.map(({ column }) => column))
  const beyond = seats.filter(({ row, column }) => row >= MOST || column >= MOST).length
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={texts.scrollable(texts.partTitles.place)} className={styles.seatFrame}>
        <table className={styles.seats} aria-label={texts.partTitles.place}>
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
    </>
  )
}

/** Every number from the first that occurs, 0 at most, to the last, as far as they are drawn. */
function range(numbers: readonly number[]): number[] {
  const last = Math.min(Math.max(0, ...numbers), MOST - 1)
  return Array.from({ length: last + 1 }, (_, index) => index)
}
