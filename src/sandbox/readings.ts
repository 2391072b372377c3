/** Every version 2.0 read that the sandbox answers, alone or in a batch: permission, coverage, body (2.7 to 2.11). */
import { capacityOf } from './capacity'
import type { Car } from './cars'
import { SandboxError } from './errors'
import { NEWEST } from './fleet'
import { fraction, hash, pick } from './random'
import { vinOf } from './vin'
import type { World } from './world'

export type UnitSystem = 'metric' | 'imperial'

export interface ReadingContext {
  world: World
  car: Car
  /** `{connect_url}` */
  connect: string
  /** `{prefix}` */
  prefix: string
  /** As the request asks for; capacities and percentages have no other. */
  units: UnitSystem
}

interface Read {
  permission: string | undefined
  /** True where it can be answered without waking the car. */
  isStored?: boolean
  hasUnits?: boolean
  /** False: the car has no such thing. */
  fits?: (car: Car) => boolean
  body: (context: ReadingContext) => unknown
}

const DAY_MS = 86_400_000
/** Service history exists for these makes only (4.1). */
const SERVICED_MAKES = ['Ford', 'Lexus', 'Mazda', 'Toyota', 'Volkswagen']

const electric = ({ isElectric }: Car) => isElectric
const fuelled = ({ burnsFuel }: Car) => burnsFuel
const round = (value: number, digits = 1) => Number(value.toFixed(digits))
/** How many of a metric unit are one of the other system's: a mile, a gallon, a psi. */
const units = { km: 1.609344, l: 3.785411784, kPa: 6.894757 } as const
const measured = (context: ReadingContext, unit: keyof typeof units, value: number, digits = 1) =>
  round(context.units === 'imperial' ? value / units[unit] : value, digits)
const at = ({ world, car }: ReadingContext, salt: number) => fraction(world.fleet.seed, salt, car.row)
const number = ({ world, car }: ReadingContext, salt: number, most: number) =>
  hash(world.fleet.seed, salt, car.row) % most

const reads: Readonly<Record<string, Read>> = {
  '/': {
    permission: 'read_vehicle_info',
    isStored: true,
    body: ({ car }) => ({
      id: car.id,
      make: car.about.make.toUpperCase(),
      model: car.about.model,
      year: car.about.year,
    }),
  },
  '/permissions': {
    permission: undefined,
    isStored: true,
    body: ({ car }) => ({ paging: { count: car.permissions.size, offset: 0 }, permissions: [...car.permissions] }),
  },
  '/vin': {
    permission: 'read_vin',
    isStored: true,
    body: ({ world, car }) => ({ vin: vinOf(world.fleet.seed, car.row, car.about.year) }),
  },
  '/odometer': {
    permission: 'read_odometer',
    hasUnits: true,
    body: (context) => ({ distance: measured(context, 'km', 4000 + at(context, 100) * 130_000, 2) }),
  },
  '/location': {
    permission: 'read_location',
    body: (context) => ({
      latitude: round(47 + at(context, 101) * 7, 4),
      longitude: round(5.9 + at(context, 102) * 9, 4),
    }),
  },
  '/fuel': {
    permission: 'read_fuel',
    hasUnits: true,
    fits: fuelled,
    body: (context) => ({
      amountRemaining: measured(context, 'l', at(context, 103) * 55),
      percentRemaining: round(at(context, 103), 2),
      range: measured(context, 'km', at(context, 103) * 780),
    }),
  },
  '/engine/oil': {
    permission: 'read_engine_oil',
    fits: fuelled,
    body: (context) => ({ lifeRemaining: round(at(context, 104), 2) }),
  },
  '/tires/pressure': {
    permission: 'read_tires',
    hasUnits: true,
    body: (context) => ({
      frontLeft: measured(context, 'kPa', 215 + at(context, 105) * 25),
      frontRight: measured(context, 'kPa', 215 + at(context, 106) * 25),
      backLeft: measured(context, 'kPa', 215 + at(context, 107) * 25),
      backRight: measured(context, 'kPa', 215 + at(context, 108) * 25),
    }),
  },
  '/battery': {
    permission: 'read_battery',
    hasUnits: true,
    fits: electric,
    body: (context) => ({
      percentRemaining: round(at(context, 109), 2),
      range: measured(context, 'km', at(context, 109) * 480),
    }),
  },
  '/battery/capacity': {
    permission: 'read_battery',
    fits: electric,
    body: ({ world, car, connect }) => ({ capacity: capacityOf(world, car, connect).capacity?.nominal ?? null }),
  },
  '/battery/nominal_capacity': {
    permission: 'read_battery',
    isStored: true,
    fits: electric,
    body: ({ world, car, connect }) => capacityOf(world, car, connect),
  },
  '/charge': {
    permission: 'read_charge',
    fits: electric,
    body: (context) => ({
      isPluggedIn: number(context, 110, 3) > 0,
      state: pick(['CHARGING', 'FULLY_CHARGED', 'NOT_CHARGING'], context.world.fleet.seed, 111, context.car.row),
    }),
  },
  '/charge/limit': {
    permission: 'read_charge',
    fits: electric,
    body: (context) => ({ limit: round(0.6 + number(context, 112, 5) / 10, 1) }),
  },
  '/security': { permission: 'read_security', body: security },
  '/service/history': { permission: 'read_service_history', isStored: true, hasUnits: true, body: serviceHistory },
  '/diagnostics/dtcs': { permission: 'read_diagnostics', body: troubleCodes },
  '/diagnostics/system_status': { permission: 'read_diagnostics', body: systemStatus },
}

