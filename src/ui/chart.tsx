/**
 * Numbers over time as lines, with gaps where values are missing. The pointer and the arrow keys tell the value and the
 * time of a point; dragging and the keys + and − look closer.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type UPlot from 'uplot'
import styles from './chart.module.css'
import { HEIGHT, NARROW, type Plotted, plotIn, showSpan } from './chart-plot'
import { useDrawnScheme } from './color-scheme'
import { formatInstant } from './format'
import { formatNumber, unitBehind } from './measure'
import { nearestPoint } from './merge-times'
import { Swatch } from './series'
import { named } from './texts'
import { dateZoneOf, useZone } from './time'

const zoneNames = { utc: 'UTC', local: 'Local time' }
const measured = (number: string, unit = '') => `${number}${unitBehind(unit)}`.trim()
const pointsName = 'Points of the chart'
const gap = 'no value'
const at = (value: string, time: string) => `${value} (${time})`
const hint = 'Drag to zoom, double-click to reset.'
const keys = 'Arrow keys: points. + and −: zoom. Shift and an arrow: move. 0 or Escape: reset.'
const zoomedTo = (from: string, to: string) => `Zoomed to ${from} – ${to}`
const all = 'All values shown'

interface Props extends Plotted {
  /** Said to those who do not see the drawing. */
  summary: string
}

interface Point {
  index: number
  /** In px from the left edge of the chart. */
  left: number
  /** How wide the chart is, in px. */
  width: number
}

const forced = matchMedia('(forced-colors: active)')
const watchForced = (listener: () => void) => {
  forced.addEventListener('change', listener)
  return () => forced.removeEventListener('change', listener)
}

/** How much of what is shown one press of a key leaves out, or goes on by. */
const STEP = 0.25
const PAGE = 10

