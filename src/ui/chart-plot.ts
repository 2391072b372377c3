/** The drawing of a chart: its lines, its axes and what the pointer does, in the theme's colors. */
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { cut } from './format'
import { formatNumber, shortUnit } from './measure'
import { nearestPoint } from './merge-times'
import { seriesColor, seriesDash } from './series'

export interface Line {
  label: string
  unit?: string | undefined
  /** One for each time of the chart: `null` where a value is missing, `undefined` where this line has no point. */
  values: readonly (number | null | undefined)[]
  /** Lines of the same name share an axis; without one, the first. */
  axis?: string
}

export interface Plotted {
  /** Seconds since the epoch, ascending. */
  at: readonly number[]
  lines: readonly Line[]
}

interface Options extends Plotted {
  zone: 'utc' | 'local'
  zoneName: string
  /** True where the system chooses the colors. */
  isForced: boolean
  /** True where axes of several have their units in the legend alone. */
  isNarrow: boolean
  /** @param isDay true where the day says it all */
  said: (seconds: number, isDay: boolean) => string
  /** The point that the keyboard is at: it stays there until the pointer moves. */
  held: () => number | undefined
  onPoint: (index: number | undefined) => void
  onZoom: (from: number, to: number) => void
}

export const HEIGHT = 320
/** Fewer points than these are drawn one by one. */
const MOST_DOTS = 120
const MOST_DOTS_AMONG_OTHERS = 30
/** In px. */
export const NARROW = 480
const DAY_S = 86_400
/** Room for one time below the line, in px: `Nov 20, 2025, 08:01`. */
const MARK_WIDTH = 130
/** Of the longest mark of an axis, in px. */
const DIGIT_WIDTH = 7
const MOST_MARK = 96
const MOST_UNIT = 40
const MOST_LABEL = 36
/** Beyond these the length of an axis would be no number. */
const MOST_VALUE = 1e300

const drawable = (value: number | null | undefined) =>
  typeof value === 'number' && Math.abs(value) > MOST_VALUE ? Math.sign(value) * MOST_VALUE : value

/** A color as the canvas takes it, of the theme or of the system. */
function colorsIn(element: HTMLElement): (color: string) => string {
  return (color) => {
    element.style.color = color
    const found = getComputedStyle(element).color
    element.style.color = ''
    return found
  }
}

export function plotIn(element: HTMLElement, options: Options): UPlot {
  const { at, lines, zone, zoneName, isForced, isNarrow, said, held, onPoint, onZoom } = options
  const color = colorsIn(element)
  const scaleOf = ({ axis = '' }: Line) => `y ${axis}`
  const scales = [...new Set(lines.map(scaleOf))]
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const line = { stroke: color(isForced ? 'GrayText' : 'var(--line)'), width: 1 }
  const ink = color(isForced ? 'CanvasText' : 'var(--ink-3)')
  const shape = { font, labelFont: font, stroke: ink, grid: { ...line, show: !isForced }, ticks: line }
  const yAxis = (scale: string, index: number) => {
    const own = lines.flatMap((one, place) => (scaleOf(one) === scale ? [{ ...one, place }] : []))
    const [first, another] = own
    const unit = first?.unit && cut(shortUnit(first.unit), MOST_UNIT)
    const isOnlyOne = scales.length > 1 && first && !another
    const label = isOnlyOne ? [cut(first.label, MOST_LABEL), unit && `(${unit})`].join(' ') : unit
    return {
      ...shape,
      scale,
      side: index % 2 === 0 ? 3 : 1,
      ...(isOnlyOne && { stroke: color(seriesColor(first.place)) }),
      ...(index > 0 && { grid: { show: false } }),
      ...(label && !(isNarrow && isOnlyOne) && { label, labelSize: 20, labelGap: 0 }),
      size: (_: UPlot, marks: string[] | null) =>
        Math.min(MOST_MARK, Math.max(0, ...(marks ?? []).map(({ length }) => length)) * DIGIT_WIDTH + 20),
      values: (_: UPlot, marks: number[]) => marks.map(formatNumber),
    }
  }
  const mostDots = lines.length > 1 ? MOST_DOTS_AMONG_OTHERS : MOST_DOTS
  const dataIdx = (_: UPlot, series: number, index: number) =>
    nearestPoint(at, lines[series - 1]?.values ?? [], held() ?? index) ?? index
  return new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      series: [
        {},
        ...lines.map((one, index) => ({
          label: one.label,
          scale: scaleOf(one),
          stroke: color(seriesColor(index)),
          width: lines.length > 1 ? 2 : 1.5,
          dash: [...seriesDash(index)],
          points: { show: one.values.filter((value) => value !== undefined).length < mostDots },
        })),
      ],
      axes: [
        {
          ...shape,
          size: 36,
          space: MARK_WIDTH,
          label: zoneName,
          labelSize: 20,
          values: (_, marks, _axis, _space, step) => marks.map((mark) => said(mark, step >= DAY_S)),
        },
        ...scales.map(yAxis),
      ],
      ...(zone === 'utc' && { tzDate: (seconds: number) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') }),
      cursor: {
        y: false,
        dataIdx: (chart, series, index) => (series === 0 ? (held() ?? index) : dataIdx(chart, series, index)),
      },
      legend: { show: false },
      hooks: {
        setCursor: [({ cursor: { idx, left = -1 } }) => onPoint(left < 0 || idx === null ? undefined : idx)],
        setScale: [
          ({ scales: { x } }, scale) => {
            if (scale === 'x' && x?.min != null && x.max != null) onZoom(x.min, x.max)
          },
        ],
      },
    },
    [[...at], ...lines.map(({ values }) => values.map(drawable))],
    element,
  )
}

/** How far a chart is zoomed in at most, in seconds. */
const LEAST_SPAN = 60

/** Shows what lies between two times, no more than there is; all of it where nothing is left out. */
export function showSpan(chart: UPlot, at: readonly number[], from: number, to: number): void {
  const [first = 0, last = 0] = [at[0], at.at(-1)]
  const length = Math.min(last - first, Math.max(LEAST_SPAN, to - from))
  const min = Math.min(Math.max(first, from), last - length)
  chart.setScale('x', { min, max: min + length })
}
