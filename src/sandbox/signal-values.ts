/** One value of one signal, computed from seed, vehicle, code and index: a page costs nothing until it is asked for. */
import { NEWEST } from './fleet'
import { fraction, hash, pick } from './random'
import type { Shape } from './signals.data'

/** The newest value first, one every three hours. */
const STEP_MS = 3 * 3_600_000
const VALUES = 4_000
/** One in so many values has nothing in it. */
const NULL_EVERY = 17
const DOOR_ROWS = 2
const DOOR_COLUMNS = 2

export type Value = Record<string, unknown>
interface Place {
  seed: number
  /** The vehicle's row. */
  row: number
  /** A number for the signal's code. */
  code: number
  index: number
}

/** Doors have one record for each; everything else a history. */
export const totalOf = (shape: Shape): number => (shape.kind === 'doors' ? DOOR_ROWS * DOOR_COLUMNS : VALUES)

export function valueAt(shape: Shape, place: Place): Value {
  const { seed, row, code, index } = place
  if (shape.kind === 'doors') return doorOf(seed, row, index)
  const recordedAt = new Date(NEWEST - index * STEP_MS - (hash(seed, 200, row + index) % 60_000)).toISOString()
  const isNull = hash(seed, 201 + code, row * 7 + index) % NULL_EVERY === 0
  return { ...bodyOf(shape, place, isNull), recordedAt }
}

/** Exactly the fields of section 2.6. */
function doorOf(seed: number, row: number, index: number): Value {
  return {
    row: Math.floor(index / DOOR_COLUMNS),
    column: index % DOOR_COLUMNS,
    isOpen: hash(seed, 71, row * 4 + index) % 9 === 0,
    isLocked: hash(seed, 72, row * 4 + index) % 4 !== 0,
  }
}

function bodyOf(shape: Exclude<Shape, { kind: 'doors' }>, place: Place, isNull: boolean): Value {
  const { seed, row, code, index } = place
  const turn = row * 31 + index
  const share = fraction(seed, 210 + code, turn)
  switch (shape.kind) {
    case 'number': {
      const { from, to, digits = 1, unit } = shape
      return { value: isNull ? null : Number((from + share * (to - from)).toFixed(digits)), ...(unit && { unit }) }
    }
    case 'counter': {
      // The newest value first: each is less than the one before it, by less than two steps.
      const newest = shape.from + fraction(seed, 214, row) * (shape.to - shape.from)
      const value = newest - (index + share) * shape.step
      return { value: isNull ? null : Number(value.toFixed(2)), unit: shape.unit }
    }
    case 'boolean':
      return { value: isNull ? null : share < 0.4 }
    case 'word':
      return { value: isNull ? null : pick(shape.words, seed, 211 + code, turn) }
    case 'opening':
      return { isOpen: isNull ? null : share < 0.15, isLocked: share > 0.2 }
    case 'status':
      return share < 0.1 ? { status: 'ALERT', description: 'Visit a workshop' } : { status: 'OK', description: null }
    case 'mode':
      return {
        canonical: pick(['NORMAL', 'ECO', 'SPORT'], seed, 212, turn),
        oemDisplayName: isNull ? null : 'everyday',
      }
    case 'location':
      return {
        latitude: Number((47 + share * 7).toFixed(4)),
        longitude: Number((5.9 + fraction(seed, 213, turn) * 9).toFixed(4)),
        heading: isNull ? null : Math.round(share * 359),
        locationType: 'CURRENT',
      }
    case 'capacity':
      return {
        capacity: 58,
        source: 'SMARTCAR',
        availableCapacities: [{ capacity: 58, description: null }],
        unit: 'kWh',
      }
    case 'grid':
      return gridOf(shape.of, seed, turn)
    default:
      return { values: isNull ? [] : listOf(shape, seed, turn) }
  }
}

function gridOf(of: 'window' | 'tire', seed: number, turn: number): Value {
  const values = [0, 1, 2, 3].map((corner) => {
    const share = fraction(seed, 220 + corner, turn)
    const place = { row: Math.floor(corner / 2), column: corner % 2 }
    return of === 'window'
      ? { ...place, isOpen: share < 0.1 }
      : { ...place, tirePressure: Math.round(210 + share * 30), unit: 'kPa' }
  })
  return { values, rowCount: 2, columnCount: 2 }
}

function listOf(shape: Extract<Shape, { kind: 'list' }>, seed: number, turn: number): unknown[] {
  const count = 1 + (hash(seed, 230, turn) % 3)
  const time = (days: number) => new Date(NEWEST - (turn % 300) * 86_400_000 - days * 86_400_000).toISOString()
  const each = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
  switch (shape.of) {
    case 'limit':
      return each((index) =>
        index === 0
          ? { type: 'GLOBAL', limit: 80, condition: null }
          : { type: 'LOCATION', limit: 90, condition: { name: `Depot ${index}` } },
      )
    case 'charge':
      return each((index) => ({
        id: `C-${turn}-${index}`,
        startTime: time(1),
        endTime: time(0),
        energyAdded: Number((fraction(seed, 231, turn + index) * 60).toFixed(1)),
        isPublicCharger: index === 0,
      }))
    case 'timer':
      return each((index) => ({ departure: `0${6 + index}:30`, isEnabled: index === 0 }))
    case 'code':
      return each((index) => ({
        code: pick(['P0A0F', 'P0128', 'U0100'], seed, 232, turn + index),
        timestamp: index === 1 ? null : time(index),
      }))
    case 'service':
      return each((index) => ({
        id: `S-${turn}-${index}`,
        time: time(index * 90),
        odometer: 20_000 + index * 9000,
        tasks: [{ id: null, description: 'Brake fluid' }],
        cost: { amount: index === 1 ? null : 140, currency: 'EUR' },
      }))
    case 'permission':
      return ['vehicle_cmds', 'vehicle_location'].slice(0, count)
    default:
      return ['Winter', 'Driver assistance', 'Tow bar'].slice(0, count)
  }
}
