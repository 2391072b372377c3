/** Which reads a vehicle’s first page offers as tiles, and which below them: what a powertrain doesn’t have stands lower. */
import { state } from '../batch/measures-texts'
import * as texts from './tiles-texts'

export interface TileRead {
  /** As a batch names it. */
  path: string
  label: string
  /** What stands behind “Read”. */
  name: string
  /** The measure that is shown large, where it isn’t the first; null: none of them is. */
  main?: string | null
}

const battery: TileRead = { path: '/battery', ...texts.battery }
const charging: TileRead = { path: '/charge', ...texts.charging, main: state }
const odometer: TileRead = { path: '/odometer', ...texts.odometer }
const location: TileRead = { path: '/location', ...texts.location }
const fuel: TileRead = { path: '/fuel', ...texts.fuel }
const chargeLimit: TileRead = { path: '/charge/limit', ...texts.chargeLimit }
const others: readonly TileRead[] = [
  { path: '/engine/oil', ...texts.engineOil },
  { path: '/tires/pressure', ...texts.tires, main: null },
  { path: '/security', ...texts.locks, main: null },
]

/** Powertrains without a plug; the set is open, so every other one may have it. */
const unplugged = ['ICE', 'HEV', 'MHEV']

/** @param powertrain as the connections name it; where they don’t, everything is offered */
export function readsFor(powertrain: string | null | undefined): {
  tiles: readonly TileRead[]
  more: readonly TileRead[]
} {
  const type = powertrain?.toUpperCase() ?? ''
  const electric = [battery, charging]
  const isElectric = !unplugged.includes(type)
  const isFueled = type !== 'BEV'
  return {
    tiles: [...(isElectric ? electric : []), odometer, location, ...(isFueled ? [fuel] : [])],
    more: [...(isElectric ? [chargeLimit] : [...electric, chargeLimit]), ...(isFueled ? [] : [fuel]), ...others],
  }
}
