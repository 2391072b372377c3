/** Searches users and vehicles, a page at a time. */
import * as z from 'zod/mini'
import type { TeamFound, TeamPage, TeamSort, TeamUser, TeamVehicle } from '../api/team'
import { findEqual, idIn } from './directory-equal'
import { type Estimate, Look, lookUp, type Searched } from './directory-look'
import {
  type Count,
  cursorOf,
  formsOf,
  Parameters,
  type Place,
  placeAfter,
  placeOf,
  ranged,
  wordsOf,
} from './directory-question'
import type { Queries, Row } from './store'

/** How much is looked at for one page. */
export interface Patience {
  /** Rows along the order of the first statement, and of one at most. */
  rows: number
  mostRows: number
  /** When no further one is begun. */
  ms: number
  /** So many are read by their indexes, from anywhere. */
  few: number
  /** Entries of two indexes that are put beside each other. */
  mostJoined: number
}
const PATIENCE: Patience = { rows: 2000, mostRows: 16_000, ms: 50, few: 5000, mostJoined: 60_000 }

const text = z.nullable(z.string())
const number = z.number()
const time = z.pipe(
  z.date(),
  z.transform((at: Date) => (at.getTime() === 0 ? null : at.toISOString())),
)

/** A table, and how its rows are read. */
export interface Shelf<T> extends Searched {
  read: (row: Row) => T
}

const User = z.object({
  id: z.string(),
  external_id: text,
  live: number,
  simulated: number,
  vehicles: number,
  cars: z.array(z.string()),
  changed_at: time,
})
export const userShelf: Shelf<TeamUser> = {
  table: 'users',
  owner: 'user_id',
  others: ['id', 'vehicle_id'],
  read(row) {
    const { external_id: externalId, changed_at: changedAt, ...user } = User.parse(row)
    return { ...user, externalId, changedAt }
  },
}

const Vehicle = z.object({
  id: z.string(),
  make: text,
  model: text,
  year: z.nullable(number),
  powertrain: text,
  mode: z.string(),
  connections: number,
  users: number,
  user_id: text,
  external_id: text,
  changed_at: time,
})
export const vehicleShelf: Shelf<TeamVehicle> = {
  table: 'vehicles',
  owner: 'vehicle_id',
  others: ['id', 'user_id'],
  read(row) {
    const { powertrain, user_id, external_id, changed_at, ...vehicle } = Vehicle.parse(row)
    return {
      ...vehicle,
      powertrainType: powertrain,
      userId: user_id,
      externalId: external_id,
      changedAt: changed_at,
    }
  },
}

export interface Search {
  q?: string | undefined
  sort?: TeamSort | undefined
  after?: string | undefined
  limit: number
}
/** Columns of a shelf that must be equal. */
export type Filters = Readonly<Record<string, string | undefined>>

const Id = z.object({ id: z.string() })
const Counted = z.object({ count: number })
const Looked = z.object({ hit: z.nullable(z.boolean()), nth: number, matched: number, farthest: number })
const Matched = z.object({ matched: number })

/** A page as rows of the table, one more than it shows where there are more. */
interface Page {
  found: readonly Row[]
  count: Count
  /** The row that was looked at last, where some are left to look at. */
  last: Row | undefined
}

/**
 * One page of a shelf, in a bounded number of small statements, however many rows there are and whatever is asked for:
 * the embedded engine has everybody wait for each of them.
 *
 * - A complete ID or external ID: the rows that equal it are the first page (`isEqual`). The following pages have the rows
 *   that contain it.
 * - Nothing asked for: the rows along the order, counted beforehand.
 * - What few rows have: all of them by their indexes, sorted and counted. A row that an index hands over is read from
 *   anywhere, so that some thousands are too many; how many it would be is told by a sample.
 * - Anything else: looked for along the order, more rows at a time, until the page is full or its time is over. What
 *   many rows have is found among the first of them. What hides from both (frequent trigrams that hardly ever make up the
 *   word, words of one or two letters that hardly any row has, what the order has at its end) takes several pages: fewer
 *   rows than asked for, or none, and a `next` that goes on there. Counted is what was seen: at least so many.
 *
 * A cursor carries how many there are, once they are counted, else how many came before it: then it goes on along the
 * order.
 * @throws SearchError
 */
