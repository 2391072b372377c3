/** Signal values of the sandbox (2.6, 4.2): two shapes, each value computed from seed, vehicle, code and index. */
import { plain } from '../api/links'
import { failForId } from './connections'
import { SandboxError } from './errors'
import { NEWEST } from './fleet'
import type { Handlers } from './handlers'
import { envelope, readPage } from './paging'
import { fraction, hash } from './random'

/** Not shown by the interface (8). */
const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 100
/** One odometer reading every three hours, back from the newest. */
const ODOMETER_VALUES = 4_000
const THREE_HOURS_MS = 3 * 3_600_000
const DOOR_ROWS = 2
const DOOR_COLUMNS = 2

type Value = Record<string, unknown>
interface Series {
  total: number
  value(seed: number, car: number, index: number): Value
}

const series: Readonly<Record<string, Series>> = {
  'closure-doors': {
    total: DOOR_ROWS * DOOR_COLUMNS,
    value: (seed, car, index) => ({
      row: Math.floor(index / DOOR_COLUMNS),
      column: index % DOOR_COLUMNS,
      isOpen: hash(seed, 71, car * 4 + index) % 9 === 0,
      isLocked: hash(seed, 72, car * 4 + index) % 4 !== 0,
    }),
  },
  'odometer-traveleddistance': {
    total: ODOMETER_VALUES,
    value: (seed, car, index) => ({
      value:
        Math.round((20_000 + (hash(seed, 73, car) % 90_000) - index * 6.4 - fraction(seed, 74, car + index) * 3) * 10) /
        10,
      unit: 'kilometers',
      recordedAt: new Date(NEWEST - index * THREE_HOURS_MS).toISOString(),
    }),
  },
}

export const signalHandlers: Handlers['signals'] = {
  values({ params: { vehicleId, signalCode }, query, world }) {
    failForId(vehicleId)
    failForId(signalCode)
    const { fleet, isGone } = world
    const car = fleet.find('vehicleId', vehicleId).find((row) => !isGone(row))
    if (car === undefined) throw new SandboxError(404, 'There is no such vehicle.')
    const found = Object.hasOwn(series, signalCode) ? series[signalCode] : undefined
    if (!found) throw new SandboxError(404, 'The vehicle has no such signal.')
    const page = readPage(query, { dialect: plain, defaultSize: DEFAULT_PAGE_SIZE, maxSize: MAX_PAGE_SIZE })
    const first = (page.number - 1) * page.size
    const count = Math.max(0, Math.min(page.size, found.total - first))
    const data = Array.from({ length: count }, (_, place) => found.value(fleet.seed, car, first + place))
    const path = `/v3/vehicles/${encodeURIComponent(vehicleId)}/signals/${encodeURIComponent(signalCode)}/values`
    return envelope(data, found.total, page, path, plain)
  },
}
