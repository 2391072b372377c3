/** One signal of several vehicles in one chart: each priced before it is read, each with a status of its own. */
import { type ComponentProps, type ComponentType, useMemo } from 'react'
import { maskText } from '../../api/mask'
import { SIGNALS_MAX_PAGE_SIZE, signals } from '../../api/signals'
import { saveTable } from '../../core/table-file'
import { Button } from '../../ui/button'
import type { Chart } from '../../ui/chart'
import { mergeTimes } from '../../ui/merge-times'
import { useNoToken } from '../vehicles/no-token'
import { cancelReading, readNow } from '../vehicles/readings'
import * as common from '../vehicles/texts'
import type { Wanted } from './all-values'
import { AddVehicles } from './comparison-add'
import { type ComparedVehicle, compare } from './comparison-choice'
import { ComparedTable, PointsTable, pointsOf } from './comparison-table'
import * as texts from './comparison-texts'
import { Troubles } from './comparison-troubles'
import type { Series } from './signal-values'
import * as signalTexts from './texts'
import { type Row, useComparison } from './use-comparison'

interface Props {
  wanted: Wanted
  chosen: readonly ComparedVehicle[]
  /** Of the page’s own vehicle: all that it has. */
  series: Series
  title: string
  Chart: ComponentType<ComponentProps<typeof Chart>>
}

const read = (rows: readonly Row[]) => {
  for (const { input } of rows) void readNow(signals.values, input)
}

export function Comparison({ wanted, chosen, series, title, Chart }: Props) {
  const found = useComparison(wanted, chosen, series)
  const token = useNoToken(wanted.vehicleId, signals.values.host)
  const rows = found.rows.map((row) => ({ ...row, reason: row.reading && (token.reason ?? row.reason) }))
  const unread = rows.filter(
    ({ reading, reason }) => reading && !reading.latest && ['idle', 'cancelled'].includes(reading.phase) && !reason,
  )
  const reading = rows.filter((row) => row.reading?.phase === 'reading')
  const ready = rows.filter((row) => !row.reading || row.reading.latest).length
  return (
    <section className="stack" aria-labelledby="comparison">
      <h2 id="comparison">{texts.heading(title)}</h2>
      <AddVehicles
        known={rows.map(({ vehicleId }) => vehicleId)}
        onAdd={(ids) => compare(wanted, { vehicles: [...chosen, ...ids.map((vehicleId) => ({ vehicleId }))] })}
      />
      {chosen.length > 0 && (
        <div className="row">
          {unread.length > 0 && (
            <Button size="xs" onClick={() => read(unread)}>
              {texts.readAll(unread.length)}
            </Button>
          )}
          {reading.length > 0 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                for (const { input } of reading) cancelReading(signals.values, input)
              }}
            >
              {common.cancel}
            </Button>
          )}
          <span role="status" className="quiet">
            {texts.progress(ready, rows.length)}
          </span>
          <span className="quiet">
            {'· '}
            {texts.newestOnly(SIGNALS_MAX_PAGE_SIZE)}
          </span>
        </div>
      )}
      {found.series.slice(1).some(Boolean) && (
        <Drawn series={found.series} labels={rows.map(({ label }) => label)} title={title} Chart={Chart} />
      )}
      {chosen.length > 0 && (
        <ComparedTable
          rows={rows}
          code={wanted.signalCode}
          onTakeOut={(id) => compare(wanted, { vehicles: chosen.filter(({ vehicleId }) => vehicleId !== id) })}
          onUser={(vehicleId, user) =>
            compare(wanted, {
              vehicles: chosen.map((one) => (one.vehicleId === vehicleId ? { vehicleId, ...(user && { user }) } : one)),
            })
          }
          onRead={(row) => read([row])}
        />
      )}
      <Troubles rows={rows} onRead={read} />
      {chosen.length > 0 && <TakeAway rows={rows} series={found.series} title={title} code={wanted.signalCode} />}
    </section>
  )
}

interface DrawnProps extends Pick<Props, 'title' | 'Chart'> {
  series: readonly (Series | undefined)[]
  labels: readonly string[]
}

function Drawn({ series: all, labels, title, Chart }: DrawnProps) {
  const names = JSON.stringify(labels) // they are another array with every drawing
  const { at, lines } = useMemo(() => {
    const merged = mergeTimes(all.map((series) => series ?? { at: [], values: [] }))
    return {
      at: merged.at,
      lines: all.map((series, index) => {
        const unit = (series ?? all[0])?.unit
        const values = merged.values[index] ?? []
        return { label: labels[index] ?? '', unit: unit && maskText(unit), values, axis: unit ?? '' }
      }),
    }
  }, [all, names])
  return <Chart at={at} lines={lines} summary={signalTexts.chart(texts.heading(title), texts.pointsTable)} />
}

interface TakeAwayProps extends Pick<Props, 'title'> {
  rows: readonly Row[]
  series: readonly (Series | undefined)[]
  code: string
}

function TakeAway({ rows, series, title, code }: TakeAwayProps) {
  const points = useMemo(() => pointsOf(series), [series])
  const save = () =>
    void saveTable('CSV', {
      what: texts.fileName(title),
      parts: [code, texts.vehicles(series.filter(Boolean).length), signalTexts.fileCount(points.length, undefined)],
      at: Date.now(),
      facts: { code },
      records: points.map(({ row, at, value, unit }) => ({
        vehicle: rows[row]?.vehicleId,
        time: new Date(at * 1000).toISOString(),
        value,
        unit,
      })),
    })
  return (
    <>
      <div>
        <Button size="compact-sm" variant="default" onClick={save}>
          {texts.save(points.length)}
        </Button>
      </div>
      <details>
        <summary>{texts.showTable}</summary>
        <PointsTable points={points} rows={rows} />
      </details>
    </>
  )
}
