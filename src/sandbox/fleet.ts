/**
 * The fleet: connections computed from the seed and their index, newest first, and found again from an id the same way.
 * It is never changed: what a world removes lies over it (world.ts).
 */
import type * as z from 'zod/mini'
import type { Connection } from '../api/connections'
import { createExternalIds } from './external-ids'
import { awkwardExternalIds, awkwardText, models, permissions, simulatedModels } from './fleet.data'
import { fraction, hash, indexOfUuid, pick, uuid } from './random'

export type ConnectionBody = z.output<ReturnType<typeof Connection>>

/** The newest connection's time. Fixed, so that the fleet is the same whenever it is looked at. */
export const NEWEST = Date.UTC(2026, 10, 20, 9, 30)
/** The fleet's dates reach over two years. */
const SPAN_MS = 2 * 365 * 86_400_000

/** How many of a hundred connections are simulated. */
const SIMULATED_PERCENT = 12
/** The newest connections grant everything, so that a first try of any read works. */
const GRANT_ALL_ROWS = 3
/** Vehicles of each user with an awkward external id. */
const DEPOT_SIZE = 12
/** One user with seven connections over both modes, for removals that must count. */
export const BIG_USER_EXTERNAL_ID = 'harbor-fleet-7'
const BIG_USER_SIZE = 7

const SALT = {
  id: 1,
  user: 2,
  vehicle: 3,
  model: 4,
  year: 5,
  mode: 6,
  grants: 7,
  time: 8,
  owner: 10,
  updated: 12,
}

/** What one row is about, before it is written out. */
interface Seat {
  /** The number of its user; users of the special groups come first. */
  user: number
  externalId: string | undefined
  simulated: boolean
  hasUserAttributes: boolean
}

export interface Fleet {
  readonly size: number
  readonly seed: number
  id(index: number): string
  userId(index: number): string
  vehicleId(index: number): string
  externalId(index: number): string | undefined
  isSimulated(index: number): boolean
  body(index: number): ConnectionBody
  /** Indexes of the rows that have this value, in order. A mode is `live`, `simulated` or, for all rows, `any`. */
  find(key: 'id' | 'userId' | 'vehicleId' | 'externalId' | 'mode', value: string): readonly number[]
}

/** Rows of the special groups, spread so that a few stand on the first page and the rest further on. */
function specialSeats(): Map<number, Seat> {
  const seats = new Map<number, Seat>()
  const place = (index: number, seat: Seat) => {
    let at = index
    while (seats.has(at)) at += 1
    seats.set(at, seat)
  }
  awkwardExternalIds.forEach((externalId, group) => {
    for (let member = 0; member < DEPOT_SIZE; member += 1) {
      const index = member === 0 ? 3 + group * 5 : 60 + group * DEPOT_SIZE + member
      place(index, { user: group, externalId, simulated: member % 3 === 2, hasUserAttributes: true })
    }
  })
  awkwardText.forEach((externalId, index) => {
    place(6 + index * 7, { user: 8 + index, externalId, simulated: false, hasUserAttributes: true })
  })
  place(16, { user: 14, externalId: undefined, simulated: false, hasUserAttributes: false })
  for (let member = 0; member < BIG_USER_SIZE; member += 1) {
    place(44 + member, { user: 13, externalId: BIG_USER_EXTERNAL_ID, simulated: member >= 5, hasUserAttributes: true })
  }
  return seats
}
const special = specialSeats()
const SPECIAL_USERS = 15
const specialUsers = new Map([...special.values()].map(({ externalId, user }) => [externalId, user]))

/** The rows of the special users, in order. */
const specialRows = Array.from({ length: SPECIAL_USERS }, (_, user) =>
  [...special].flatMap(([row, seat]) => (seat.user === user ? [row] : [])).toSorted((a, b) => a - b),
)

