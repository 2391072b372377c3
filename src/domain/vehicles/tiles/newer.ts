/** Which of two a tile shows: this tab’s reading, or what a delivery told of the same. Pure. */
import { parseInstant } from '../../../api/instant'
import { isObject } from '../../../api/signal-records'
import type { TeamLastValue } from '../../../api/team-deliveries'
import { kindOf, type LastValue, valueAt } from '../../deliveries/last-values-kind'
import { type Measure, positionMeasure } from '../batch/plain-measures'
import type { TileState } from './tile-state'
import * as texts from './tiles-texts'

/** The signal that says the same as the large measure of a tile. */
const codes: Readonly<Record<string, string>> = {
  '/battery': 'tractionbattery-stateofcharge',
  '/charge': 'charge-ischarging',
  '/odometer': 'odometer-traveleddistance',
  '/location': 'location-preciselocation',
  '/fuel': 'internalcombustionengine-fuellevel',
}
const LOCATION = '/location'
/** Signals that are shares, whether they say their unit or not. */
const shares: readonly string[] = ['/battery', '/fuel']
const MOST_UNIT = 40

export interface Delivered {
  measure: Measure
  /** When it was so, in milliseconds since the epoch. */
  at: number
  /** A place: to be masked where nobody has asked for it. */
  place?: unknown
}

/** What a delivery told of the read of a tile: undefined where nothing can be shown of it. */
export function deliveredOf(
  path: string,
  values: readonly TeamLastValue[],
): (Delivered & { value: LastValue }) | undefined {
  const code = Object.hasOwn(codes, path) ? codes[path] : undefined
  const value = values.find((one) => one.code === code)?.value
  if (!code || !value || kindOf(value) !== 'shown') return undefined
  const { body } = value
  const inner = isObject(body) && 'value' in body ? body.value : body
  const measure =
    path === LOCATION ? positionMeasure(inner) : measureOf(path, inner, isObject(body) ? body.unit : undefined)
  return measure && { measure, at: valueAt(value), value, ...(path === LOCATION && { place: inner }) }
}

function measureOf(path: string, value: unknown, unit: unknown): Measure | undefined {
  if (path === '/charge')
    return typeof value === 'boolean' ? { value: texts.yesOrNo(texts.charging.name, value) } : undefined
  if (typeof value !== 'number') return undefined
  if (typeof unit === 'string' && unit !== '') return { value, unit: unit.slice(0, MOST_UNIT) }
  return { value, ...(shares.includes(path) && { unit: '%' }) }
}

/**
 * True where the delivered value is the newer one. Of a read that came without a value only what arrived since then is:
 * whoever has clicked sees first what became of it.
 */
export function isDeliveredNewer(
  { kind, answer, startedAt }: TileState,
  { at, value }: Delivered & { value: LastValue },
) {
  if (kind === 'idle') return true
  if (kind === 'reading') return false
  if (kind === 'value' && answer) return at > (parseInstant(answer.facts.dataAge) ?? answer.receivedAt)
  return (Date.parse(value.receivedAt) || 0) > startedAt
}

/** @returns undefined where the reading is shown, or that there is none */
export function newerOf(state: TileState, values: readonly TeamLastValue[]): Delivered | undefined {
  const delivered = deliveredOf(state.read.path, values)
  return delivered && isDeliveredNewer(state, delivered) ? delivered : undefined
}
