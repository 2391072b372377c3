/** A second signal of the vehicle, laid over the first: priced before it is read, on an axis of its own. */
import { type ComponentProps, type ComponentType, type ReactNode, useId, useMemo, useState } from 'react'
import { isAsleep } from '../../api/errors'
import { pagingOf } from '../../api/json-api'
import { maskText } from '../../api/mask'
import { signals } from '../../api/signals'
import { signalOf } from '../../api/signals.data'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import type { Chart } from '../../ui/chart'
import { cut } from '../../ui/format'
import { formatExact, Measured, shortUnit } from '../../ui/measure'
import { mergeTimes } from '../../ui/merge-times'
import { NoValue } from '../../ui/no-value'
import { Notice } from '../../ui/notice'
import { Swatch } from '../../ui/series'
import { Time } from '../../ui/time'
import { Asleep } from '../vehicles/asleep'
import { useNoToken } from '../vehicles/no-token'
import { cancelReading, readNow, useReading } from '../vehicles/readings'
import { retry } from '../vehicles/request-texts'
import * as common from '../vehicles/texts'
import { Timer } from '../vehicles/timer'
import { pagesFor, useAllValues, type Wanted } from './all-values'
import { AsTable } from './drawings/as-table'
import { firstValues } from './first-values'
import styles from './number-series.module.css'
import { overlayOf } from './overlay-choice'
import { ReadAll } from './read-all'
import { readSignal } from './recent-signals'
import { type EnteredSignal, enteredSignal, SignalField } from './signal-field'
import { figuresOf, recordsOf, type Series, seriesOf, since } from './signal-values'
import * as texts from './texts'

interface Props {
  wanted: Wanted
  /** Of the second signal; empty while none is chosen. */
  code: string
  /** The first signal’s, as it is shown. */
  series: Series
  title: string
  /** Nothing earlier is shown, in seconds since the epoch. */
  begin: number
  Chart: ComponentType<ComponentProps<typeof Chart>>
}

type Line = ComponentProps<typeof Chart>['lines'][number]

/** The numbers of both by time, as a table and as a file. */
function Both({ at, lines, code }: { at: readonly number[]; lines: readonly Line[]; code: string }) {
  const rows = useMemo(
    () => at.map((time, index) => ({ time, values: lines.map(({ values }) => values[index]) })),
    [at, lines],
  )
  const titles = lines.map(({ label, unit }) => (unit ? `${label} (${shortUnit(unit)})` : label))
  return (
    <AsTable
      name={texts.both}
      headers={[texts.timeColumn, ...titles]}
      rows={rows}
      cellsOf={({ time, values }) => [
        <Time key="time" value={time * 1000} isBare />,
        ...values.map((value) =>
          typeof value === 'number' ? formatExact(value) : <NoValue key="none" kind="absent" />,
        ),
      ]}
      recordOf={({ time, values }) => ({
        time: new Date(time * 1000).toISOString(),
        ...Object.fromEntries(titles.map((title, index) => [title, values[index] ?? null])),
      })}
      what={texts.both}
      counted={texts.fileCount(rows.length, undefined)}
      code={code}
    />
  )
}

const nameOf = (code: string) => signalOf(code)?.fullName ?? cut(code, 60)

export function Overlay({ wanted, code, series, title, begin, Chart }: Props) {
  const second = useSecond(wanted, code, begin)
  const { at, lines } = useMemo(() => {
    const both = [{ series, label: title }, ...(second ? [{ series: second.series, label: second.title }] : [])]
    const merged = mergeTimes(both.map((one) => one.series))
    return {
      at: merged.at,
      lines: both.map(({ series: { unit }, label }, index) => ({
        label,
        unit: unit && maskText(unit),
        values: merged.values[index] ?? [],
        axis: String(index),
      })),
    }
  }, [series, title, second])
  return (
    <>
      {code === '' ? (
        <ChooseSignal wanted={wanted} />
      ) : (
        <Reading wanted={wanted} code={code} hasSeries={second !== undefined}>
          {second && (
            <ul aria-label={texts.laidOver} className={styles.legend}>
              {[
                { series, label: title },
                { series: second.series, label: second.title },
              ].map((one, index) => (
                <li key={index}>
                  <Swatch index={index} /> <bdi translate="no">{one.label}</bdi> <Latest series={one.series} />{' '}
                  <span className="quiet">{index === 0 ? texts.onTheLeft : texts.onTheRight}</span>
                </li>
              ))}
            </ul>
          )}
        </Reading>
      )}
      <Chart
        at={at}
        lines={lines}
        summary={second ? texts.chart(texts.and(title, second.title), texts.both) : texts.chart(title)}
      />
      {second && <Both at={at} lines={lines} code={`${wanted.signalCode} ${code}`} />}
    </>
  )
}

