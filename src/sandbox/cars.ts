/** What the sandbox knows of one vehicle beyond its connections: state, coverage, and who may read it. */
import { SandboxError } from './errors'
import type { ConnectionBody } from './fleet'
import { hash } from './random'
import type { World } from './world'

export interface Car {
  /** The row of its first connection: what everything about it is computed from. */
  row: number
  id: string
  about: ConnectionBody['attributes']['vehicle']
  /** Granted by any of its connections in this world. */
  permissions: ReadonlySet<string>
  isElectric: boolean
  burnsFuel: boolean
  /** Asleep: it answers what is stored, and nothing that it would have to be asked for. */
  isAsleep: boolean
}

/** Rows before this one are always awake, so that a first try works. */
const ALWAYS_AWAKE_ROWS = 200

/** @throws SandboxError 404 for a vehicle without a connection in this world */
export function carOf(world: World, id: string): Car {
  const { fleet, isGone } = world
  const rows = fleet.find('vehicleId', id)
  const [row] = rows
  const bodies = rows.filter((one) => !isGone(one)).map(fleet.body)
  const [first] = bodies
  if (row === undefined || !first) throw new SandboxError(404, 'No vehicle has this ID.')
  const about = first.attributes.vehicle
  return {
    row,
    id,
    about,
    permissions: new Set(bodies.flatMap(({ attributes }) => attributes.permissions)),
    isElectric: about.powertrainType === 'BEV' || about.powertrainType === 'PHEV',
    burnsFuel: about.powertrainType !== 'BEV',
    isAsleep: row >= ALWAYS_AWAKE_ROWS && hash(fleet.seed, 80, row) % 31 === 0,
  }
}
