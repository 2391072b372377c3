/** Counts as bars: a table whose rows are as long as what they count, with the numbers beside them. */
import type { ReactNode } from 'react'
import styles from './bars.module.css'
import { formatCount } from './format'

const simulatedHeader = 'Simulated'
const liveAndSimulated = 'Live and simulated'
const simulatedAmong = (count: number) => `${formatCount(count)} simulated`
const liveText = 'Live'
const simulatedText = 'Simulated'
const unknown = 'Unknown'

export interface Bar {
  name: string
  live: number | undefined
  simulated: number | undefined
}

interface BarsProps {
  /** The table's accessible name. */
  name: string
  bars: readonly Bar[]
  /** What the longest bar counts, where others than these are drawn beside them. */
  most?: number
  /** What a row is called, where it is more than its name; a link is as large as its row. */
  title?: (bar: Bar) => ReactNode
}

/** What cannot be counted is not drawn. */
const drawn = (count: number | undefined): number =>
  count !== undefined && Number.isFinite(count) && count > 0 ? count : 0
const isCount = (count: number | undefined): boolean => count !== undefined && Number.isFinite(count)
const sumOf = ({ live, simulated }: Bar) => drawn(live) + drawn(simulated)
export const mostOf = (bars: readonly Bar[]): number => Math.max(1, ...bars.map(sumOf))

export function Bars({ name, bars, most = mostOf(bars), title = (bar) => bar.name }: BarsProps) {
  const widthOf = (count: number | undefined) => ({ width: `${Math.min(1, drawn(count) / most) * 100}%` })
  return (
    <table className={styles.bars} aria-label={name}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{simulatedHeader}</th>
          <th scope="col">{liveAndSimulated}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.name}>
            <th scope="row">
              <span aria-hidden="true" className={styles.track}>
                <span className={styles.live} style={widthOf(bar.live)} />
                <span className={styles.simulated} style={widthOf(bar.simulated)} />
              </span>
              <span className={styles.title}>{title(bar)}</span>
            </th>
            <td className="quiet">{drawn(bar.simulated) > 0 && simulatedAmong(drawn(bar.simulated))}</td>
            <td>{isCount(bar.live) || isCount(bar.simulated) ? formatCount(sumOf(bar)) : unknown}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
