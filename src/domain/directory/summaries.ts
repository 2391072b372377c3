/** A user and a vehicle as the lists draw them, whoever knows them: this tab's own crawl, or the team's directory. */
import { carOf } from '../connections/connection-names'
import { presentOf, type UserEntry, type VehicleEntry, type VehicleFacts } from './entries'

export interface UserSummary {
  id: string
  externalId: string | undefined
  /** How many connections there are of each mode. */
  modes: ReadonlyMap<string, number>
  live: number
  simulated: number
  vehicles: number
  /** The first few by name. */
  cars: readonly string[]
  /** Milliseconds since the epoch; 0 where unknown. */
  changedAt: number
  /** As the team's directory sent it. */
  sent?: unknown
}

export interface VehicleSummary extends VehicleFacts {
  connections: number
  users: number
  /** The first of its users. */
  user: { id: string; externalId: string | undefined } | undefined
  changedAt: number
  sent?: unknown
}

/** A row of either source. */
export type UserSource = UserEntry | UserSummary
export type VehicleSource = VehicleEntry | VehicleSummary

/** True for what this tab has loaded itself. */
export const isEntry = <E extends UserEntry | VehicleEntry>(source: E | UserSummary | VehicleSummary): source is E =>
  'text' in source

const latest = (changes: readonly { changedAt: number }[]) => Math.max(0, ...changes.map(({ changedAt }) => changedAt))

export function userSummary(source: UserSource): UserSummary {
  if (!isEntry(source)) return source
  const { id, externalId } = source
  const present = presentOf(source)
  const vehicles = [...new Set(present.flatMap(({ vehicle }) => vehicle ?? []))]
  const modes = new Map<string, number>()
  for (const { mode } of present) modes.set(mode, (modes.get(mode) ?? 0) + 1)
  const simulated = modes.get('simulated') ?? 0
  return {
    ...{ id, externalId, modes, simulated, live: present.length - simulated, vehicles: vehicles.length },
    cars: [...new Set(vehicles.map(carOf))].filter(Boolean),
    changedAt: latest(present),
  }
}

export function vehicleSummary(source: VehicleSource): VehicleSummary {
  if (!isEntry(source)) return source
  const { text: _, ...car } = source
  const present = presentOf(source)
  const users = [...new Set(present.flatMap(({ user }) => user ?? []))]
  return { ...car, connections: present.length, users: users.length, user: users[0], changedAt: latest(present) }
}
