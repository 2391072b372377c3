/** Counts as bars: a table whose rows can be looked at, and columns over time with the same numbers as words. */

import type { ReactNode } from 'react'
import styles from './bars.module.css'
import { formatCount } from './format'

const share = 'Share'
const liveAndSimulated = 'Live and simulated'
const simulatedAmong = (count: number) => `, ${formatCount(count)} simulated`
const column = (name: string, count: number) => `${name}: ${formatCount(count)}`
const mostText = (count: number) => `Max ${formatCount(count)}`
const liveText = 'Live'
const simulatedText = 'Simulated'

export interface Bar {
  name: string
  live: number
  simulated: number
}

interface BarsProps {
  /** The table's accessible name. */
  name: string
  bars: readonly Bar[]
  /** What a row is called, where it is more than its name. */
  title?: (bar: Bar) => ReactNode
}

const sumOf = ({ live, simulated }: Bar) => live + simulated
const mostOf = (bars: readonly Bar[]) => Math.max(1, ...bars.map(sumOf))

export function Bars({ name, bars, title = (bar) => bar.name }: BarsProps) {
  const most = mostOf(bars)
  return (
    <table className={styles.bars} aria-label={name}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{share}</th>
          <th scope="col">{liveAndSimulated}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.name}>
            <th scope="row">{title(bar)}</th>
            <td aria-hidden="true" className={styles.track}>
              <span className={styles.live} style={{ width: `${(bar.live / most) * 100}%` }} />
              <span className={styles.simulated} style={{ width: `${(bar.simulated / most) * 100}%` }} />
            </td>
            <td className={styles.number}>
              {formatCount(sumOf(bar))}
              {bar.simulated > 0 && <span className="visually-hidden">{simulatedAmong(bar.simulated)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ColumnsProps {
  /** What the drawing shows, said to those who do not see it. */
  summary: string
  bars: readonly Bar[]
  /** How a column is called below the drawing and in its title. */
  title: (bar: Bar) => string
}

const HEIGHT = 96
const WIDTH = 14
const GAP = 4

/** Below it the first, the last and the highest number: the table beside it has them all. */
export function Columns({ summary, bars, title }: ColumnsProps) {
  const most = mostOf(bars)
  const [first, last] = [bars[0], bars.at(-1)]
  return (
    <figure className={styles.figure}>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${bars.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.columns}
      >
        {bars.map((bar, index) => {
          const x = index * (WIDTH + GAP)
          const live = (bar.live / most) * HEIGHT
          const simulated = (bar.simulated / most) * HEIGHT
          return (
            <g key={bar.name}>
              <title>{column(title(bar), sumOf(bar))}</title>
              <rect x={x} y={0} width={WIDTH} height={HEIGHT} className={styles.room} />
              <rect x={x} y={HEIGHT - live} width={WIDTH} height={live} className={styles.liveColumn} />
              <rect
                x={x}
                y={HEIGHT - live - simulated}
                width={WIDTH}
                height={simulated}
                className={styles.simulatedColumn}
              />
            </g>
          )
        })}
      </svg>
      <figcaption className={styles.axis}>
        <span>{first && title(first)}</span>
        <span>{mostText(most)}</span>
        <span>{last && title(last)}</span>
      </figcaption>
    </figure>
  )
}

/** What the two tones mean. */
export function BarLegend() {
  return (
    <p className={styles.legend}>
      <span>
        <span className={styles.live} /> {liveText}
      </span>
      <span>
        <span className={styles.simulated} /> {simulatedText}
      </span>
    </p>
  )
}
