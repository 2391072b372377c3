/** When each operation of version 2.0 ends, in twelve months around today: a point for a day, a bar for a quarter. */
import type { Deprecation } from '../../api/endpoint'
import { deprecationPhase, deprecationState, useTodayUtc } from './deprecation'
import styles from './deprecation-drawing.module.css'
import { days } from './deprecation-texts'
import { endings, type Plot, plotOf } from './deprecations'

const listName = 'End dates'
const todayText = 'Today'
const dayText = 'Ends on this day'
const quarterText = 'May end on any day of the quarter'
const endedText = 'Ended'
const earlier = '‹ '
const laterOn = ' ›'
const separator = ', '
const monthText = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const yearOf = (at: number) => new Date(at).getUTCFullYear()

/** As a browser writes it, so that what the server drew is the same. */
const percent = (part: number) => `${Number((part * 100).toFixed(4))}%`

export function DeprecationDrawing({ compact = false }: { compact?: boolean }) {
  const today = useTodayUtc()
  const plot = plotOf(
    endings.map(({ deprecation }) => deprecation),
    today,
  )
  const now = percent(plot.placeOf(today))
  const quarters = endings
    .filter(({ deprecation: { from, to } }) => from !== to)
    .map(({ deprecation }) => deprecationPhase(deprecation, today))
  return (
    <div className={styles.drawing}>
      <div className={styles.row} aria-hidden="true">
        <span className={styles.name} />
        <span className={styles.months}>
          {plot.months.map((at, index) => (
            <span key={at} className={styles.month}>
              {monthText.format(at)}
              {(index === 0 || new Date(at).getUTCMonth() === 0) && <small>{yearOf(at)}</small>}
            </span>
          ))}
          <span className={styles.todayText} style={{ left: now }}>
            {todayText}
          </span>
        </span>
      </div>
      <ul className={styles.list} aria-label={listName}>
        {endings.map(({ title, endpoint, deprecation }) => (
          <li key={endpoint.operation} className={styles.row}>
            <span className={styles.name}>
              <span>{title}</span>
              <span className="visually-hidden">{separator}</span>
              <span className={styles.state} data-phase={deprecationPhase(deprecation, today)}>
                {deprecationState(deprecation, today)}
              </span>
            </span>
            <span className="visually-hidden">{separator}</span>
            <Track plot={plot} deprecation={deprecation} today={today} now={now} />
          </li>
        ))}
      </ul>
      {!compact && (
        <p className={styles.legend} aria-hidden="true">
          <span>
            <span className={styles.point} /> {dayText}
          </span>
          <span>
            {/* As those are drawn that are still to end. */}
            <span className={styles.bar} data-phase={quarters.find((phase) => phase !== 'passed')} /> {quarterText}
          </span>
          <span>
            <span className={styles.point} data-phase="passed" />
            <span className={styles.bar} data-phase="passed" /> {endedText}
          </span>
        </p>
      )}
    </div>
  )
}

interface TrackProps {
  plot: Plot
  deprecation: Deprecation
  today: string
  now: string
}

function Track({ plot, deprecation, today, now }: TrackProps) {
  const { from, to } = deprecation
  const phase = deprecationPhase(deprecation, today)
  const [first, last] =
    from === to ? [plot.placeOf(from), plot.placeOf(to)] : [plot.placeOf(from, 0), plot.placeOf(to, 1)]
  const [start, end] = [Math.max(0, first), Math.min(1, last)]
  const isDrawn = last > 0 && first < 1
  // The date stands where there is more room for it: beside what it dates, or at the edge beyond which that lies.
  const isAfter = end < 1 - start
  return (
    <span className={styles.track}>
      <span className={styles.now} style={{ left: now }} />
      {isDrawn &&
        (from === to ? (
          <span className={styles.point} data-phase={phase} style={{ left: percent(start) }} />
        ) : (
          <span
            className={styles.bar}
            data-phase={phase}
            style={{ left: percent(start), width: percent(end - start) }}
          />
        ))}
      <span
        className={styles.date}
        data-side={isAfter ? 'after' : 'before'}
        style={isAfter ? { left: percent(Math.max(0, end)) } : { right: percent(1 - Math.min(1, start)) }}
      >
        {last <= 0 && <span aria-hidden="true">{earlier}</span>}
        {days(from, to)}
        {first >= 1 && <span aria-hidden="true">{laterOn}</span>}
      </span>
    </span>
  )
}
