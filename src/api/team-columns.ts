/** Users and vehicles of the team's directory as rows of a file. */
import type { FileColumns } from './file-columns'
import type { TeamUser, TeamVehicle } from './team'

export const teamUserColumns: FileColumns<TeamUser> = {
  userId: ({ id }) => id,
  externalId: ({ externalId }) => externalId,
  connections: ({ live, simulated }) => live + simulated,
  live: ({ live }) => live,
  simulated: ({ simulated }) => simulated,
  vehicles: ({ vehicles }) => vehicles,
  cars: ({ cars }) => [...new Set(cars)].filter(Boolean).join(', '),
  lastChange: ({ changedAt }) => changedAt,
}

export const teamVehicleColumns: FileColumns<TeamVehicle> = {
  vehicleId: ({ id }) => id,
  make: ({ make }) => make,
  model: ({ model }) => model,
  year: ({ year }) => year,
  powertrainType: ({ powertrainType }) => powertrainType,
  mode: ({ mode }) => mode,
  users: ({ users }) => users,
  userId: ({ userId }) => userId,
  externalId: ({ userId, externalId }) => (userId === null ? null : externalId),
  connections: ({ connections }) => connections,
  lastChange: ({ changedAt }) => changedAt,
}
