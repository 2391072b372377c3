/** What the lists of users and vehicles keep of the connections that were read: no more than they draw and search. */
import type { DirectoryRow } from '../../api/directory-row'
import { onAccountEnd } from '../../core/account'
import { isRemoved } from './removed'

export interface ConnectionEntry {
  id: string
  user: UserEntry | undefined
  vehicle: VehicleEntry | undefined
  mode: string
  /** Milliseconds since the epoch; 0 where unknown. */
  changedAt: number
  /** The same; undefined where it was kept before this was. */
  createdAt: number | undefined
  permissions: readonly string[]
}

export interface UserEntry {
  id: string
  externalId: string | undefined
  connections: ConnectionEntry[]
  /** Lower-case text that a search looks through. */
  text: string
}

/** What is known of a vehicle itself. */
export interface VehicleFacts {
  id: string
  make: string | undefined
  model: string | undefined
  year: number | undefined
  powertrainType: string | undefined
  mode: string
}

export interface VehicleEntry extends VehicleFacts {
  connections: ConnectionEntry[]
  text: string
}

/** One copy of each text that many rows share: a fleet has few makes. */
const shared = new Map<string, string>()
function share<T extends string | undefined>(text: T): T {
  if (text === undefined) return text
  const known = shared.get(text)
  if (known !== undefined) return known as T // the same text
  if (shared.size < 5000) shared.set(text, text)
  return text
}
const permissionSets = new Map<string, readonly string[]>()
onAccountEnd(() => {
  shared.clear()
  permissionSets.clear()
})
function sharePermissions(permissions: readonly string[]): readonly string[] {
  const key = permissions.join(' ')
  const known = permissionSets.get(key)
  if (known) return known
  if (permissionSets.size < 5000) permissionSets.set(key, permissions)
  return permissions
}

/** Removed from here: in no list that is drawn from now on. */
export const isGone = ({ id, user, createdAt }: ConnectionEntry): boolean => isRemoved(id, user?.id, createdAt)

/** The connections that are still there; of an owner whose last one was just removed, those it had. */
export function presentOf({ connections }: Pick<UserEntry | VehicleEntry, 'connections'>): readonly ConnectionEntry[] {
  const present = connections.filter((one) => !isGone(one))
  return present.length > 0 ? present : connections
}

/** False once every connection is gone. */
export const isPresent = ({ connections }: Pick<UserEntry | VehicleEntry, 'connections'>): boolean =>
  connections.length === 0 || connections.some((one) => !isGone(one))

/** Users and vehicles in the order in which they were first read: a list that grows moves no row. */
export class Entries {
  readonly connections = new Map<string, ConnectionEntry>()
  readonly users = new Map<string, UserEntry>()
  readonly vehicles = new Map<string, VehicleEntry>()
  readonly userList: UserEntry[] = []
  readonly vehicleList: VehicleEntry[] = []

  /** Takes a connection in, or what is newer about it. */
  add(given: DirectoryRow): void {
    const { id, mode, changedAt, createdAt } = given
    const user = this.#userOf(given)
    const vehicle = this.#vehicleOf(given)
    const permissions = sharePermissions(given.permissions)
    const known = this.connections.get(id)
    if (known) {
      Object.assign(known, { mode: share(mode), changedAt, createdAt, permissions })
      return // a connection keeps its user and its vehicle
    }
    const entry = { id, user, vehicle, mode: share(mode), changedAt, createdAt, permissions }
    this.connections.set(id, entry)
    user?.connections.push(entry)
    vehicle?.connections.push(entry)
  }

  #userOf({ userId, externalId }: DirectoryRow): UserEntry | undefined {
    if (userId === undefined) return undefined
    const known = this.users.get(userId)
    const user = known ?? { id: userId, externalId, connections: [], text: '' }
    if (!known || (externalId !== undefined && user.externalId !== externalId)) {
      user.externalId = externalId ?? user.externalId
      user.text = `${userId} ${user.externalId ?? ''}`.toLowerCase()
    }
    if (!known) {
      this.users.set(userId, user)
      this.userList.push(user)
    }
    return user
  }

  #vehicleOf({ vehicleId, make, model, year, powertrainType, mode }: DirectoryRow): VehicleEntry | undefined {
    if (vehicleId === undefined) return undefined
    const known = this.vehicles.get(vehicleId)
    if (known) return known
    const vehicle: VehicleEntry = {
      id: vehicleId,
      make: share(make),
      model: share(model),
      year,
      powertrainType: share(powertrainType),
      mode: share(mode),
      connections: [],
      text: `${vehicleId} ${year ?? ''} ${make ?? ''} ${model ?? ''}`.toLowerCase(),
    }
    this.vehicles.set(vehicleId, vehicle)
    this.vehicleList.push(vehicle)
    return vehicle
  }
}