interface Reading {
  body: unknown
  /** As section 4.1, rule 3, has them for batch items. */
  headers: Record<string, string>
}

/**
 * One read of one vehicle.
 * @param path as a batch names it, e.g. `/odometer`
 * @throws SandboxError 404, 403, 409 (asleep), 501
 */
export function readingOf(path: string, context: ReadingContext): Reading {
  const { car, prefix } = context
  const clean = path.split('?')[0]?.replace(/(.)\/$/, '$1') ?? ''
  const read = Object.hasOwn(reads, clean) ? reads[clean] : undefined
  if (!read) throw new SandboxError(404, `There is no read at ${clean.slice(0, 200)}.`)
  if (read.permission && !car.permissions.has(read.permission)) {
    throw new SandboxError(403, `No connection to this vehicle grants ${read.permission}.`)
  }
  if (read.fits && !read.fits(car)) throw new SandboxError(501, 'This vehicle doesn’t have this.')
  if (car.isAsleep && !read.isStored) throw new SandboxError(409)
  const age = new Date(NEWEST - number(context, 99, 6 * 3_600_000)).toISOString()
  const headers = {
    [`${prefix}-data-age`]: age,
    [`${prefix}-fetched-at`]: new Date(NEWEST).toISOString(),
    ...(read.hasUnits && { [`${prefix}-unit-system`]: context.units }),
  }
  return { body: read.body(context), headers }
}

function security(context: ReadingContext) {
  const isLocked = number(context, 113, 6) > 0
  const corners = ['frontLeft', 'frontRight', 'backLeft', 'backRight']
  const all = (types: string[], salt: number) =>
    types.map((type, index) => ({ type, status: number(context, salt + index, 12) === 0 ? 'OPEN' : 'CLOSED' }))
  return {
    isLocked,
    doors: all(corners, 114),
    windows: all(corners, 118),
    sunroof: all(['sunroof'], 122),
    storage: all(['rear', 'front'], 123),
    chargingPort: context.car.isElectric ? all(['chargingPort'], 125) : [],
  }
}

/** Null-valued and empty where the vehicle reports nothing (4.1, rule 6). */
const noService = {
  serviceId: null,
  serviceDate: null,
  odometerDistance: null,
  serviceTasks: [],
  serviceDetails: [],
  serviceCost: { totalCost: null, currency: null },
}

/** One record, as the interface shows it; several for the depot of `662E41`, as services are seen to send too. */
function serviceHistory(context: ReadingContext) {
  const { car, world } = context
  if (!SERVICED_MAKES.includes(car.about.make)) return noService
  const one = (index: number) => ({
    serviceId: index === 1 ? null : `S-${number(context, 130 + index, 90_000) + 10_000}`,
    serviceDate: new Date(NEWEST - (40 + index * 160 + number(context, 131 + index, 90)) * DAY_MS).toISOString(),
    odometerDistance: measured(context, 'km', 3000 + at(context, 132) * 90_000 - index * 9000),
    serviceTasks: [
      {
        taskId: '3041',
        taskDescription: pick(
          ['Brake fluid changed', 'Cabin filter replaced', 'Tires rotated'],
          world.fleet.seed,
          133 + index,
          car.row,
        ),
      },
      { taskId: null, taskDescription: null },
    ],
    serviceDetails: [
      { type: pick(['dealership', 'manual_entry'], world.fleet.seed, 134 + index, car.row), value: null },
    ],
    serviceCost:
      index === 1
        ? { totalCost: null, currency: null }
        : { totalCost: 80 + number(context, 135 + index, 600), currency: 'EUR' },
  })
  return world.fleet.externalId(car.row) === '662E41' ? [one(0), one(1), one(2)] : one(0)
}

function troubleCodes(context: ReadingContext) {
  const count = Math.max(0, number(context, 140, 6) - 2)
  const activeCodes = Array.from({ length: count }, (_, index) => ({
    code: pick(
      ['P0A0F', 'P0128', 'B1318', 'C1201', 'U0100', 'P0420'],
      context.world.fleet.seed,
      141 + index,
      context.car.row,
    ),
    timestamp: index === 1 ? null : new Date(NEWEST - number(context, 145 + index, 60) * DAY_MS).toISOString(),
  }))
  return { activeCodes }
}

function systemStatus(context: ReadingContext) {
  const ids = [
    'SYSTEM_TPMS',
    'SYSTEM_AIRBAG',
    'SYSTEM_MIL',
    'SYSTEM_ABS',
    'SYSTEM_BRAKE_FLUID',
    'SYSTEM_EV_HV_BATTERY',
    'SYSTEM_LIGHTING',
  ]
  const systems = ids.map((systemId, index) => {
    const isAlert = number(context, 150 + index, 9) === 0
    return { systemId, status: isAlert ? 'ALERT' : 'OK', description: isAlert ? 'Visit a workshop' : null }
  })
  return { systems }
}
