/** What the team's directory sends of a user and of a vehicle, as the lists draw it. */
import { parseInstant } from '../../api/instant'
import type { TeamUser, TeamVehicle } from '../../api/team'
import type { UserSummary, VehicleSummary } from './summaries'

export const summaryOf = (sent: TeamUser | TeamVehicle): UserSummary | VehicleSummary =>
  'cars' in sent ? userOf(sent) : vehicleOf(sent)

function userOf(sent: TeamUser): UserSummary {
  const { id, live, simulated, vehicles, cars } = sent
  const counted = [['live', live] as const, ['simulated', simulated] as const]
  return {
    ...{ sent, id, live, simulated, vehicles, cars: [...new Set(cars)].filter(Boolean) },
    externalId: sent.externalId ?? undefined,
    modes: new Map(counted.filter(([, count]) => count > 0)),
    changedAt: parseInstant(sent.changedAt) ?? 0,
  }
}

function vehicleOf(sent: TeamVehicle): VehicleSummary {
  const { id, mode, connections, users, userId, externalId } = sent
  return {
    ...{ sent, id, mode, connections, users },
    make: sent.make ?? undefined,
    model: sent.model ?? undefined,
    year: sent.year ?? undefined,
    powertrainType: sent.powertrainType ?? undefined,
    user: userId === null ? undefined : { id: userId, externalId: externalId ?? undefined },
    changedAt: parseInstant(sent.changedAt) ?? 0,
  }
}
