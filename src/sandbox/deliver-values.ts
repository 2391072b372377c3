/**
 * What a delivered car reports, changing from event to event as a car's values do: it drives, or it charges. It begins
 * with the values that the sandbox's other addresses have for it.
 */
import { type ConnectionBody, NEWEST } from './fleet'
import { hash } from './random'
import { type Value, valueAt } from './signal-values'
import { signalShapes } from './signals.data'
import { vinOf } from './vin'

export interface Reported {
  body: Value
  /** When the car recorded it, in ms since the epoch; 0 where that is unknown. */
  recordedAt: number
}

export interface MovingCar {
  /** Undefined where it has no such thing. */
  report(code: string): Reported | undefined
  /**
   * Drives a little, or charges a little.
   * @param share from 0 to 1: what happens
   * @param at milliseconds since the epoch
   * @returns the codes of what has changed
   */
  move(share: number, at: number): readonly string[]
}

const IS_CHARGING = 'charge-ischarging'
const ENERGY = 'charge-energyadded'
const LOCKED = 'closure-islocked'
const PLACE = 'location-preciselocation'
const ODOMETER = 'odometer-traveleddistance'
const RANGE = 'tractionbattery-range'
const CHARGE = 'tractionbattery-stateofcharge'
const VIN = 'vehicleidentification-vin'

/** Of each hundred moves so many begin or end charging; a full or an empty battery does so, too. */
const TURNS = 0.12
const FULL = 95
const EMPTY = 15
const KM_PER_PERCENT = 4.6
const KWH_PER_PERCENT = 0.6
/** So much an odometer grows while nothing runs: more than by regular moves, or a new start would turn it back. */
const KM_PER_HOUR = 6
const HOUR_MS = 3_600_000
/** A value is this old when it is delivered, at least and at most. */
const LEAST_AGE_MS = 5_000
const AGE_SPAN_MS = 40_000

const known = Object.keys(signalShapes)
const TRIED_VALUES = 10
const round = (value: number, digits = 1) => Number(value.toFixed(digits))
const numberIn = (body: Value | undefined, fallback: number) =>
  typeof body?.value === 'number' ? body.value : fallback

/** The newest value that isn't empty, without its time. */
function seeded(seed: number, row: number, code: string): Value | undefined {
  const shape = signalShapes[code]
  if (!shape) return undefined
  for (let index = 0; index < TRIED_VALUES; index += 1) {
    const { recordedAt, ...body } = valueAt(shape, { seed, row, code: known.indexOf(code), index })
    if (body.value !== null) return body
  }
  return undefined
}

/** @param row the vehicle's @param at when it begins, in ms since the epoch */
export function createMovingCar(
  seed: number,
  row: number,
  { year, powertrainType }: Pick<ConnectionBody['attributes']['vehicle'], 'year' | 'powertrainType'>,
  at: number,
): MovingCar {
  const isElectric = powertrainType === 'BEV' || powertrainType === 'PHEV'
  const hasCode = (code: string) => isElectric || !/^(charge|tractionbattery)-/.test(code)
  const ageMs = LEAST_AGE_MS + (hash(seed, 310, row) % AGE_SPAN_MS)
  const reported = new Map<string, Reported>()

  function report(code: string): Reported | undefined {
    if (!hasCode(code)) return undefined
    const before = reported.get(code)
    if (before) return before
    const body = code === VIN ? { value: vinOf(seed, row, year) } : seeded(seed, row, code)
    if (!body) return undefined
    const recordedAt = code === VIN ? 0 : at - ageMs - (hash(seed, 311 + known.indexOf(code), row) % HOUR_MS)
    const first = { body, recordedAt }
    reported.set(code, first)
    return first
  }

  function change(code: string, body: Value, time: number): string {
    const before = report(code)?.recordedAt ?? 0
    reported.set(code, { body: { ...report(code)?.body, ...body }, recordedAt: Math.max(time - ageMs, before + 1) })
    return code
  }

  let odometer = numberIn(report(ODOMETER)?.body, 0) + (Math.max(0, at - NEWEST) / HOUR_MS) * KM_PER_HOUR
  change(ODOMETER, { value: round(odometer, 2) }, at - HOUR_MS)
  let charge = numberIn(report(CHARGE)?.body, 50)
  let energy = 0
  let isCharging = report(IS_CHARGING)?.body.value === true

  /** What follows from the state of charge. */
  const chargeChanged = (to: number, time: number) => {
    charge = Math.min(100, Math.max(1, to))
    return [
      change(CHARGE, { value: round(charge) }, time),
      change(RANGE, { value: Math.round(charge * KM_PER_PERCENT) }, time),
    ]
  }

  function turn(to: boolean, time: number): string[] {
    isCharging = to
    const codes = [change(IS_CHARGING, { value: to }, time), change(LOCKED, { value: to }, time)]
    if (!to) return codes
    energy = 0
    return [...codes, change(ENERGY, { value: 0 }, time)]
  }

  function chargeALittle(share: number, time: number): string[] {
    const more = 0.5 + share * 1.5
    energy += more * KWH_PER_PERCENT
    const codes = [...chargeChanged(charge + more, time), change(ENERGY, { value: round(energy, 2) }, time)]
    return share < TURNS || charge >= FULL ? [...codes, ...turn(false, time)] : codes
  }

  function driveALittle(share: number, time: number): string[] {
    odometer += 0.05 + share * 0.2
    const way = (((share * 10) % 1) - 0.5) / 200 // to and fro
    const { latitude, longitude } = report(PLACE)?.body ?? {}
    const near = (value: unknown, by: number) => round((typeof value === 'number' ? value : 0) + by, 4)
    const codes = [
      change(ODOMETER, { value: round(odometer, 2) }, time),
      change(PLACE, { latitude: near(latitude, way), longitude: near(longitude, -way) }, time),
    ]
    if (!isElectric) return codes
    codes.push(...chargeChanged(charge - 0.2 - share * 0.4, time))
    return share < TURNS || charge <= EMPTY ? [...codes, ...turn(true, time)] : codes
  }

  return { report, move: (share, time) => (isElectric && isCharging ? chargeALittle : driveALittle)(share, time) }
}