export async function searchShelf<T>(
  queries: Queries,
  realm: number,
  shelf: Shelf<T>,
  search: Search,
  filters: Filters = {},
  patience: Patience = PATIENCE,
  isByParts = false,
): Promise<Omit<TeamPage<T>, 'asOf'>> {
  const { sort = 'changed', after, limit } = search
  const place = after === undefined ? undefined : placeOf(sort, after)
  const question = { realm, sort, words: wordsOf(search.q), filters: givenIn(filters) }
  const id = isByParts ? undefined : idIn(search.q)
  const equal =
    id !== undefined && (place === undefined || place.isAfterEqual) ? await findEqual(queries, shelf, question, id) : []
  if (place === undefined && equal.length > 0 && equal.length <= limit) {
    const count = { value: equal.length, isExact: false }
    const next = cursorOf(sort, { key: null, id: '', count, isAfterEqual: true })
    return { rows: equal.map(shelf.read), next, count, isEqual: true }
  }
  const isAfterEqual = place?.isAfterEqual === true
  const asked = { ...question, except: isAfterEqual ? equal.map((row) => Id.parse(row).id) : [] }
  const from = place?.key === null ? undefined : place
  const kept = await queries.query(`SELECT ${shelf.table} AS count FROM directory_counts WHERE realm = $1`, [realm])
  const { count: all } = Counted.parse(kept[0] ?? { count: 0 })
  const page = await pageOf()
  const { found, last } = page
  const count = place?.key === null ? { ...page.count, value: place.count.value + page.count.value } : page.count
  const rows = found.slice(0, limit)
  const end = found.length > limit ? rows.at(-1) : last
  const known = count.isExact ? count : { value: before(place) + rows.length, isExact: false }
  const next = end ? cursorOf(sort, placeAfter(sort, end, known, isAfterEqual)) : null
  return { rows: rows.map(shelf.read), next, count }

  async function pageOf(): Promise<Page> {
    if (asked.words.length === 0 && asked.filters.length === 0) {
      const found = await new Look(shelf, asked, []).along(queries, from, limit + 1, limit + 1)
      return { found, count: { value: all, isExact: true }, last: undefined }
    }
    const look = await lookUp(queries, shelf, asked)
    const isAlong = from?.count.isExact === false || all <= patience.rows || !look.isIndexed
    const by = isAlong ? undefined : fewOf(await look.estimate(queries, all), patience)
    return by ? byIndex(queries, look, by, from, limit) : along(queries, look, from, limit, patience)
  }
}

const givenIn = (filters: Filters) =>
  Object.entries(filters).flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]))

/** Matches before a place, as far as it tells. */
const before = (place: Place | undefined) => (place && !place.count.isExact ? place.count.value : 0)

/** What was counted: on the pages after the first one it stays as exact as it was. */
const countOf = (place: Place | undefined, count: Count): Count =>
  place === undefined ? count : place.count.isExact ? place.count : { ...count, isExact: false }

/** What hands over few rows; both together, where neither has too many entries in its index to be put beside the other's. */
function fewOf({ words, filters, both }: Estimate, { few, mostJoined }: Patience): keyof Estimate | undefined {
  if (words <= few) return 'words'
  if (filters <= few) return 'filters'
  return both <= few && words + filters <= mostJoined ? 'both' : undefined
}

async function byIndex(
  queries: Queries,
  look: Look,
  by: keyof Estimate,
  place: Place | undefined,
  limit: number,
): Promise<Page> {
  const found = await look.matches(queries, by, place, limit + 1)
  const { matched } = found[0] ? Matched.parse(found[0]) : { matched: 0 }
  return { found, count: countOf(place, { value: matched, isExact: true }), last: undefined }
}

