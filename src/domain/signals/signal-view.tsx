/** What was read of a signal: places, a chart, the values as a table, and the same to take away. */

import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { masked, maskText } from '../../core/mask'
import { type FileKind, saveTable } from '../../core/table-file'
import type { TableRow } from '../../core/table-row'
import { Choice } from '../../ui/choice'
import { CopyButton } from '../../ui/id'
import { later } from '../../ui/later'
import { Measured } from '../../ui/measure'
import { NoValue } from '../../ui/no-value'
import { Recorded } from '../../ui/read-state'
import { Time } from '../../ui/time'
import { newestAt, numbersOf, type Series, seriesOf } from './signal-values'
import styles from './signals.module.css'
import * as texts from './texts'
import { ValuesTable } from './values-table'

/** Loaded where there is something to draw. */
const Chart = later(() => import('../../ui/chart').then((module) => module.Chart), <p role="status">{texts.drawing}</p>)
export const Drawing = later(() => import('./drawings/drawing').then((module) => module.Drawing))

interface Props {
  /** The page's. */
  records: readonly TableRow[]
  /** All that was read, where that is more than the page. */
  all: readonly TableRow[] | undefined
  /** Number of the page's first record. */
  first: number
  /** As people call it; undefined of a code that is not known. */
  name: string | undefined
  facts: { code: string; vehicle: string; readAt: string }
  /** When they were read, in milliseconds since the epoch. */
  readAt: number
  /** How many values there are, as far as the service says. */
  total: number | undefined
}

const maskedOf = (records: readonly TableRow[]) => records.map((record) => masked(record) as TableRow) // a record stays one

export function SignalView({ records, all, first, name, facts, readAt, total }: Props) {
  const [isRevealed, setRevealed] = useState(false)
  const hidden = useMemo(() => maskedOf(records), [records])
  const hides = useMemo(() => JSON.stringify(hidden) !== JSON.stringify(records), [hidden, records])
  const shown = isRevealed ? records : hidden
  const taken = all ?? records
  if (records.length === 0 && taken.length === 0 && total) return null // said beside the pager, with a way out
  if (records.length === 0 && taken.length === 0) return <p>{texts.noValues(<NoValue kind="empty" />)}</p>
  return (
    <>
      <p>{texts.newest(<Recorded at={newestAt(taken)} readAt={readAt} />)}</p>
      <Drawing records={shown} code={facts.code} name={name ?? facts.code} />
      <NumberSeries records={taken} signal={name ?? facts.code} />
      {(hides || isRevealed) && (
        <div>
          <button type="button" className="plain-button" onClick={() => setRevealed(!isRevealed)}>
            {isRevealed ? texts.mask : texts.reveal}
          </button>
        </div>
      )}
      <ValuesTable records={shown} first={first} />
      <TakeAway records={taken} name={name} facts={facts} readAt={readAt} total={total} isRevealed={isRevealed} />
    </>
  )
}

/** The chart looked at more closely, without dragging: what lies so many days before the latest value. */
const spans = [
  { value: '', label: texts.allTime },
  { value: '1', label: texts.lastDay },
  { value: '7', label: texts.lastDays(7) },
  { value: '30', label: texts.lastDays(30) },
  { value: '90', label: texts.lastDays(90) },
]

function within(series: Series, days: number): Series {
  const from = days > 0 ? (series.at.at(-1) ?? 0) - days * 86_400 : Number.NEGATIVE_INFINITY
  const first = series.at.findIndex((at) => at >= from)
  return first <= 0 ? series : { ...series, at: series.at.slice(first), values: series.values.slice(first) }
}

function NumberSeries({ records, signal }: { records: readonly TableRow[]; signal: string }) {
  const [wanted, setWanted] = useState<string>()
  const numbers = useMemo(() => numbersOf(records), [records])
  const [span, setSpan] = useState('')
  const whole = useMemo(() => seriesOf(records, wanted), [records, wanted])
  const series = useMemo(() => whole && within(whole, Number(span)), [whole, span])
  if (!series) return null
  const { at, values, name } = series
  const title = texts.columnOf(signal, name)
  const unit = series.unit && maskText(series.unit)
  return (
    <section className="stack" aria-labelledby="over-time">
      <h2 id="over-time">
        {texts.overTime(title)} {unit && <span className="visually-hidden">{texts.inUnit}</span>}{' '}
        {unit && <span className="quiet">{unit}</span>}
      </h2>
      <div className={styles.controls}>
        {numbers.length > 1 && (
          <Choice label={texts.seriesField} size="xs" value={name} choices={numbers} onChoose={setWanted} />
        )}
        <Choice label={texts.timeField} size="xs" value={span} choices={spans} onChoose={setSpan} />
      </div>
      <Chart at={at} values={values} label={title} unit={unit} summary={texts.chart(title)} />
      <Figures series={{ ...series, unit }} />
      <p className="quiet">{texts.chartHint}</p>
    </section>
  )
}

function Figures({ series: { at, values, unit, name: series } }: { series: Series }) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, at: at[index] ?? 0 }]))
  const extreme = (isBetter: (a: number, b: number) => boolean) =>
    known.reduce((best, one) => (isBetter(one.value, best.value) ? one : best))
  if (known.length === 0) return <p className="quiet">{texts.noneInTime}</p>
  const [least, most, latest] = [extreme((a, b) => a < b), extreme((a, b) => a > b), known.at(-1)]
  const figures = [
    [texts.latest, latest],
    [texts.least, least],
    [texts.most, most],
  ] as const
  return (
    <p className={styles.figures}>
      {figures.map(
        ([name, figure]) =>
          figure && (
            <span key={name}>
              <span className="quiet">{name}</span> <Measured name={series} value={figure.value} unit={unit} />{' '}
              <span className="quiet">
                <Time value={figure.at * 1000} />
              </span>
            </span>
          ),
      )}
      <span className="quiet">{texts.counts(known.length, values.length - known.length)}</span>
    </p>
  )
}

interface TakeAwayProps extends Pick<Props, 'name' | 'facts' | 'records' | 'readAt' | 'total'> {
  isRevealed: boolean
}

function TakeAway({ records, name, facts, readAt, total, isRevealed }: TakeAwayProps) {
  const save = (kind: FileKind) =>
    void saveTable(kind, {
      what: name ?? facts.code,
      parts: [name && facts.code, facts.vehicle, texts.fileCount(records.length, total)],
      at: readAt,
      facts: { ...(name && { signal: name }), ...facts },
      records: isRevealed ? records : maskedOf(records), // only when it is asked for: there may be many
    })
  return (
    <div className="row">
      <Button size="compact-sm" variant="default" onClick={() => save('CSV')}>
        {texts.saveCsv(records.length)}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => save('JSON')}>
        {texts.saveJson}
      </Button>
      <span>
        {texts.pageLink} <CopyButton text={location.href} what={texts.pageLinkCopied} />
      </span>
    </div>
  )
}
