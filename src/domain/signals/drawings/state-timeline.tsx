/** States over time as lanes: what is so now, since when, and what was before. */
import { useMemo, useState } from 'react'
import { formatInstant } from '../../../ui/format'
import { spanOf } from '../../../ui/read-state'
import { stateWords } from '../../../ui/state-words'
import { dateZoneOf, Time, useZone } from '../../../ui/time'
import { fieldName } from '../field-name'
import { AsTable } from './as-table'
import { Browse } from './browse'
import * as texts from './drawing-texts'
import styles from './drawings.module.css'
import { drawnOf, type Lane, type Segment, type State } from './states'

interface Props {
  lanes: readonly Lane[]
  code: string
  name: string
}

export const StateTimeline = ({ lanes, code, name }: Props) =>
  lanes.map((lane) => <LaneFigure key={lane.column} lane={lane} code={code} name={name} />)

const wordOf = (state: State): string =>
  state === true
    ? texts.yes
    : state === false
      ? texts.no
      : state === null
        ? texts.notReported
        : stateWords(state) || texts.empty

/** What the lane is of: `value` is the signal itself. */
const titleOf = (column: string, signal: string) => (column === 'value' ? signal : fieldName(column))

const durationOf = ({ from, to }: Segment) => spanOf(to - from) || texts.noTime

/** The latest state is drawn this much longer than it is known to have lasted, as a share of the lane. */
const TAIL = 0.02
/** A word has no room in less, as a share of the lane. */
const LEAST_NAMED = 0.04
/** Times below the lane. */
const MARKS = [0, 0.25, 0.5, 0.75, 1]

function LaneFigure({ lane: { column, segments, states }, code, name }: { lane: Lane; code: string; name: string }) {
  const zone = dateZoneOf(useZone())
  const [browsed, setBrowsed] = useState<number>()
  const drawn = useMemo(() => drawnOf(segments), [segments])
  const [first, latest] = [segments[0], segments.at(-1)]
  const count = segments.length
  const at = Math.min(browsed ?? count - 1, count - 1)
  const shown = segments[at]
  if (!first || !latest || !shown) return null
  const title = titleOf(column, name)
  const known = latest.to - first.from
  const whole = known * (1 + TAIL)
  const shareOf = (time: number) => (time - first.from) / whole
  const say = (time: number, isBare = true) => formatInstant(time, zone, undefined, { isBare })
  const place = ({ from, to, ...one }: Segment | undefined = shown) => {
    const end = one.state === latest.state && to === latest.to ? first.from + whole : to
    return { left: `${shareOf(from) * 100}%`, width: `${(shareOf(end) - shareOf(from)) * 100}%` }
  }
  const tell = (segment: Segment) =>
    segment === latest
      ? texts.latestSaid(wordOf(segment.state), say(segment.from), say(segment.to))
      : texts.segmentSaid(wordOf(segment.state), say(segment.from), say(segment.to), durationOf(segment))
  const toneOf = (state: State) =>
    state === null ? 'gap' : typeof state === 'boolean' ? String(state) : String(states.indexOf(state))
  const pieceAt = (x: number) => {
    const time = first.from + x * whole
    const next = segments.findIndex(({ from }) => from > time)
    return next < 0 ? count - 1 : Math.max(0, next - 1)
  }
  const told = segments.filter(({ state }) => state !== null)
  const gaps = count - told.length
  const changes = told.filter(({ state }, index) => index > 0 && state !== told[index - 1]?.state).length
  return (
    <figure className={styles.figure}>
      <figcaption>
        <bdi translate="no">{title}</bdi>: <strong className={styles.now}>{wordOf(latest.state)}</strong>{' '}
        <span className="quiet">
          {texts.since(<Time value={latest.from} />, latest === first)} · {texts.changes(changes, gaps)}
        </span>
      </figcaption>
      <Browse
        label={texts.segmentsOf(title)}
        count={count}
        at={at}
        said={tell(shown)}
        pieceAt={pieceAt}
        onShow={setBrowsed}
        className={styles.lane}
      >
        {drawn.map((segment) => (
          <span
            key={segment.from}
            data-tone={toneOf(segment.state)}
            className={`${styles.tone} ${styles.segment}`}
            style={place(segment)}
          >
            {shareOf(segment.to) - shareOf(segment.from) >= LEAST_NAMED && (
              <bdi translate="no">{wordOf(segment.state)}</bdi>
            )}
          </span>
        ))}
        <span className={styles.browsed} style={place()} />
      </Browse>
      <div className={styles.axis} aria-hidden="true">
        {MARKS.map((share) => (
          <span key={share}>{say(first.from + share * known, share < 1)}</span>
        ))}
      </div>
      <p className={styles.said} aria-hidden="true">
        {tell(shown)}
      </p>
      <ul className={styles.legend}>
        {[...states, ...(gaps > 0 ? [null] : [])].map((state) => (
          <li key={String(state)}>
            <span data-tone={toneOf(state)} className={`${styles.tone} ${styles.swatch}`} />{' '}
            <bdi translate="no">{wordOf(state)}</bdi>
          </li>
        ))}
      </ul>
      {drawn !== segments && <p className="quiet">{texts.reduced(drawn.length)}</p>}
      <AsTable
        name={texts.segmentTable(title)}
        headers={texts.segmentColumns}
        rows={segments}
        cellsOf={(segment) => [
          <Time key="from" value={segment.from} isBare />,
          <Time key="to" value={segment.to} isBare />,
          durationOf(segment),
          <bdi translate="no" key="state">
            {wordOf(segment.state)}
          </bdi>,
        ]}
        recordOf={({ state, from, to }) => ({
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          seconds: (to - from) / 1000,
          state,
        })}
        what={title}
        counted={texts.segments(count)}
        code={code}
      />
    </figure>
  )
}
