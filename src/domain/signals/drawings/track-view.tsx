/** Where a vehicle has been: its track without a map, for no other server is asked for tiles. */
import { useMemo, useState } from 'react'
import { useConfig } from '../../../core/config'
import { formatInstant } from '../../../ui/format'
import { formatExact, formatNumber } from '../../../ui/measure'
import { dateZoneOf, Time, useZone } from '../../../ui/time'
import { mapLinkOf } from '../map-link'
import { AsTable } from './as-table'
import { Browse } from './browse'
import * as texts from './drawing-texts'
import styles from './drawings.module.css'
import { type Position, scaleOf, type Track } from './track'

/** The drawing’s width by its height. */
export const RATIO = 1.6
const WIDTH = 640
const HEIGHT = WIDTH / RATIO
/** More dots than this are a line. */
const MOST_DOTS = 120

const lengthText = (km: number) =>
  km < 1
    ? `${formatNumber(Math.round(km * 1000))} m`
    : `${formatNumber(km < 10 ? Math.round(km * 10) / 10 : Math.round(km))} km`

const percent = (share: number) => `${share * 100}%`
const coordinates = ({ latitude, longitude }: Position) => `${formatExact(latitude)}, ${formatExact(longitude)}`

interface Props {
  track: Track
  code: string
  name: string
}

export function TrackView({ track: { positions, leftOut, isOnePlace, km, widthKm }, code, name }: Props) {
  const zone = dateZoneOf(useZone())
  const { mapUrl } = useConfig()
  const [browsed, setBrowsed] = useState<number>()
  const path = useMemo(() => pathOf(positions), [positions])
  const count = positions.length
  const at = Math.min(browsed ?? count - 1, count - 1)
  const [first, latest, shown] = [positions[0], positions.at(-1), positions[at]]
  if (!first || !latest || !shown) return null
  const say = (time: number | undefined) => (time === undefined ? undefined : formatInstant(time, zone))
  const tell = (position: Position) => [say(position.at), coordinates(position)].filter(Boolean).join(' · ')
  const pieceAt = (x: number, y: number) => {
    const squared = positions.map((one) => (one.x - x) ** 2 + ((one.y - y) / RATIO) ** 2)
    return squared.reduce((best, one, index) => (one <= (squared[best] ?? one) ? index : best), 0)
  }
  const scale = scaleOf(widthKm)
  const href = mapLinkOf(latest, mapUrl)
  return (
    <figure className={styles.figure}>
      <figcaption>
        {isOnePlace ? texts.onePlace(count) : texts.trackSaid(count, say(first.at), say(latest.at), lengthText(km))}
      </figcaption>
      <Browse
        label={texts.positionsOf(name)}
        count={count}
        at={at}
        said={tell(shown)}
        pieceAt={pieceAt}
        onShow={setBrowsed}
        className={styles.track}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <path d={path} className={styles.path} />
          {count <= MOST_DOTS &&
            positions.map(({ x, y }, index) => (
              <circle key={index} cx={x * WIDTH} cy={y * HEIGHT} r={2.5} className={styles.dot} />
            ))}
        </svg>
        {!isOnePlace && <Mark position={first} kind="start" word={texts.start} other={latest} />}
        <Mark position={latest} kind="latest" word={texts.latest} other={first} />
        <span className={styles.here} style={{ left: percent(shown.x), top: percent(shown.y) }} />
        <span className={styles.north}>
          <svg viewBox="0 0 12 16" width="12" height="16" aria-hidden="true">
            <path d="M6 0 11 15 6 11 1 15Z" />
          </svg>
          {texts.north}
        </span>
        <span className={styles.scale} style={{ width: percent(scale / widthKm) }}>
          <span>{lengthText(scale)}</span>
        </span>
      </Browse>
      <p className={styles.said} aria-hidden="true">
        {tell(shown)}
      </p>
      {leftOut > 0 && <p className="quiet">{texts.leftOut(leftOut)}</p>}
      {href && (
        <p>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {texts.openLatest}
          </a>
        </p>
      )}
      <AsTable
        name={texts.positionTable(name)}
        headers={texts.positionColumns}
        rows={positions}
        cellsOf={(position) => [
          position.at === undefined ? texts.noRecordedTime : <Time key="at" value={position.at} isBare />,
          formatExact(position.latitude),
          formatExact(position.longitude),
        ]}
        recordOf={({ at, latitude, longitude }) => ({
          ...(at !== undefined && { recordedAt: new Date(at).toISOString() }),
          latitude,
          longitude,
        })}
        what={name}
        counted={texts.positions(count)}
        code={code}
      />
    </figure>
  )
}

interface MarkProps {
  position: Position
  kind: 'start' | 'latest'
  word: string
  /** The mark at the other end, which its word gives room to. */
  other: Position
}

function Mark({ position, kind, word, other }: MarkProps) {
  const { x, y } = position
  const isAbove = y < other.y || (y === other.y && kind === 'start')
  return (
    <span
      className={styles.mark}
      data-kind={kind}
      data-side={x > 0.6 ? 'left' : 'right'}
      data-above={isAbove || undefined}
      style={{ left: percent(x), top: percent(y) }}
    >
      <span>{word}</span>
    </span>
  )
}

/** A position nearer than half a pixel to the one before it changes nothing. */
function pathOf(positions: readonly Position[]): string {
  let before: { x: number; y: number } | undefined
  const steps: string[] = []
  for (const position of positions) {
    const [x, y] = [position.x * WIDTH, position.y * HEIGHT]
    if (before && Math.hypot(x - before.x, y - before.y) < 0.5) continue
    before = { x, y }
    steps.push(`${x.toFixed(1)} ${y.toFixed(1)}`)
  }
  return steps.length > 0 ? `M${steps.join('L')}` : ''
}
