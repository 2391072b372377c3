/** The version 3 signals that stand for a version 2.0 read. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counterpartOf, counterparts } from '../../api/counterparts.data'
import { fullSignalName } from '../../api/signal-names'

const version3 = (signals: ReactNode) => <>Version 3: {signals}</>

interface Props {
  /** The version 2.0 path. */
  path: string
  /** Where known, the signals' histories are one click away. */
  vehicleId?: string | undefined
  /** True where what stands above it says the version already. */
  isBare?: boolean
}

export function CounterpartOf({ path, vehicleId, isBare = false }: Props) {
  const counterpart = counterpartOf(path)
  if (!counterpart) return null
  const signals = counterpart.signals.map((signal, index) => (
    <span key={signal}>
      {index > 0 && ', '}
      {vehicleId === undefined ? (
        <Signal signal={signal} />
      ) : (
        <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: signal.toLowerCase() }}>
          <Signal signal={signal} />
        </Link>
      )}
    </span>
  ))
  return (
    <span className="quiet" title={counterpart.note}>
      {isBare ? signals : version3(signals)}
    </span>
  )
}

/** The version 2.0 paths whose readings a signal carries. @param code in lower case */
export const PathsOf = ({ code }: { code: string }) =>
  counterparts
    .filter(({ signals }) => signals.some((signal) => signal.toLowerCase() === code))
    .map(({ path }) => (
      <code translate="no" key={path}>
        {path}{' '}
      </code>
    ))

/** Named by rule, without the catalogue of all signals. */
function Signal({ signal }: { signal: string }) {
  const [group = '', name = ''] = signal.split('-')
  return (
    <>
      {fullSignalName(group, name)} <code translate="no">{signal.toLowerCase()}</code>
    </>
  )
}
