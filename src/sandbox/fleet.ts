/**
 * The fleet: connections computed from the seed and their index, newest first, with lazy indexes for the filters.
 * It is never changed: what a world removes lies over it (world.ts).
 */
import type * as z from 'zod/mini'
import type { Connection } from '../api/connections'
import { awkwardExternalIds, awkwardText, models, permissions, simulatedModels, words } from './fleet.data'
import { fraction, hash, pick, uuid } from './random'

export type ConnectionBody = z.output<typeof Connection>

/** The newest connection's time. Fixed, so that the fleet is the same whenever it is looked at. */
export const NEWEST = Date.UTC(2026, 10, 20, 9, 30)
/** The fleet's dates reach over two years. */
const SPAN_MS = 2 * 365 * 86_400_000

/** How many of a hundred connections are simulated. */
const SIMULATED_PERCENT = 12
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
  external: 9,
  owner: 10,
  word: 11,
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

export function createFleet(size: number, seed: number): Fleet {
  /** About four in five users have one connection, the others two or three: neighbours by number share a user. */
  function seatOf(index: number): Seat {
    const found = special.get(index)
    if (found) return found
    const shares = fraction(seed, SALT.owner, index) < 0.23 && index > 0 && !special.has(index - 1)
    const owner = shares ? index - 1 : index
    const user =
      SPECIAL_USERS +
      (shares && fraction(seed, SALT.owner, owner) < 0.23 && !special.has(owner - 1) ? owner - 1 : owner)
    return {
      user,
      externalId: externalIdOf(user),
      simulated: hash(seed, SALT.mode, index) % 100 < SIMULATED_PERCENT,
      hasUserAttributes: true,
    }
  }

  function externalIdOf(user: number): string {
    const number = hash(seed, SALT.external, user)
    switch (number % 4) {
      case 0:
        return `C-${String(100_000 + (number % 900_000))}`
      case 1:
        return `${pick(words, seed, SALT.word, user)}.${number % 1000}@drivers.example.com`
      case 2:
        return `${pick(words, seed, SALT.word, user)}-${pick(words, seed, SALT.word + 100, user)}-${number % 100}`
      default:
        return String(10_000_000 + (number % 80_000_000))
    }
  }

  /** One vehicle in forty is connected to the next row's user too. */
  const vehicleNumber = (index: number) =>
    index > 0 && !special.has(index) && hash(seed, SALT.vehicle, index) % 40 === 0 ? index - 1 : index
  const id = (index: number) => uuid(seed, SALT.id, index)
  const userId = (index: number) => uuid(seed, SALT.user, seatOf(index).user)
  const vehicleId = (index: number) => uuid(seed, SALT.vehicle, vehicleNumber(index))
  const externalId = (index: number) => seatOf(index).externalId
  const isSimulated = (index: number) => seatOf(index).simulated
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
    const wanted = fraction(seed, SALT.grants, index)
    return permissions.filter((_, place) => place < 2 || fraction(seed, SALT.grants + place * 50, index) < wanted)
  }

  const indexes = new Map<string, Map<string, number[]>>()
  const keys = { id, userId, vehicleId, externalId }
  function find(key: keyof typeof keys | 'mode', value: string): readonly number[] {
    let index = indexes.get(key)
    if (!index && key === 'mode') {
      const all = Array.from({ length: size }, (_, row) => row)
      index = new Map([
        ['any', all],
        ['simulated', all.filter(isSimulated)],
        ['live', all.filter((row) => !isSimulated(row))],
      ])
      indexes.set(key, index)
    }
    if (!index && key !== 'mode') {
      index = new Map()
      for (let row = 0; row < size; row += 1) {
        const of = keys[key](row)
        if (of === undefined) continue
        const rows = index.get(of)
        if (rows) rows.push(row)
        else index.set(of, [row])
      }
      indexes.set(key, index)
    }
    return index?.get(value) ?? []
  }

  return { size, seed, id, userId, vehicleId, externalId, isSimulated, body, find }
}
