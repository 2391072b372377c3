/** Searches users and vehicles, a page at a time. */
import * as z from 'zod/mini'
import type { TeamFound, TeamPage, TeamSort, TeamUser, TeamVehicle } from '../api/team'
import {
  begins,
  contains,
  cursorAfter,
  follows,
  formsOf,
  isIndexed,
  orderOf,
  Parameters,
  ranged,
  sortings,
  wordsOf,
} from './directory-question'
import type { Queries, Row } from './store'

/** Matches are counted to here. */
const MOST_COUNTED = 1000
/** An ID's beginning that more connections share than that finds the owners of the first so many. */
const MOST_OWNED = 1000
/** Words of one or two letters are in no index: each page looks through so many rows, and its cursor goes on there. */
export const MOST_SCANNED = 10_000
/** Where they hold none, the next ones are looked through at once: an empty page that goes on is none. */
const MOST_LOOKS = 100
/** Frequent words are looked for along the order so far: what is sorted by may have them at its end. */
const MOST_PROBED = 3000
/** Shorter beginnings find the things themselves alone, not their owners: all begin with them. */
const LEAST_OWNED = 3

const text = z.nullable(z.string())
const number = z.number()
const time = z.pipe(
  z.date(),
  z.transform((at: Date) => (at.getTime() === 0 ? null : at.toISOString())),
)

/** A table, what it is searched by, and how its rows are read. */
interface Shelf<T> {
  table: 'users' | 'vehicles'
  owner: 'user_id' | 'vehicle_id'
  /** Whose beginning finds the owner, too. */
  others: readonly string[]
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

/** What of a question becomes one statement. */
class Question<T> {
  readonly words: readonly string[]
  readonly #filters: readonly [string, string][]
  readonly sort: TeamSort
  constructor(
    readonly shelf: Shelf<T>,
    readonly realm: number,
    readonly search: Search,
    filters: Filters,
    readonly mostScanned = MOST_SCANNED,
  ) {
    this.words = wordsOf(search.q)
    this.#filters = Object.entries(filters).flatMap(([column, value]) => (value === undefined ? [] : [[column, value]]))
    this.sort = search.sort ?? 'changed'
  }

  get isAny(): boolean {
    return this.words.length === 0 && this.#filters.length === 0
  }

  /** True where no index finds any of the words. */
  get isScan(): boolean {
    return this.words.length > 0 && !this.words.some(isIndexed)
  }

  get order(): string {
    return orderOf(sortings[this.sort])
  }

  #source(parameters: Parameters): string {
    return `${this.shelf.table} WHERE realm = ${parameters.add(this.realm)}`
  }

  #scanned = (rows: string, most: number) => `(SELECT * FROM ${rows} ${this.order} LIMIT ${most}) AS scanned WHERE true`

  /** As many matches as there are up to a number, as rows of nothing. */
  matches(parameters: Parameters, limit: number): string {
    const rows = this.#source(parameters)
    return `SELECT FROM ${this.isScan ? this.#scanned(rows, this.mostScanned) : rows} ${this.#conditions(parameters)} LIMIT ${limit}`
  }

  /** What a page begins with, as the condition of a row; nothing on the first one. */
  #later(parameters: Parameters): string {
    const { after } = this.search
    return after === undefined ? '' : `AND ${follows(parameters, this.sort, after)}`
  }

  /**
   * The matches of a page, in order.
   * @param way `order`: along an index, so far; `matches`: all of them, which are then sorted. Without OFFSET 0 PostgreSQL
   *   would choose, but it takes rare words for less rare than they are.
   */
  page(parameters: Parameters, way: 'order' | 'matches', limit: number): string {
    const rows = this.#source(parameters)
    const [later, conditions] = [this.#later(parameters), this.#conditions(parameters)]
    const most = this.isScan ? this.mostScanned : Math.min(MOST_PROBED, this.mostScanned)
    const along = () => (this.isAny ? `${rows} ${later}` : `${this.#scanned(`${rows} ${later}`, most)} ${conditions}`)
    const all = () => `(SELECT * FROM ${rows} ${conditions} OFFSET 0) AS matches WHERE true ${later}`
    return `SELECT * FROM ${way === 'order' ? along() : all()} ${this.order} LIMIT ${limit}`
  }

  /** The last row that a page has looked at, where there are as many. */
  lastScanned(parameters: Parameters): string {
    const rows = `${this.#source(parameters)} ${this.#later(parameters)}`
    return `SELECT * FROM ${rows} ${this.order} OFFSET ${this.mostScanned - 1} LIMIT 1`
  }

  #conditions(parameters: Parameters): string {
    const equal = this.#filters.map(([column, value]) => `AND ${column} = ${parameters.add(value)}`)
    return [...equal, ...this.words.map((word) => `AND (${this.#finds(parameters, word)})`)].join(' ')
  }

  #finds(parameters: Parameters, word: string): string {
    const ways = [contains(parameters, 'words', word), begins(parameters, ['id'], word)]
    if (word.length >= LEAST_OWNED) {
      const { owner, others } = this.shelf
      const realm = parameters.add(this.realm)
      const owned = begins(parameters, others, word)
      ways.push(`id = ANY (ARRAY (SELECT ${owner} FROM connections
        WHERE realm = ${realm} AND gone_at IS NULL AND ${owned} LIMIT ${MOST_OWNED}))`)
    }
    return ways.join(' OR ')
  }
}

