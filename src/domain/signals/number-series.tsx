/** The numbers of a signal over time: the figures that are asked for first, the time that is shown, the chart. */

import { type ReactNode, useMemo, useState } from 'react'
import { maskText } from '../../api/mask'
import type { TableRow } from '../../core/table-row'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { formatCount } from '../../ui/format'
import { later } from '../../ui/later'
import { Measured, shortUnit } from '../../ui/measure'
import { ReadState } from '../../ui/read-state'
import { Segments } from '../../ui/segments'
import { STALE_MS } from '../../ui/stale'
import { Time, ZoneProvider } from '../../ui/time'
import type { Wanted } from './all-values'
import { compare, useCompared } from './comparison-choice'
import styles from './number-series.module.css'
import { overlayOf, useOverlay } from './overlay-choice'
import { beginOf, figuresOf, numbersOf, type Series, seriesOf, since } from './signal-values'
import * as texts from './texts'

/** Loaded where there is something to draw; its room is kept. */
const Chart = later(
  () => import('../../ui/chart').then((module) => module.Chart),
  <p role="status" className={styles.pending}>
    {texts.drawing}
  </p>,
)

/** Days before the latest value that the chart shows. */
const spans = [
  ['1', texts.lastDay],
  ['7', texts.lastDays(7)],
  ['30', texts.lastDays(30)],
  ['', texts.allTime],
] as const

/** Loaded when they are opened. */
const Overlay = later(() => import('./overlay').then((module) => module.Overlay))
const Comparison = later(() => import('./comparison').then((module) => module.Comparison))

interface Props {
  records: readonly TableRow[]
  /** As people call it. */
  signal: string
  wanted: Wanted
  /** When they were read, in milliseconds since the epoch: what was old by then says so. */
  readAt: number
}

export function NumberSeries({ records, signal, wanted: about, readAt }: Props) {
  const [wanted, setWanted] = useState<string>()
  const numbers = useMemo(() => numbersOf(records), [records])
  const [span, setSpan] = useState<(typeof spans)[number][0]>('')
  const whole = useMemo(() => seriesOf(records, wanted), [records, wanted])
  const begin = whole ? beginOf(whole, Number(span)) : 0
  const series = useMemo(() => whole && since(whole, begin), [whole, begin])
  const title = series && texts.columnOf(signal, series.name)
  const unit = series?.unit && maskText(series.unit)
  const lines = useMemo(
    () => (series && title !== undefined ? [{ label: title, unit, values: series.values }] : []),
    [series, title, unit],
  )
  const overlay = useOverlay(about)
  const compared = useCompared(about)
  if (!series || title === undefined) return null
  return (
    <section className="stack" aria-labelledby="over-time">
      <h2 id="over-time" className="visually-hidden">
        {texts.overTime(title)} {unit && texts.inUnit(shortUnit(unit))}
      </h2>
      <Strip series={{ ...series, unit }} readAt={readAt} />
      <div className={styles.controls}>
        <Segments label={texts.timeField} value={span} choices={spans} onChoose={setSpan} />
        {numbers.length > 1 && (
          <Choice label={texts.seriesField} size="xs" value={series.name} choices={numbers} onChoose={setWanted} />
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={overlay !== undefined}
          onClick={() => overlayOf(about, overlay === undefined ? '' : undefined)}
        >
          {texts.addSignal}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={compared.isOpen}
          onClick={() => compare(about, { isOpen: !compared.isOpen })}
        >
          {texts.compare}
        </Button>
      </div>
      {overlay === undefined ? (
        <Chart at={series.at} lines={lines} summary={texts.chart(title)} />
      ) : (
        <Overlay wanted={about} code={overlay} series={series} title={title} begin={begin} Chart={Chart} />
      )}
      {compared.isOpen && whole && (
        <Comparison wanted={about} chosen={compared.vehicles} series={whole} title={title} Chart={Chart} />
      )}
    </section>
  )
}

/** The latest, least and greatest value, and how many there are. */
function Strip({ series, readAt }: { series: Series; readAt: number }) {
  const { latest, least, most, known, gaps } = figuresOf(series)
  const figure = (at: number | undefined): ReactNode =>
    at !== undefined && (
      <ZoneProvider value="relative">
        <Time value={at * 1000} />
      </ZoneProvider>
    )
  const figures = [
    [texts.latest, latest],
    [texts.least, least],
    [texts.most, most],
  ] as const
  return (
    <dl className={styles.strip}>
      {figures.map(([name, one]) => (
        <div key={name}>
          <dt>{name}</dt>{' '}
          <dd>{one ? <Measured name={series.name} value={one.value} unit={series.unit} /> : texts.noneInTime}</dd>{' '}
          <dd>
            {one && name === texts.latest && readAt - one.at * 1000 > STALE_MS && <ReadState kind="stale" />}{' '}
            {figure(one?.at)}
          </dd>
        </div>
      ))}
      <div>
        <dt>{texts.count}</dt> <dd className="number">{formatCount(known)}</dd> <dd>{gaps > 0 && texts.gaps(gaps)}</dd>
      </div>
    </dl>
  )
}
