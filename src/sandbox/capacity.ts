/** Battery capacity: the three cases of section 4.1, rule 5, and the owner's choice that turns (b) into (c). */
import type * as z from 'zod/mini'
import type { BatteryCapacity } from '../api/vehicle-data'
import type { Car } from './cars'
import { fraction, hash, uuid } from './random'
import type { World } from './world'

type Capacity = z.output<ReturnType<typeof BatteryCapacity>>

const TOKEN_SALT = 90
/** Of ten vehicles: this many are determined by the service; the next are not; the rest were chosen by their owner. */
const DETERMINED = 6
const UNDETERMINED = 3

/** kWh, as one decimal. */
export function candidatesOf({ fleet }: World, { row }: Car): Capacity['availableCapacities'] {
  const base = Math.round((44 + fraction(fleet.seed, 91, row) * 30) * 10) / 10
  return [
    { capacity: base, description: null },
    { capacity: base + 10, description: null },
    { capacity: base + 20, description: 'BEV:Extended Range' },
  ]
}

/** The token in the address of the hosted flow: one for each world and vehicle. */
export function flowTokenOf({ fleet, token }: World, { row }: Car): string {
  const salt = [...token].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)
  return uuid(fleet.seed ^ salt, TOKEN_SALT, row)
}

/** @param connect the address of the hosted flow, `{connect_url}` */
export function capacityOf(world: World, car: Car, connect: string): Capacity {
  const candidates = candidatesOf(world, car)
  const turn = hash(world.fleet.seed, 92, car.row) % 10
  const [only] = candidates
  if (turn < DETERMINED && only) {
    return { availableCapacities: [only], capacity: { nominal: only.capacity, source: 'SMARTCAR' }, url: null }
  }
  world.flowTokens.add(flowTokenOf(world, car))
  const query = `vehicle_id=${car.id}&client_id=sandbox&token=${flowTokenOf(world, car)}&response_type=vehicle_id&redirect_uri=`
  const url = `${connect}/battery-capacity?${query}`
  const chosen =
    world.chosenCapacities.get(car.row) ?? (turn >= DETERMINED + UNDETERMINED ? candidates[1]?.capacity : undefined)
  return {
    availableCapacities: candidates,
    capacity: chosen === undefined ? null : { nominal: chosen, source: 'USER_SELECTED' },
    url,
  }
}