const Counted = z.object({ count: number })
const one = async (queries: Queries, sql: string, parameters: readonly unknown[]) =>
  (await queries.query(sql, parameters))[0]

interface Matches {
  count: { value: number; isExact: boolean }
  isFew: boolean
  /** True where a page may end before it has looked at all. */
  isPart: boolean
}

async function matchesOf<T>(queries: Queries, question: Question<T>): Promise<Matches> {
  const { isAny, isScan, mostScanned, realm, shelf } = question
  const kept = await one(queries, `SELECT ${shelf.table} AS count FROM directory_counts WHERE realm = $1`, [realm])
  const all = Counted.parse(kept).count
  if (isAny) return { count: { value: all, isExact: true }, isFew: false, isPart: false }
  const parameters = new Parameters()
  const matches = question.matches(parameters, MOST_COUNTED + 1)
  const matched = await one(queries, `SELECT count(*) AS count FROM (${matches}) AS matches`, parameters.values)
  const { count } = Counted.parse(matched)
  const isPart = isScan && all > mostScanned
  const isWhole = count <= MOST_COUNTED && !isPart
  return { count: { value: Math.min(count, MOST_COUNTED), isExact: isWhole }, isFew: isWhole && !isScan, isPart }
}

/** One page of a shelf. @throws SearchError */
export async function searchShelf<T>(
  queries: Queries,
  realm: number,
  shelf: Shelf<T>,
  search: Search,
  filters: Filters = {},
  mostScanned = MOST_SCANNED,
): Promise<Omit<TeamPage<T>, 'asOf'>> {
  let question = new Question(shelf, realm, search, filters, mostScanned)
  const { count, isFew, isPart } = await matchesOf(queries, question)
  const read = (way: 'order' | 'matches') => {
    const parameters = new Parameters()
    return queries.query(question.page(parameters, way, search.limit + 1), parameters.values)
  }
  /** Where a page that looks through so many rows has ended; null at the end of all. */
  const scanned = async () => {
    const scan = new Parameters()
    const last = await one(queries, question.lastScanned(scan), scan.values)
    return last ? cursorAfter(question.sort, last) : null
  }
  let found = isFew ? await read('matches') : await read('order')
  const isEnd = found.length > search.limit || isFew || question.isAny || question.isScan
  if (!isEnd) found = await read('matches')
  for (let looks = 1; isPart && found.length === 0 && looks < MOST_LOOKS; looks += 1) {
    const after = await scanned()
    if (after === null) break
    question = new Question(shelf, realm, { ...search, after }, filters, mostScanned)
    found = await read('order')
  }
  const rows = found.slice(0, search.limit)
  const next = async () => {
    if (found.length > rows.length) return cursorAfter(question.sort, rows.at(-1))
    return isPart ? scanned() : null
  }
  const end = await next()
  const isAll = isPart && end === null && search.after === undefined
  return { rows: rows.map(shelf.read), next: end, count: isAll ? { value: rows.length, isExact: true } : count }
}

const Connection = z.object({ id: z.string(), user_id: text, vehicle_id: text, mode: z.string() })

/** A few of each: users and vehicles by any word, connections by the beginning of their id. @throws SearchError */
export async function findAny(queries: Queries, realm: number, q: string, limit: number): Promise<TeamFound> {
  const words = wordsOf(q)
  if (words.length === 0) return { users: [], vehicles: [], connections: [] }
  return {
    users: (await searchShelf(queries, realm, userShelf, { q, limit })).rows,
    vehicles: (await searchShelf(queries, realm, vehicleShelf, { q, limit })).rows,
    connections: await connectionsOf(queries, realm, words, limit),
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
  return rows.map((row) => {
    const { user_id: userId, vehicle_id: vehicleId, ...connection } = Connection.parse(row)
    return { ...connection, userId, vehicleId }
  })
}
