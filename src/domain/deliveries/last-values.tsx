/** What deliveries to this server told of a vehicle last: its open errors, and each signal's newest value. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { deliveries } from '../../api/console/deliveries'
import { consoleKey } from '../../api/console/endpoint'
import type { TeamLastValue } from '../../api/team-deliveries'
import { Failure } from '../../requests/failure'
import { useHints } from '../../requests/use-hints'
import { Button } from '../../ui/button'
import { type Column, DataTable } from '../../ui/data-table'
import { Time } from '../../ui/time'
import { SignalName } from '../signals/signal-name'
import { lastValuesOf } from './delivery-queries'
import { ValueCell } from './last-values-cell'
import { OpenErrors } from './last-values-errors'
import { kindOf } from './last-values-kind'
import * as texts from './last-values-texts'

/** Rows that are drawn at first. */
const FIRST = 50
const EXPECTED = 5
const hinted = [consoleKey(deliveries.lastValues)]

export function LastValues({ vehicleId }: { vehicleId: string }) {
  useHints('deliveries', hinted)
  const { data, error, isFetching, refetch } = useQuery(lastValuesOf(vehicleId))
  const isEmpty = data && data.values.length === 0
  return (
    <section className="stack" aria-labelledby="last-values">
      <div>
        <h2 id="last-values">{texts.title}</h2>
        <p className="quiet">{texts.free}</p>
      </div>
      {error !== null && (
        <Failure error={error} what={texts.couldNotLoad} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data && <OpenErrors errors={data.errors.filter(({ isOpen }) => isOpen)} />}
      {isEmpty && (data.errors.length > 0 ? <p>{texts.noValues}</p> : <Nothing />)}
      {!isEmpty && (data || error === null) && <Values vehicleId={vehicleId} values={data?.values} />}
    </section>
  )
}

function Nothing() {
  return (
    <p>
      {texts.nothing} <span className="quiet">{texts.howTo(<Link to="/webhooks">{texts.webhooks}</Link>)}</span>
    </p>
  )
}

interface ValuesProps {
  vehicleId: string
  /** Undefined until they are known. */
  values: readonly TeamLastValue[] | undefined
}

function Values({ vehicleId, values }: ValuesProps) {
  const [isWhole, setWhole] = useState(false)
  const [isRevealed, setRevealed] = useState(false)
  const columns = useMemo(() => columnsOf(vehicleId, isRevealed), [vehicleId, isRevealed])
  const hasMasked = values?.some(({ value }) => value?.isPrivate && kindOf(value) === 'shown')
  const count = values?.length ?? 0
  return (
    <div>
      {hasMasked && (
        <button type="button" className="plain-button" onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? texts.mask : texts.reveal}
        </button>
      )}
      <DataTable
        name={texts.title}
        columns={columns}
        expected={EXPECTED}
        rows={values?.slice(0, isWhole ? undefined : FIRST).map((last) => ({ key: last.code, row: last }))}
      />
      {!isWhole && count > FIRST && (
        <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
          {texts.showAll(count)}
        </Button>
      )}
    </div>
  )
}

const columnsOf = (vehicleId: string, isRevealed: boolean): readonly Column<TeamLastValue>[] => [
  {
    id: 'signal',
    header: texts.signal,
    cell: ({ code, name }) => (
      <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: code }}>
        <SignalName code={code} given={name} />
      </Link>
    ),
  },
  { id: 'value', header: texts.value, cell: (last) => <ValueCell last={last} isRevealed={isRevealed} /> },
  {
    id: 'recorded',
    header: texts.recorded,
    width: 112,
    cell: ({ value }) => value && <Time value={value.recordedAt} isAge />,
  },
  {
    id: 'received',
    header: texts.received,
    width: 112,
    cell: ({ value, failing }) => <Time value={value?.receivedAt ?? failing?.at} isAge />,
  },
  { id: 'from', header: texts.from, width: 144, cell: ({ value }) => value && <From id={value.deliveryId} /> },
]

function From({ id }: { id: number | null }) {
  if (id === null) return null
  return (
    <Link to="/deliveries/$deliveryId" params={{ deliveryId: String(id) }}>
      {texts.delivery(id)}
    </Link>
  )
}