function Latest({ series }: { series: Series }) {
  const { latest } = figuresOf(series)
  if (!latest) return <span className="quiet">{texts.noneInTime}</span>
  return <Measured name={series.name} value={latest.value} unit={series.unit && maskText(series.unit)} />
}

/** What was read of the second signal, as a series; undefined where there is none. */
function useSecond(wanted: Wanted, code: string, begin: number) {
  const other = { ...wanted, signalCode: code }
  const { latest } = useReading(signals.values, firstValues(other))
  const all = useAllValues(other)
  const whole = all?.isWhole ? all.records : undefined
  return useMemo(() => {
    const records = whole ?? (latest ? recordsOf(latest.raw) : [])
    const found = seriesOf(records, undefined, 1)
    return found && { series: since(found, begin), title: texts.columnOf(nameOf(code), found.name) }
  }, [whole, latest, code, begin])
}

function ChooseSignal({ wanted }: { wanted: Wanted }) {
  const [entered, setEntered] = useState<EnteredSignal>(enteredSignal(''))
  const other = { ...wanted, signalCode: entered.code }
  const { latest } = useReading(signals.values, firstValues(other))
  const token = useNoToken(wanted.vehicleId, signals.values.host)
  const saidAt = useId()
  const isSame = entered.code.toLowerCase() === wanted.signalCode.toLowerCase()
  const reason =
    entered.code === '' ? texts.chooseSignal : isSame ? texts.otherSignal : latest ? undefined : token.reason
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (reason !== undefined) return
    overlayOf(wanted, entered.code)
    if (latest) return
    readSignal(entered.code)
    void readNow(signals.values, firstValues(other))
  }
  return (
    <form aria-label={texts.addSignal} className={styles.choose} onSubmit={submit}>
      <SignalField value={entered} onChange={setEntered} size="xs" />
      <Button type="submit" size="xs" variant="default" reason={reason} saidAt={reason && saidAt}>
        {texts.readOther(entered.code === '' ? texts.aSignal : nameOf(entered.code), latest ? 0 : 1)}
      </Button>
      {reason && (
        <p id={saidAt} className="quiet">
          {reason}
        </p>
      )}
    </form>
  )
}

interface ReadingProps extends Pick<Props, 'wanted' | 'code'> {
  /** True where there is something to draw. */
  hasSeries: boolean
  children: ReactNode
}

/** How the reading of the second signal stands, with what to do about it. */
function Reading({ wanted, code, hasSeries, children: legend }: ReadingProps) {
  const other = { ...wanted, signalCode: code }
  const input = firstValues(other)
  const { phase, latest, error, startedAt } = useReading(signals.values, input)
  const read = () => void readNow(signals.values, input)
  const name = nameOf(code)
  const paging = latest && pagingOf(latest.value)
  const shown = latest ? recordsOf(latest.raw).length : 0
  return (
    <div className="stack">
      <div className={styles.laidOver}>
        {legend}
        {phase === 'reading' && (
          <>
            <Timer startedAt={startedAt ?? 0} />
            <Button size="compact-sm" variant="default" onClick={() => cancelReading(signals.values, input)}>
              {common.cancel}
            </Button>
          </>
        )}
        {(phase === 'idle' || phase === 'cancelled') && (
          <>
            {phase === 'cancelled' && <span>{texts.cancelled}</span>}
            <Button size="compact-sm" variant="default" onClick={read}>
              {texts.readOther(name, 1)}
            </Button>
          </>
        )}
        <Button size="compact-sm" variant="default" onClick={() => overlayOf(wanted, '')}>
          {texts.takeOff(name)}
        </Button>
        {paging && (
          <ReadAll
            name={name}
            wanted={other}
            price={pagesFor(paging.totalCount ?? shown)}
            total={paging.totalCount}
            shown={shown}
          />
        )}
      </div>
      {phase === 'failed' &&
        (isAsleep(error) ? (
          <Asleep error={error} onRetry={read} />
        ) : (
          <Failure error={error} onRetry={read} retry={retry(1)} />
        ))}
      {latest && !hasSeries && <Notice tone="calm">{texts.nothingToDraw(name)}</Notice>}
    </div>
  )
}
