/** Numbers over time as a line, with gaps where values are missing; drag to zoom, double click to see all again. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'
import { formatInstant } from './format'
import { formatNumber } from './measure'
import { named } from './texts'
import { dateZoneOf, useZone } from './time'

const zoneNames = { utc: 'UTC', local: 'Local time' }
const measured = (number: string, unit = '') => `${number}${unit === '%' ? '' : ' '}${unit}`.trim()

interface Props {
  /** Seconds since the epoch, ascending. */
  at: readonly number[]
  values: readonly (number | null)[]
  label: string
  unit?: string | undefined
  /** Said to those who do not see the drawing. */
  summary: string
}

const HEIGHT = 260
const DAY_S = 86_400
/** Room for one time below the line, in px: `Nov 20, 2025, 08:01`. */
const MARK_WIDTH = 130

export function Chart({ at, values, label, unit, summary }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLParagraphElement>(null)
  const zone = dateZoneOf(useZone())
  const scheme = useComputedColorScheme() // the colours are read from the page, so they are read again with it
  useEffect(() => {
    const element = place.current
    if (!element || !scheme) return
    const role = (name: string) => getComputedStyle(element).getPropertyValue(name).trim()
    const axis = {
      size: 64,
      stroke: role('--ink-3'),
      grid: { stroke: role('--line'), width: 1 },
      ticks: { stroke: role('--line'), width: 1 },
    }
    const said = (seconds: number, isDay = false) =>
      formatInstant(seconds * 1000, zone, undefined, { isBare: true, isDay })
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        series: [{}, { label, stroke: role('--accent'), width: 1.5, points: { show: at.length < 120 } }],
        axes: [
          {
            ...axis,
            size: 36,
            space: MARK_WIDTH,
            label: zoneNames[zone],
            labelSize: 20,
            values: (_, marks, _axis, _space, step) => marks.map((mark) => said(mark, step >= DAY_S)),
          },
          { ...axis, ...(unit && { label: unit, labelSize: 20 }), values: (_, marks) => marks.map(formatNumber) },
        ],
        ...(zone === 'utc' && { tzDate: (at: number) => UPlot.tzDate(new Date(at * 1000), 'Etc/UTC') }),
        legend: { show: false },
        hooks: {
          setCursor: [
            ({ cursor: { idx } }) => {
              const value = values[idx ?? -1]
              if (tip.current)
                tip.current.textContent =
                  idx == null || value == null ? '' : named(said(at[idx] ?? 0), measured(formatNumber(value), unit))
            },
          ],
        },
      },
      [[...at], [...values]],
      element,
    )
    const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.destroy()
    }
  }, [at, values, label, unit, zone, scheme])
  return (
    <figure className={styles.figure}>
      <div ref={place} role="img" aria-label={summary} className={styles.chart} />
      <p ref={tip} className={styles.tip} aria-hidden="true" />
    </figure>
  )
}
