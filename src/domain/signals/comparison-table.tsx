/** The compared vehicles as tables: the legend of their lines with status and figures, and every value that is drawn. */
import { Link } from '@tanstack/react-router'
import { ApiError, isAsleep } from '../../api/errors'
import { maskText } from '../../api/mask'
import { signals } from '../../api/signals'
import { useSpent } from '../../requests/spent-requests'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { cut, formatCount } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { Measured } from '../../ui/measure'
import { NoValue } from '../../ui/no-value'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { ReadState } from '../../ui/read-state'
import { Swatch } from '../../ui/series'
import { Time, ZoneProvider } from '../../ui/time'
import { cancelReading } from '../vehicles/readings'
import * as common from '../vehicles/texts'
import styles from './comparison.module.css'
import * as texts from './comparison-texts'
import { type Figure, figuresOf, recordsOf, type Series } from './signal-values'
import * as signalTexts from './texts'
import type { Row } from './use-comparison'

interface Props {
  rows: readonly Row[]
  code: string
  onRead: (row: Row) => void
  onTakeOut: (vehicleId: string) => void
  onUser: (vehicleId: string, user: string) => void
}

export function ComparedTable({ rows, ...given }: Props) {
  return (
    <PlainTable name={texts.table} headers={texts.columns}>
      <tbody>
        {rows.map((row, index) => (
          <ComparedRow key={row.vehicleId} row={row} index={index} {...given} />
        ))}
      </tbody>
    </PlainTable>
  )
}

function ComparedRow({
  row,
  index,
  code,
  onRead,
  onTakeOut,
  onUser,
}: Omit<Props, 'rows'> & { row: Row; index: number }) {
  const { vehicleId, label, series, reading } = row
  const spent = useSpent(vehicleId)
  const figures = series && figuresOf(series)
  const unit = series?.unit && maskText(series.unit)
  const measured = (figure: Figure | undefined, unit?: string) =>
    figure && series && <Measured name={series.name} value={figure.value} unit={unit} />
  const link = (
    <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: code }}>
      <bdi translate="no">{label}</bdi>
    </Link>
  )
  return (
    <PlainRow
      cells={[
        <span key="vehicle" className={styles.name}>
          <Swatch index={index} /> {reading ? link : <bdi translate="no">{label}</bdi>}
        </span>,
        <Status key="status" row={row} onUser={(user) => onUser(vehicleId, user)} />,
        <span key="latest" className={styles.figure}>
          {measured(figures?.latest, unit)} {figures?.latest && <Age at={figures.latest.at * 1000} />}
        </span>,
        measured(figures?.least),
        measured(figures?.most),
        figures && formatCount(figures.known),
        formatCount(spent),
        reading && (
          <span key="actions" className={styles.actions}>
            {reading.phase === 'reading' ? (
              <Button size="compact-sm" variant="default" onClick={() => cancelReading(signals.values, row.input)}>
                {common.cancel}
              </Button>
            ) : (
              <Button size="compact-sm" variant="default" reason={row.reason} onClick={() => onRead(row)}>
                {reading.latest ? texts.readAgain : texts.readOne} {common.price}
              </Button>
            )}
            <button
              type="button"
              className="plain-button"
              aria-label={texts.takeOut(label)}
              onClick={() => onTakeOut(vehicleId)}
            >
              <Icon name="x" size={14} />
            </button>
          </span>
        ),
      ]}
    />
  )
}

const Age = ({ at }: { at: number }) => (
  <span className="quiet">
    <ZoneProvider value="relative">
      <Time value={at} />
    </ZoneProvider>
  </span>
)

function Status({ row, onUser }: { row: Row; onUser: (user: string) => void }) {
  const { reading, label, users, user } = row
  return (
    <span className={styles.status}>
      <span>
        <Word row={row} />
      </span>
      {row.reason && <span className="quiet">{row.reason}</span>}
      {reading && users.length > 1 && (
        <Choice
          label={texts.whose(label)}
          size="xs"
          value={user ?? ''}
          choices={[
            { value: '', label: signalTexts.chooseUser },
            ...users.map(({ id, name }) => ({ value: id, label: cut(name, 60) })),
          ]}
          onChoose={onUser}
        />
      )}
    </span>
  )
}

function Word({ row: { reading, series } }: { row: Row }) {
  if (!reading) return texts.onThisPage
  const { phase, latest, error } = reading
  if (phase === 'reading') return <ReadState kind="reading" />
  if (phase === 'failed') {
    const isRefused = error instanceof ApiError && error.status === 403
    return <ReadState kind={isAsleep(error) ? 'asleep' : isRefused ? 'notPermitted' : 'failed'} />
  }
  if (phase === 'cancelled') return texts.cancelled
  if (!latest) return <ReadState kind="notRead" />
  if (!series) return recordsOf(latest.raw).length === 0 ? texts.noValues : texts.noNumbers
  return texts.readAt(<Age at={latest.receivedAt} />)
}

export interface ComparedPoint {
  /** Of which row. */
  row: number
  /** Seconds since the epoch. */
  at: number
  value: number | null
  unit: string | undefined
}

/** Every value of every vehicle, the newest first. */
export const pointsOf = (all: readonly (Series | undefined)[]): ComparedPoint[] =>
  all
    .flatMap((series, row) =>
      (series?.at ?? []).map((at, index) => ({
        row,
        at,
        value: series?.values[index] ?? null,
        unit: series?.unit && maskText(series.unit),
      })),
    )
    .sort((a, b) => b.at - a.at)

/** More rows than this nobody reads on a page. */
const MOST_POINTS = 200

export function PointsTable({ points, rows }: { points: readonly ComparedPoint[]; rows: readonly Row[] }) {
  return (
    <>
      <PlainTable name={texts.points} headers={texts.pointColumns} dated={0}>
        <tbody>
          {points.slice(0, MOST_POINTS).map(({ row, at, value, unit }, index) => (
            <PlainRow
              key={index}
              cells={[
                <Time key="time" value={at * 1000} isBare />,
                <bdi translate="no" key="vehicle">
                  {rows[row]?.label}
                </bdi>,
                value === null ? (
                  <NoValue key="value" kind="null" />
                ) : (
                  <Measured key="value" value={value} unit={unit} />
                ),
              ]}
            />
          ))}
        </tbody>
      </PlainTable>
      {points.length > MOST_POINTS && <p className="quiet">{texts.morePoints(points.length - MOST_POINTS)}</p>}
    </>
  )
}
