/** A car from above, its front at the top: what stands at each place beside it, and its shape on it. */
import type { Seat } from '../signal-values'
import type { Car, Part } from './car'
import * as texts from './drawing-texts'
import styles from './drawings.module.css'
import { Place } from './place'

const COLUMNS = [0, 1]

export function CarView({ car: { rows, part, seats } }: { car: Car }) {
  const seatAt = (row: number, column: number) => seats.find((one) => one.row === row && one.column === column)
  return (
    <div className={styles.car}>
      <svg viewBox="0 0 120 220" role="img" aria-label={texts.fromAbove(toldOf(seats))}>
        <Body />
        {Array.from({ length: rows }, (_, row) =>
          COLUMNS.map((column) => (
            <Shape
              key={`${row} ${column}`}
              part={part}
              seat={seatAt(row, column)}
              {...placeOf(part, row, rows)}
              isRight={column === 1}
            />
          )),
        )}
      </svg>
      <table aria-label={texts.partTitles.place}>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {COLUMNS.map((column) => {
                const seat = seatAt(row, column)
                return (
                  <td key={column}>
                    {seat ? (
                      <Place seat={seat} columns={COLUMNS.length} />
                    ) : (
                      <span className="quiet">{texts.nothingSent}</span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function toldOf(seats: readonly Seat[]): string {
  const count = (name: string, value: boolean) => seats.filter(({ record }) => record[name] === value).length
  const [open, closed, unlocked] = [count('isOpen', true), count('isOpen', false), count('isLocked', false)]
  const told = [
    open + closed > 0 && texts.countOpen(open, seats.length),
    unlocked > 0 && texts.countUnlocked(unlocked),
  ].filter(Boolean)
  return told.length > 0 ? told.join(', ') : texts.countPlaces(seats.length)
}

const Body = () => (
  <g className={styles.body}>
    <path d="M34 8Q60-4 86 8Q96 14 96 40V186Q96 206 84 212Q60 220 36 212Q24 206 24 186V40Q24 14 34 8Z" />
    <path d="M32 62Q60 46 88 62L83 84Q60 76 37 84Z" />
    <path d="M36 180Q60 188 84 180L88 196Q60 206 32 196Z" />
    <path d="M24 64 14 68 15 74 24 72M96 64 106 68 105 74 96 72" />
  </g>
)

/** Where a row of doors begins and how long it is; wheels stand at the axles, however many rows there are. */
function placeOf(part: Part, row: number, rows: number): { y: number; length: number } {
  if (part === 'tire') {
    const [first, last] = [36, 158]
    return { y: rows === 1 ? first : first + ((last - first) * row) / (rows - 1), length: 30 }
  }
  const length = rows === 1 ? 56 : 98 / rows
  return { y: 76 + row * length, length: length - 4 }
}

interface ShapeProps {
  part: Part
  seat: Seat | undefined
  y: number
  length: number
  isRight: boolean
}

/** An open door stands off from its hinge, an open window is a frame without a pane; what nobody reported is dotted. */
function Shape({ part, seat, y, length, isRight }: ShapeProps) {
  const { isOpen, isLocked } = seat?.record ?? {}
  const tone = seat === undefined ? 'none' : isOpen === true ? 'open' : isLocked === false ? 'unlocked' : 'closed'
  const x = isRight ? 95 : 25
  const out = isRight ? 1 : -1
  const end = y + length
  const lock =
    isLocked === undefined || isLocked === null ? null : (
      <path
        d={`M${x - out * 14 - 4} ${y + length / 2}v6h8v-6ZM${x - out * 14 - 2.5} ${y + length / 2}v-3a2.5 2.5 0 0 1 5 0${isLocked === true ? 'v3' : ''}`}
        className={styles.lock}
      />
    )
  if (part === 'tire')
    return <rect x={x - 5} y={y} width={10} height={length} rx={3} data-tone={tone} className={styles.tire} />
  if (part === 'place')
    return <circle cx={x - out * 16} cy={y + length / 2} r={8} data-tone={tone} className={styles.tire} />
  const swing = Math.min(length, 24) * 0.7
  const line =
    isOpen !== true
      ? `M${x} ${y}V${end}`
      : part === 'door'
        ? `M${x} ${y}L${x + out * swing} ${y + swing}`
        : `M${x - 3} ${y}h6M${x - 3} ${end}h6M${x - 3} ${y}V${end}M${x + 3} ${y}V${end}`
  return (
    <g data-tone={tone} className={styles.door}>
      <path d={line} data-part={part} />
      {lock}
    </g>
  )
}