async function along(
  queries: Queries,
  look: Look,
  from: Place | undefined,
  limit: number,
  { ms, mostRows, ...patience }: Patience,
): Promise<Page> {
  const until = performance.now() + ms
  const found: Row[] = []
  let counted = before(from)
  for (let place = from, { rows } = patience; ; rows = Math.min(rows * 2, mostRows)) {
    const looked = (await look.along(queries, place, rows, limit + 1)).map((row) => ({ row, ...Looked.parse(row) }))
    found.push(...looked.filter(({ hit }) => hit).map(({ row }) => row))
    counted += looked[0]?.matched ?? 0
    const isEnd = looked[0]?.farthest !== rows
    const last = isEnd ? undefined : looked.find(({ nth }) => nth === rows)?.row
    const count = countOf(from, { value: counted, isExact: isEnd })
    if (found.length > limit || last === undefined || performance.now() >= until) return { found, count, last }
    place = placeAfter(look.asked.sort, last, count)
  }
}

const Connection = z.object({ id: z.string(), user_id: text, vehicle_id: text, mode: z.string() })

/**
 * Finds a few of each kind. If a complete ID or external ID equals the question, only what it names (`isEqual`); else users
 * and vehicles by any word, and connections by the beginning of their ID.
 * @param isByParts true to leave out the search by equality
 * @throws SearchError
 */
export async function findAny(
  queries: Queries,
  realm: number,
  q: string,
  limit: number,
  isByParts = false,
): Promise<TeamFound> {
  const words = wordsOf(q)
  if (words.length === 0) return { users: [], vehicles: [], connections: [] }
  const equal = isByParts ? undefined : await findEqualOfEach(queries, realm, q, limit)
  return (
    equal ?? {
      users: (await searchShelf(queries, realm, userShelf, { q, limit }, {}, PATIENCE, true)).rows,
      vehicles: (await searchShelf(queries, realm, vehicleShelf, { q, limit }, {}, PATIENCE, true)).rows,
      connections: await connectionsOf(queries, realm, words, limit),
    }
  )
}

async function findEqualOfEach(
  queries: Queries,
  realm: number,
  q: string,
  limit: number,
): Promise<TeamFound | undefined> {
  const id = idIn(q)
  if (id === undefined) return undefined
  const asked = { realm, sort: 'changed', filters: [] } as const
  const users = await findEqual(queries, userShelf, asked, id)
  const vehicles = await findEqual(queries, vehicleShelf, asked, id)
  const connections = await queries.query(
    'SELECT id, user_id, vehicle_id, mode FROM connections WHERE realm = $1 AND gone_at IS NULL AND id = ANY ($2::text[])',
    [realm, formsOf(id)],
  )
  if (users.length + vehicles.length + connections.length === 0) return undefined
  return {
    users: users.slice(0, limit).map(userShelf.read),
    vehicles: vehicles.slice(0, limit).map(vehicleShelf.read),
    connections: connections.map(connectionIn),
    isEqual: true,
  }
}

async function connectionsOf(queries: Queries, realm: number, words: readonly string[], limit: number) {
  const [word] = words
  if (word === undefined || words.length > 1) return []
  const parameters = new Parameters()
  const ours = parameters.add(realm)
  // A range for each way to write it: one condition of all would be looked for from the first id on.
  const ranges = formsOf(word).map(
    (form) => `(SELECT id, user_id, vehicle_id, mode FROM connections WHERE realm = ${ours}
      AND gone_at IS NULL AND ${ranged(parameters, 'id', form)} ORDER BY id LIMIT ${limit})`,
  )
  const rows = await queries.query(
    `SELECT * FROM (${ranges.join(' UNION ALL ')}) AS found ORDER BY id LIMIT ${limit}`,
    parameters.values,
  )
  return rows.map(connectionIn)
}

function connectionIn(row: Row): TeamFound['connections'][number] {
  const { user_id: userId, vehicle_id: vehicleId, ...connection } = Connection.parse(row)
  return { ...connection, userId, vehicleId }
}
