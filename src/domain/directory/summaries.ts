/** A user and a vehicle of the directory as the lists show them. */
import { parseInstant } from '../../api/instant'
import type { TeamUser, TeamVehicle } from '../../api/team'

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
  /** Milliseconds since the epoch; 0 if unknown. */
  changedAt: number
  /** As the server sent it, or as it follows from connections. */
  sent: TeamUser
}

export interface VehicleSummary {
  id: string
  make: string | undefined
  model: string | undefined
  year: number | undefined
  powertrainType: string | undefined
  mode: string
  connections: number
  users: number
  /** The first of its users. */
  user: { id: string; externalId: string | undefined } | undefined
  changedAt: number
  sent: TeamVehicle
}

export const toSummary = (sent: TeamUser | TeamVehicle): UserSummary | VehicleSummary =>
  'cars' in sent ? toUserSummary(sent) : toVehicleSummary(sent)

function toUserSummary(sent: TeamUser): UserSummary {
  const { id, live, simulated, vehicles, cars } = sent
  const counted = [['live', live] as const, ['simulated', simulated] as const]
  return {
    sent,
    id,
    live,
    simulated,
    vehicles,
    cars: [...new Set(cars)].filter(Boolean),
    externalId: sent.externalId ?? undefined,
    modes: new Map(counted.filter(([, count]) => count > 0)),
    changedAt: parseInstant(sent.changedAt) ?? 0,
  }
}

function toVehicleSummary(sent: TeamVehicle): VehicleSummary {
  const { id, mode, connections, users, userId, externalId } = sent
  return {
    sent,
    id,
    mode,
    connections,
    users,
    make: sent.make ?? undefined,
    model: sent.model ?? undefined,
    year: sent.year ?? undefined,
    powertrainType: sent.powertrainType ?? undefined,
    user: userId === null ? undefined : { id: userId, externalId: externalId ?? undefined },
    changedAt: parseInstant(sent.changedAt) ?? 0,
  }
}
