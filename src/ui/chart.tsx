/** Numbers over time as a line, with gaps where values are missing; drag to zoom, double click to see all again. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'
import { formatNumber } from './measure'
import { useZone } from './time'

interface Props {
  /** Seconds since the epoch, ascending. */
  at: readonly number[]
  values: readonly (number | null)[]
  label: string
  /** Said to those who do not see the drawing. */
  summary: string
}

const HEIGHT = 260

export function Chart({ at, values, label, summary }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const zone = useZone()
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
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        series: [{}, { label, stroke: role('--accent'), width: 1.5, points: { show: at.length < 120 } }],
        axes: [
          { ...axis, size: 44 },
          { ...axis, values: (_, marks) => marks.map(formatNumber) },
        ],
        ...(zone === 'utc' && { tzDate: (at: number) => UPlot.tzDate(new Date(at * 1000), 'Etc/UTC') }),
        legend: { show: false },
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
  }, [at, values, label, zone, scheme])
  return <div ref={place} role="img" aria-label={summary} className={styles.chart} />
}
