/** For tests: what the team's directory may say of itself, of a user and of a vehicle. */
import type { TeamDirectory, TeamUser, TeamVehicle } from '../../api/team'

export const someDirectory = ({
  crawl,
  ...more
}: Partial<Omit<TeamDirectory, 'crawl'>> & { crawl?: Partial<TeamDirectory['crawl']> } = {}): TeamDirectory => ({
  engine: 'embedded',
  asOf: '2026-01-02T00:00:00.000Z',
  nextCheckAt: null,
  counts: { live: 2206, simulated: 294, users: 1800, vehicles: 2300, isExact: true },
  estimate: { requests: 25, seconds: 12, requestsADay: 10 },
  ...more,
  crawl: {
    ...{ phase: 'idle', kind: null, read: 0, left: 0, endsAt: null, waitingUntil: null },
    ...{ begunBy: null, begunAt: null, error: null, remarks: { missing: 0, unsure: 0, short: 0, broken: 0 } },
    ...crawl,
  },
})

export const someUser = (id: string, more: Partial<TeamUser> = {}): TeamUser => ({
  ...{ id, externalId: `external-${id}`, live: 2, simulated: 0, vehicles: 2 },
  ...{ cars: ['2021 TESLA Model 3', '2020 KIA Niro'], changedAt: '2026-01-01T00:00:00.000Z', ...more },
})

export const someVehicle = (id: string, more: Partial<TeamVehicle> = {}): TeamVehicle => ({
  ...{ id, make: 'TESLA', model: 'Model 3', year: 2021, powertrainType: 'BEV', mode: 'live', connections: 2 },
  ...{ users: 2, userId: 'u-1', externalId: 'external-u-1', changedAt: null, ...more },
})
