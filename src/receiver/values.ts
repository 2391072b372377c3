/** What a delivery tells of its vehicle: of each signal its value and whether it fails, and errors; each code once. */
import type { DeliveredError, DeliveredSignal, Delivery } from '../api/deliveries'

export interface ToldSignal {
  signal: DeliveredSignal
  hasValue: boolean
  /** Undefined where nothing is said of it. */
  isFailing: boolean | undefined
}

const isFailing = ({ error, status }: DeliveredSignal): boolean =>
  error !== undefined || status?.toUpperCase() === 'ERROR'

/** Of a code that comes twice the later recorded one counts, else the later one in the list. */
export function signalsOf({ signals }: Pick<Delivery, 'signals'>): ToldSignal[] {
  const byCode = new Map<string, DeliveredSignal>()
  for (const signal of signals) {
    const known = byCode.get(signal.code)
    if (!known || (signal.recordedAt ?? 0) >= (known.recordedAt ?? 0)) byCode.set(signal.code, signal)
  }
  return [...byCode.values()].map((signal) => {
    const fails = isFailing(signal)
    const hasValue = !fails && signal.body !== undefined && signal.body !== null
    return { signal, hasValue, isFailing: fails || hasValue || signal.status !== undefined ? fails : undefined }
  })
}

/** `code` is empty where there is none. */
export interface NamedError {
  type: string
  code: string
  error: DeliveredError
}

export function errorsOf({ errors }: Pick<Delivery, 'errors'>): NamedError[] {
  const named = errors.map((error) => ({ type: error.type ?? '', code: error.code ?? '', error }))
  return [...new Map(named.map((one) => [JSON.stringify([one.type, one.code]), one])).values()]
}

/** False for what says nothing of a car of the account: a test, or no event of a vehicle, as those of version 2 are none. */
export const tellsOfVehicle = ({ kind, mode, version, vehicleId }: Delivery): boolean =>
  (kind === 'state' || kind === 'error') && mode !== 'test' && !isVersion2(version) && vehicleId !== undefined

export const isVersion2 = (version: string | undefined): boolean => version !== undefined && /^2(\.|$)/.test(version)