export function Chart({ at: times, lines, summary }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(null)
  const held = useRef<number>(undefined)
  const drawn = useRef<{ times: readonly number[]; lines: Plotted['lines']; from: number; to: number }>(undefined)
  const [point, setPoint] = useState<Point>()
  const [zoom, setZoom] = useState<'all' | { from: number; to: number }>()
  const zone = dateZoneOf(useZone())
  const [isNarrow, setNarrow] = useState(false)
  const scheme = useDrawnScheme() // the colours are read from the page, so they are read again with it
  const isForced = useSyncExternalStore(watchForced, () => forced.matches)
  useEffect(() => {
    const element = place.current
    if (!element || !scheme) return
    // Drawn anew for another width or theme, it shows what it showed; other values are shown from the start.
    const before = drawn.current?.times === times && drawn.current.lines === lines ? drawn.current : undefined
    if (!before) {
      held.current = undefined
      setPoint(undefined)
      setZoom(undefined)
    }
    const chart = plotIn(element, {
      at: times,
      lines,
      zone,
      zoneName: zoneNames[zone],
      isForced,
      isNarrow,
      said: (seconds, isDay) => formatInstant(seconds * 1000, zone, undefined, { isBare: true, isDay }),
      held: () => held.current,
      onPoint: (index) => setPoint(index === undefined ? undefined : pointIn(chart, times, index)),
      onZoom: (from, to) =>
        setZoom((before) =>
          from > (times[0] ?? 0) || to < (times.at(-1) ?? 0) ? { from, to } : before === undefined ? before : 'all',
        ),
    })
    plot.current = chart
    if (before && (before.from > (times[0] ?? 0) || before.to < (times.at(-1) ?? 0)))
      showSpan(chart, times, before.from, before.to)
    const free = () => {
      held.current = undefined
    }
    element.addEventListener('pointermove', free, { capture: true })
    const watch = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height: HEIGHT })
      if (held.current !== undefined) setPoint(pointAt(chart, times, held.current))
      setNarrow(element.clientWidth < NARROW)
    })
    watch.observe(element)
    return () => {
      element.removeEventListener('pointermove', free, { capture: true })
      watch.disconnect()
      const { min, max } = chart.scales.x ?? {}
      drawn.current = { times, lines, from: min ?? Number.NEGATIVE_INFINITY, to: max ?? Number.POSITIVE_INFINITY }
      chart.destroy()
      if (held.current === undefined) setPoint(undefined) // the pointer's; it is told again when it moves
    }
  }, [times, lines, zone, scheme, isForced, isNarrow])

  const said = (seconds: number) => formatInstant(seconds * 1000, zone, undefined, { isBare: true })
  const goTo = (index: number) => {
    const chart = plot.current
    if (!chart) return
    held.current = index
    setPoint(pointAt(chart, times, index))
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const chart = plot.current
    if (!chart || event.ctrlKey || event.metaKey || event.altKey) return
    const { min = 0, max = 0 } = chart.scales.x ?? {}
    if (!act(event, chart, Number(min), Number(max))) return
    event.preventDefault()
    event.stopPropagation()
  }
  const act = ({ key, shiftKey }: React.KeyboardEvent, chart: UPlot, min: number, max: number): boolean => {
    const first = times.findIndex((one) => one >= min)
    const last = times.findLastIndex((one) => one <= max)
    const here = point?.index
    const step = (by: number) => goTo(Math.max(first, Math.min(here === undefined ? last : here + by, last)))
    const show = (from: number, to: number) => {
      showSpan(chart, times, from, to)
      if (held.current !== undefined) goTo(held.current)
    }
    const length = max - min
    const middle = here === undefined ? (min + max) / 2 : (times[here] ?? 0)
    const arrow = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
    if (arrow !== 0 && shiftKey) show(min + arrow * length * STEP, max + arrow * length * STEP)
    else if (arrow !== 0) step(arrow)
    else if (key === 'PageDown' || key === 'PageUp') step(key === 'PageUp' ? -PAGE : PAGE)
    else if (key === 'Home') goTo(first)
    else if (key === 'End') goTo(last)
    else if (key === '+' || key === '=') show(middle - length * STEP, middle + length * STEP)
    else if (key === '-' || key === '_' || key === '−') show(middle - length, middle + length)
    else if (key === '0' || (key === 'Escape' && typeof zoom === 'object')) show(times[0] ?? 0, times.at(-1) ?? 0)
    else return false
    return true
  }
  const rows = lines.flatMap(({ values, ...line }, place) => {
    const found = nearestPoint(times, values, point?.index ?? times.length - 1)
    if (found === undefined) return []
    const value = values[found]
    const text = value == null ? gap : measured(formatNumber(value), line.unit)
    return [{ ...line, place, time: said(times[found] ?? 0), text }]
  })
  const time = said(times[point?.index ?? times.length - 1] ?? 0)
  const textOf = (row: (typeof rows)[number]) => (row.time === time ? row.text : at(row.text, row.time))
  const words =
    lines.length === 1 && rows[0]
      ? named(time, rows[0].text)
      : [time, ...rows.map((row) => named(row.label, textOf(row)))].join('; ')
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        <div ref={place} role="img" aria-label={summary} className={styles.chart} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={pointsName}
          aria-description={keys}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, times.length - 1)}
          aria-valuenow={point?.index ?? Math.max(0, times.length - 1)}
          aria-valuetext={words}
          className={styles.keys}
          onKeyDown={onKeyDown}
          onBlur={() => {
            held.current = undefined
            setPoint(undefined)
            plot.current?.setCursor({ left: -10, top: -10 }, false)
          }}
        />
        {point && (
          <div className={styles.tip} aria-hidden="true" style={besideOf(point)}>
            {lines.length === 1 ? (
              <p>{words}</p>
            ) : (
              <>
                <p>{time}</p>
                {rows.map((row) => (
                  <p key={row.place}>
                    <Swatch index={row.place} /> {named(row.label, textOf(row))}
                  </p>
                ))}
              </>
            )}
          </div>
        )}
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.hint}>{hint}</span>
        <span className={styles.keysHint}>{keys}</span>
        <span aria-live="polite" className="visually-hidden">
          {zoom === 'all' ? all : zoom && zoomedTo(said(zoom.from), said(zoom.to))}
        </span>
      </figcaption>
    </figure>
  )
}

/** Between the point and what tells of it, in px. */
const GAP = 12
/** On the side that has more room. */
const besideOf = ({ left, width }: Point) => (left > width / 2 ? { right: width - left + GAP } : { left: left + GAP })

/** Moves to a point, without the pointer. */
function pointAt(chart: UPlot, at: readonly number[], index: number): Point {
  chart.setCursor({ left: chart.valToPos(at[index] ?? 0, 'x'), top: 0 }, false)
  return pointIn(chart, at, index)
}
function pointIn(chart: UPlot, at: readonly number[], index: number): Point {
  const left = chart.valToPos(at[index] ?? 0, 'x') || 0 // none where no time is between two others
  return { index, left: chart.over.offsetLeft + left, width: chart.width }
}
