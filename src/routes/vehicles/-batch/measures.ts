/** What a version 2.0 body says, as a few named measures: for a cell of a table, a comparison, a file. */
import { read } from '../../../api/read'
import { vehicles } from '../../../api/vehicles'
import { readOf } from '../../../tools/batch/path'
import { maskVin } from '../../../tools/mask'
import { formatNumber, plural } from '../../../ui/format'
import { capacityCase } from '../-views/capacity-case'
import { recordsOf } from '../-views/service-history'

export interface Measure {
  /** Absent where the read has one value only. */
  name?: string
  /** Null and undefined are shown as such; zero is a value. */
  value: number | string | boolean | null | undefined
  unit?: string
}

type Body = Readonly<Record<string, unknown>>
type Reader = (body: Body, isImperial: boolean) => Measure[]

const scalar = (value: unknown): Measure['value'] =>
  value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    ? value
    : undefined
/** Version 2.0 gives 0 to 1. */
const percent = (value: unknown): Measure['value'] =>
  typeof value === 'number' ? Math.round(value * 10_000) / 100 : scalar(value)
const distance = (isImperial: boolean) => (isImperial ? 'mi' : 'km')

const wheels = [
  ['frontLeft', 'front left'],
  ['frontRight', 'front right'],
  ['backLeft', 'back left'],
  ['backRight', 'back right'],
] as const

/** Parts that can be open, counted; how each is, the raw view tells. */
function openings(body: Body): Measure[] {
  return ['doors', 'windows', 'sunroof', 'storage', 'chargingPort'].flatMap((name) => {
    const parts = body[name]
    if (!Array.isArray(parts)) return name in body ? [{ name, value: scalar(parts) }] : []
    if (parts.length === 0) return []
    const open = parts.filter((part) => String((part as Body | null)?.status).toUpperCase() === 'OPEN').length // of any shape
    return [{ name, value: open === 0 ? 'none open' : `${open} of ${parts.length} open` }]
  })
}

const list = (value: unknown, one: string): Measure[] => [
  { value: Array.isArray(value) ? plural(value.length, one) : scalar(value) },
]

const readers: Readonly<Record<string, Reader>> = {
  '/odometer': ({ distance: value }, isImperial) => [{ value: scalar(value), unit: distance(isImperial) }],
  '/location': ({ latitude, longitude }) =>
    typeof latitude === 'number' && typeof longitude === 'number'
      ? [{ value: `${latitude}, ${longitude}` }]
      : [
          { name: 'latitude', value: scalar(latitude) },
          { name: 'longitude', value: scalar(longitude) },
        ],
  '/fuel': ({ amountRemaining, percentRemaining, range }, isImperial) => [
    { name: 'level', value: percent(percentRemaining), unit: '%' },
    { name: 'amount', value: scalar(amountRemaining), unit: isImperial ? 'gal' : 'l' },
    { name: 'range', value: scalar(range), unit: distance(isImperial) },
  ],
  '/battery': ({ percentRemaining, range }, isImperial) => [
    { name: 'level', value: percent(percentRemaining), unit: '%' },
    { name: 'range', value: scalar(range), unit: distance(isImperial) },
  ],
  '/battery/capacity': ({ capacity }) => [{ value: scalar(capacity), unit: 'kWh' }],
  '/battery/nominal_capacity': (body) => {
    const { value } = read(vehicles.batteryCapacity.response, body)
    const nominal = value.capacity === null ? null : value.capacity?.nominal
    return [
      { value: nominal, unit: 'kWh' },
      { name: 'case', value: capacityCase(value).title },
    ]
  },
  '/charge': ({ isPluggedIn, state }) => [
    { name: 'plugged in', value: scalar(isPluggedIn) },
    { name: 'state', value: scalar(state) },
  ],
  '/charge/limit': ({ limit }) => [{ value: percent(limit), unit: '%' }],
  '/engine/oil': ({ lifeRemaining }) => [{ name: 'life left', value: percent(lifeRemaining), unit: '%' }],
  '/tires/pressure': (body, isImperial) =>
    wheels.map(([key, name]) => ({ name, value: scalar(body[key]), unit: isImperial ? 'psi' : 'kPa' })),
  '/security': (body) => [{ name: 'locked', value: scalar(body.isLocked) }, ...openings(body)],
  '/diagnostics/dtcs': ({ activeCodes }) => list(activeCodes, 'active code'),
  '/diagnostics/system_status': ({ systems }) => {
    if (!Array.isArray(systems)) return list(systems, 'system')
    const alerts = systems.filter((system) => (system as Body | null)?.status === 'ALERT').length // of any shape
    return [
      { value: `${alerts === 0 ? 'no alerts' : plural(alerts, 'alert')} among ${plural(systems.length, 'system')}` },
    ]
  },
  '/vin': ({ vin }) => [{ value: typeof vin === 'string' ? maskVin(vin) : scalar(vin) }],
  '/': ({ make, model, year }) => [
    { name: 'make', value: scalar(make) },
    { name: 'model', value: scalar(model) },
    { name: 'year', value: typeof year === 'number' ? String(year) : scalar(year) },
  ],
  '/permissions': ({ permissions }) => list(permissions, 'permission'),
}

/** Undefined where the console knows no view of this read; text where the body is no such thing at all. */
export function measuresOf(
  path: string,
  body: unknown,
  unitSystem: string | undefined,
): Measure[] | string | undefined {
  const name = readOf(path)
  if (name === '/service/history') return serviceOf(body)
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (!reader) return undefined
  if (body === null || body === undefined) return [{ value: body }]
  if (typeof body !== 'object' || Array.isArray(body))
    return `${Array.isArray(body) ? 'A list' : 'No object'} came where an object is expected.`
  return reader({ ...body }, unitSystem?.toLowerCase() === 'imperial')
}

/** One record or a list of them (2.8). */
function serviceOf(body: unknown): Measure[] | string {
  if (body === null || body === undefined) return [{ value: body }]
  if (typeof body !== 'object') return 'No object came where records are expected.'
  const { value } = read(vehicles.serviceHistory.response, body)
  return [{ value: plural(recordsOf(value).length, 'record') }]
}

export const valueText = (value: Measure['value']): string =>
  typeof value === 'number'
    ? formatNumber(value)
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : value === undefined
        ? 'absent'
        : (value ?? 'null')

/** All of it in one line, e.g. `level 62 %, range 410 km`. */
export function measuresText(measures: Measure[] | string | undefined): string {
  if (measures === undefined) return ''
  if (typeof measures === 'string') return measures
  return measures
    .map(({ name, value, unit }) =>
      [name, valueText(value), typeof value === 'number' && unit].filter(Boolean).join(' '),
    )
    .join(', ')
}
