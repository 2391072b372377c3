/** The version 3 signals that stand for a version 2.0 read. */
import { Link } from '@tanstack/react-router'
import { counterpartOf } from '../../api/counterparts.data'
import * as texts from './-counterpart-texts'

interface Props {
  /** The version 2.0 path. */
  path: string
  /** Where known, the signals' histories are one click away. */
  vehicleId?: string | undefined
}

export function CounterpartOf({ path, vehicleId }: Props) {
  const counterpart = counterpartOf(path)
  if (!counterpart) return null
  return (
    <span className="quiet" title={counterpart.note}>
      {texts.version3(
        counterpart.codes.map((code, index) => (
          <span key={code}>
            {index > 0 && ', '}
            {vehicleId === undefined ? (
              <code>{code}</code>
            ) : (
              <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: code }}>
                <code>{code}</code>
              </Link>
            )}
          </span>
        )),
      )}
    </span>
  )
}