export function createFleet(size: number, seed: number): Fleet {
  const names = createExternalIds(seed, size + SPECIAL_USERS)

  /** About four in five users have one connection, the others two or three: neighbours by number share a user. */
  function userNumber(index: number): number {
    const found = special.get(index)
    if (found) return found.user
    const shares = (row: number) => fraction(seed, SALT.owner, row) < 0.23 && row > 0 && !special.has(row - 1)
    const owner = shares(index) ? index - 1 : index
    return SPECIAL_USERS + (owner !== index && shares(owner) ? owner - 1 : owner)
  }

  /** One vehicle in forty is connected to the next row's user too. */
  const vehicleNumber = (index: number) =>
    index > 0 &&
    !special.has(index) &&
    hash(seed, SALT.vehicle, index) % 40 === 0 &&
    userNumber(index) !== userNumber(index - 1)
      ? index - 1
      : index
  /** A mode is the vehicle's, whoever is connected to it. */
  function isSimulated(index: number): boolean {
    const vehicle = vehicleNumber(index)
    return special.get(vehicle)?.simulated ?? hash(seed, SALT.mode, vehicle) % 100 < SIMULATED_PERCENT
  }

  function seatOf(index: number): Seat {
    const user = userNumber(index)
    return (
      special.get(index) ?? {
        user,
        externalId: names.of(user),
        simulated: isSimulated(index),
        hasUserAttributes: true,
      }
    )
  }

  const id = (index: number) => uuid(seed, SALT.id, index)
  const userId = (index: number) => uuid(seed, SALT.user, userNumber(index))
  const vehicleId = (index: number) => uuid(seed, SALT.vehicle, vehicleNumber(index))
  const externalId = (index: number) => seatOf(index).externalId
  /** Newest first: each row is a little older than the one before it. */
  const createdAt = (index: number) =>
    NEWEST - Math.floor(((index + fraction(seed, SALT.time, index) * 0.9) / Math.max(size, 1)) * SPAN_MS)

  function body(index: number): ConnectionBody {
    const seat = seatOf(index)
    const vehicle = vehicleNumber(index)
    const { make, model, powertrainType, from } = pick(
      seat.simulated && vehicle % 2 ? simulatedModels : models,
      seed,
      SALT.model,
      vehicle,
    )
    const created = createdAt(index)
    const updated = Math.min(NEWEST, created + Math.floor(fraction(seed, SALT.updated, index) * 90 * 86_400_000))
    const user = userId(index)
    return {
      id: id(index),
      type: 'connection',
      attributes: {
        permissions: grantsOf(index),
        vehicle: {
          make,
          model,
          year: make === 'Simulated' ? from : from + (hash(seed, SALT.year, vehicle) % 4),
          mode: seat.simulated ? 'simulated' : 'live',
          powertrainType,
        },
        ...(seat.hasUserAttributes && { user: { id: user, externalId: seat.externalId ?? null } }),
      },
      relationships: {
        vehicle: {
          data: { id: vehicleId(index), type: 'vehicle' },
          links: { related: `/v3/vehicles/${vehicleId(index)}` },
        },
        user: { data: { id: user, type: 'user' } },
      },
      meta: { createdAt: new Date(created).toISOString(), updatedAt: new Date(updated).toISOString() },
      links: { self: `/v3/connections/${id(index)}` },
    }
  }

  /** Everyone grants the first two; the rest differs from connection to connection. */
  function grantsOf(index: number): string[] {
    const wanted = index < GRANT_ALL_ROWS ? 1 : fraction(seed, SALT.grants, index)
    return permissions.filter((_, place) => place < 2 || fraction(seed, SALT.grants + place * 50, index) < wanted)
  }

  const among = (rows: readonly number[], fits: (row: number) => boolean) =>
    rows.filter((row) => row >= 0 && row < size && fits(row))

  /** A user's connections stand in three neighbouring rows at most, but for the special ones. */
  function rowsOfUser(user: number | undefined): readonly number[] {
    if (user === undefined) return []
    const first = user - SPECIAL_USERS
    return among(specialRows[user] ?? [first, first + 1, first + 2], (row) => userNumber(row) === user)
  }

  const byMode = new Map<string, readonly number[]>()
  function rowsOfMode(mode: string): readonly number[] {
    if (byMode.size === 0) {
      const all = Array.from({ length: size }, (_, row) => row)
      byMode.set('any', all)
      byMode.set('simulated', all.filter(isSimulated))
      byMode.set(
        'live',
        all.filter((row) => !isSimulated(row)),
      )
    }
    return byMode.get(mode) ?? []
  }

  /** Ids and external ids are computed back to their rows: no index is kept of any of them. */
  function find(key: 'id' | 'userId' | 'vehicleId' | 'externalId' | 'mode', value: string): readonly number[] {
    switch (key) {
      case 'id':
        return among([indexOfUuid(seed, SALT.id, value) ?? -1], () => true)
      case 'userId':
        return rowsOfUser(indexOfUuid(seed, SALT.user, value))
      case 'vehicleId': {
        const vehicle = indexOfUuid(seed, SALT.vehicle, value)
        return vehicle === undefined ? [] : among([vehicle, vehicle + 1], (row) => vehicleNumber(row) === vehicle)
      }
      case 'externalId':
        return rowsOfUser(specialUsers.get(value) ?? names.userOf(value))
      default:
        return rowsOfMode(value)
    }
  }

  return { size, seed, id, userId, vehicleId, externalId, isSimulated, body, find }
}
