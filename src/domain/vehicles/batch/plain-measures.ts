/** What most version 2.0 bodies say, as a few named measures: all that a vehicle’s first page reads. */
import { masked } from '../../../api/mask'
import { formatExact } from '../../../ui/measure'
import * as texts from './measures-texts'

export interface Measure {
  /** Absent where the read has one value only. */
  name?: string
  /** Null and undefined are shown as such; zero is a value. */
  value: number | string | boolean | null | undefined
  unit?: string
  /** True of a word of the provider’s for how something is, in capitals. */
  isState?: true
}

type Body = Readonly<Record<string, unknown>>
type Reader = (body: Body, isImperial: boolean) => Measure[]

const scalar = (value: unknown): Measure['value'] =>
  value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    ? value
    : undefined
/** Version 2.0 gives 0 to 1 (2.7). Some vehicles report 62, which is shown as sent: no rule tells how it was meant. */
const share = (value: unknown): Pick<Measure, 'value' | 'unit'> =>
  typeof value === 'number' && value >= 0 && value <= 1
    ? { value: Number((value * 100).toPrecision(15)), unit: '%' } // without the noise of the product
    : { value: scalar(value) }

/** A latitude and a longitude in one line; undefined unless both are numbers. */
export function positionMeasure(body: unknown): Measure | undefined {
  const { latitude, longitude }: { latitude?: unknown; longitude?: unknown } = { ...(typeof body === 'object' && body) }
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  const text = `${formatExact(latitude)}, ${formatExact(longitude)}`
  return { value: latitude === 0 && longitude === 0 ? texts.noPosition(text) : text }
}

const distance = (isImperial: boolean) => (isImperial ? 'mi' : 'km')

/** Parts that can be open, counted; how each is, the raw view tells. */
function openings(body: Body): Measure[] {
  return ['doors', 'windows', 'sunroof', 'storage', 'chargingPort'].flatMap((name) => {
    const parts = body[name]
    if (!Array.isArray(parts)) return name in body ? [{ name, value: scalar(parts) }] : []
    if (parts.length === 0) return []
    const open = parts.filter((part) => String((part as Body | null)?.status).toUpperCase() === 'OPEN').length // of any shape
    return [{ name, value: texts.open(open, parts.length) }]
  })
}

const list = (value: unknown, counted: (count: number) => string): Measure[] => [
  { value: Array.isArray(value) ? counted(value.length) : scalar(value) },
]

const readers: Readonly<Record<string, Reader>> = {
  '/odometer': ({ distance: value }, isImperial) => [{ value: scalar(value), unit: distance(isImperial) }],
  '/location': (body) => {
    const position = positionMeasure(body)
    if (position) return [position]
    const { latitude, longitude } = body
    return [
      { name: texts.latitude, value: scalar(latitude) },
      { name: texts.longitude, value: scalar(longitude) },
    ]
  },
  '/fuel': ({ amountRemaining, percentRemaining, range }, isImperial) => [
    { name: texts.level, ...share(percentRemaining) },
    { name: texts.amount, value: scalar(amountRemaining), unit: isImperial ? 'gal' : 'l' },
    { name: texts.range, value: scalar(range), unit: distance(isImperial) },
  ],
  '/battery': ({ percentRemaining, range }, isImperial) => [
    { name: texts.level, ...share(percentRemaining) },
    { name: texts.range, value: scalar(range), unit: distance(isImperial) },
  ],
  '/battery/capacity': ({ capacity }) => [{ value: scalar(capacity), unit: 'kWh' }],
  '/charge': ({ isPluggedIn, state }) => [
    { name: texts.pluggedIn, value: scalar(isPluggedIn) },
    { name: texts.state, value: scalar(state), isState: true },
  ],
  '/charge/limit': ({ limit }) => [share(limit)],
  '/engine/oil': ({ lifeRemaining }) => [{ name: texts.lifeLeft, ...share(lifeRemaining) }],
  '/tires/pressure': (body, isImperial) =>
    texts.wheels.map(([key, name]) => ({ name, value: scalar(body[key]), unit: isImperial ? 'psi' : 'kPa' })),
  '/security': (body) => [{ name: texts.locked, value: scalar(body.isLocked) }, ...openings(body)],
  '/diagnostics/dtcs': ({ activeCodes }) => list(activeCodes, texts.activeCodes),
  '/diagnostics/system_status': ({ systems }) => {
    if (!Array.isArray(systems)) return list(systems, texts.systems)
    const alerts = systems.filter((system) => (system as Body | null)?.status === 'ALERT').length // of any shape
    return [{ value: texts.alerts(alerts, systems.length) }]
  },
  '/vin': ({ vin }) => [{ value: scalar(masked(vin, 'vin')) }],
  '/': ({ make, model, year }) => [
    { name: texts.make, value: scalar(make) },
    { name: texts.model, value: scalar(model) },
    { name: texts.year, value: typeof year === 'number' ? String(year) : scalar(year) },
  ],
  '/permissions': ({ permissions }) => list(permissions, texts.permissions),
}

/**
 * @param path without a query
 * @returns undefined where there is no such read here; text where the body is no such thing at all
 */
export function plainMeasuresOf(
  path: string,
  body: unknown,
  unitSystem: string | undefined,
): Measure[] | string | undefined {
  const reader = Object.hasOwn(readers, path) ? readers[path] : undefined
  if (!reader) return undefined
  if (body === null || body === undefined) return [{ value: body }]
  if (typeof body !== 'object' || Array.isArray(body)) return Array.isArray(body) ? texts.listCame : texts.noObject
  return reader({ ...body }, unitSystem?.toLowerCase() === 'imperial')
}

/** Where no element can stand that holds the rest of a number, every digit is written. */
export const valueText = (value: Measure['value']): string =>
  typeof value === 'number'
    ? formatExact(value)
    : typeof value === 'boolean'
      ? value
        ? texts.yes
        : texts.no
      : value === undefined
        ? texts.absent
        : (value ?? texts.nothing)
