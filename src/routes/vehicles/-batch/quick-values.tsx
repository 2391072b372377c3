/** Odometer, location and fuel as small typed values; what they do not hold is said. */
import type { ReactNode } from 'react'
import { useConfig } from '../../../tools/config'
import { placeOf } from '../../../tools/signal-records'
import { formatNumber } from '../../../ui/format'
import { isSafeLink } from '../../../ui/link'
import { NoValue } from '../../../ui/no-value'

interface Props {
  body: unknown
  /** `metric` or `imperial`; absent: the service's default, metric. */
  unitSystem: string | undefined
}

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}

/** A number with its unit, or the word for why there is none; zero is a value. */
function Measure({ value, unit }: { value: unknown; unit: string }) {
  if (typeof value !== 'number') return <NoValue kind={value === null ? 'null' : 'absent'} />
  return (
    <span className="number">
      {formatNumber(value)} <span className="quiet">{unit}</span>
    </span>
  )
}

const isImperial = (unitSystem: string | undefined) => unitSystem?.toLowerCase() === 'imperial'
const distanceUnit = (unitSystem: string | undefined) => (isImperial(unitSystem) ? 'mi' : 'km')

export function OdometerValue({ body, unitSystem }: Props) {
  return <Measure value={fieldsOf(body).distance} unit={distanceUnit(unitSystem)} />
}

export function LocationValue({ body }: Props) {
  const { mapUrl } = useConfig()
  const place = placeOf(fieldsOf(body))
  if (!place) return <NoValue kind={fieldsOf(body).latitude === null ? 'null' : 'absent'} />
  const href = mapUrl?.replace('{latitude}', String(place.latitude)).replace('{longitude}', String(place.longitude))
  return (
    <>
      <span className="number">
        {place.latitude}, {place.longitude}
      </span>{' '}
      {isSafeLink(href, mapUrl) && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          Open map
        </a>
      )}
    </>
  )
}

export function FuelValue({ body, unitSystem }: Props) {
  const { amountRemaining, percentRemaining, range } = fieldsOf(body)
  const parts: [string, ReactNode][] = [
    // Version 2.0 gives 0 to 1.
    [
      'Level',
      <Measure
        key="level"
        value={typeof percentRemaining === 'number' ? percentRemaining * 100 : percentRemaining}
        unit="%"
      />,
    ],
    ['Amount', <Measure key="amount" value={amountRemaining} unit={isImperial(unitSystem) ? 'gal' : 'l'} />],
    ['Range', <Measure key="range" value={range} unit={distanceUnit(unitSystem)} />],
  ]
  return (
    <>
      {parts.map(([name, value]) => (
        <span key={name}>
          <span className="quiet">{name}</span> {value}{' '}
        </span>
      ))}
    </>
  )
}
