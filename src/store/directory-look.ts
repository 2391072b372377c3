/** A search as statements: what its words find, how many rows that may be, and the rows that are looked at. */
import * as z from 'zod/mini'
import type { TeamSort } from '../api/team'
import {
  contains,
  follows,
  formsOf,
  isIndexed,
  orderOf,
  Parameters,
  type Place,
  ranged,
  sortings,
  trigramsOf,
} from './directory-question'
import type { Queries, Row } from './store'

/** A table of the directory, and what finds its rows besides their words. */
export interface Searched {
  table: 'users' | 'vehicles'
  owner: 'user_id' | 'vehicle_id'
  /** Whose beginning finds the owner, too. */
  others: readonly string[]
}

/** An ID's beginning that more connections share than that finds the owners of the first so many. */
const MOST_OWNED = 1000
/** Shorter beginnings find the things themselves alone, not their owners: all begin with them. */
const LEAST_OWNED = 3
/** So many of the things themselves are looked up beforehand; the beginning that more share is a condition. */
const MOST_OWN = 1000
/** Rows of a sample. */
const SAMPLED = 3000

/** A word, and what is found by its being the beginning of an ID: nearly always nothing. */
interface Word {
  text: string
  ids: readonly string[]
  /** True where more begin with it than `ids` has. */
  isCommon: boolean
}

const Found = z.object({ id: z.string(), is_own: z.boolean() })

/** All that words and filters ask of a table, in one order. */
export interface Asked {
  realm: number
  words: readonly string[]
  filters: readonly (readonly [column: string, value: string])[]
  sort: TeamSort
  /** Leaves these rows out. */
  except?: readonly string[]
}

/** Looks up which IDs begin with the words. What remains is a condition that one index answers, however many words it has. */
export async function lookUp(queries: Queries, searched: Searched, asked: Asked): Promise<Look> {
  const words: Word[] = []
  for (const text of asked.words) {
    const parameters = new Parameters()
    const rows = (await queries.query(beginnings(searched, asked.realm, text, parameters), parameters.values)).map(
      (row) => Found.parse(row),
    )
    const isCommon = rows.filter((row) => row.is_own).length > MOST_OWN
    const ids = rows.filter((row) => !(isCommon && row.is_own)).map(({ id }) => id)
    words.push({ text, ids: [...new Set(ids)], isCommon })
  }
  return new Look(searched, asked, words)
}

// A range for each way to write it and each ID: one condition of all would be looked for from the first ID on.
function beginnings({ table, owner, others }: Searched, realm: number, text: string, parameters: Parameters): string {
  const ours = parameters.add(realm)
  const forms = formsOf(text)
  const own = forms.map(
    (form) =>
      `(SELECT id FROM ${table} WHERE realm = ${ours} AND ${ranged(parameters, 'id', form)} LIMIT ${MOST_OWN + 1})`,
  )
  const found = `SELECT id, true AS is_own FROM (${own.join(' UNION ALL ')}) AS own`
  if (text.length < LEAST_OWNED) return found
  const owned = others.flatMap((column) =>
    forms.map(
      (form) => `(SELECT ${owner} AS id FROM connections WHERE realm = ${ours} AND gone_at IS NULL
        AND ${owner} IS NOT NULL AND ${ranged(parameters, column, form)} LIMIT ${MOST_OWNED})`,
    ),
  )
  return `${found} UNION ALL SELECT id, false FROM (${owned.join(' UNION ALL ')} LIMIT ${MOST_OWNED}) AS owned`
}

/** How many rows have what is asked for. */
export interface Estimate {
  filters: number
  words: number
  both: number
}

export class Look {
  constructor(
    readonly searched: Searched,
    readonly asked: Asked,
    readonly words: readonly Word[],
  ) {}

  /** True where some index finds some of it: filters have theirs, words of one or two letters have none. */
  get isIndexed(): boolean {
    return this.asked.filters.length > 0 || this.words.some(({ text }) => isIndexed(text))
  }

  get #order(): string {
    return orderOf(sortings[this.asked.sort])
  }

  #rows(parameters: Parameters): string {
    const { realm, except = [] } = this.asked
    const others = except.length > 0 ? ` AND id <> ALL (${parameters.add(except)}::text[])` : ''
    return `${this.searched.table} WHERE realm = ${parameters.add(realm)}${others}`
  }

  #equal = (parameters: Parameters): string =>
    this.asked.filters.map(([column, value]) => `${column} = ${parameters.add(value)}`).join(' AND ') || 'true'
  #finds = (parameters: Parameters): string => finds(parameters, this.words).join(' AND ') || 'true'

  /** Of so many rows, about how many the indexes would hand over: each has a word's trigrams, not all have the word. */
  async estimate(queries: Queries, all: number): Promise<Estimate> {
    const parameters = new Parameters()
    const equal = this.#equal(parameters)
    const maybe = this.words.map((word) => mayFind(parameters, word)).join(' AND ') || 'true'
    const percent = Math.min(100, (100 * SAMPLED) / all)
    // The same sample for the same rows: pages that follow one another are looked for in the same way.
    const [row] = await queries.query(
      `SELECT count(*) AS rows, count(*) FILTER (WHERE ${equal}) AS filters, count(*) FILTER (WHERE ${maybe}) AS words,
        count(*) FILTER (WHERE ${equal} AND ${maybe}) AS "both" FROM ${this.searched.table}
        TABLESAMPLE SYSTEM (${percent}) REPEATABLE (1) WHERE realm = ${parameters.add(this.asked.realm)}`,
      parameters.values,
    )
    const { rows, ...hits } = Sample.parse(row)
    const of = (count: number) => (rows === 0 ? all : (count / rows) * all)
    return { filters: of(hits.filters), words: of(hits.words), both: of(hits.both) }
  }

  /**
   * All matches by their indexes, of which one page is sorted out. Each row of it knows how many there are.
   * @param by whose indexes: those of the other are left alone, which may have far more to hand over
   */
  async matches(queries: Queries, by: keyof Estimate, place: Place | undefined, limit: number): Promise<Row[]> {
    const parameters = new Parameters()
    const [equal, found] = [this.#equal(parameters), this.#finds(parameters)]
    const [first, then] = { filters: [equal, found], words: [found, equal], both: [`${equal} AND ${found}`, 'true'] }[
      by
    ]
    const later = place ? follows(parameters, this.asked.sort, place) : 'true'
    // Without OFFSET 0 PostgreSQL might go along the order: it takes rare words for less rare than they are.
    return await queries.query(
      `SELECT * FROM (
        SELECT *, count(*) OVER () AS matched FROM (SELECT * FROM ${this.#rows(parameters)} AND ${first} OFFSET 0) AS handed
        WHERE ${then}
      ) AS matches WHERE ${later} ${this.#order} LIMIT ${limit}`,
      parameters.values,
    )
  }

  /**
   * The matches among the next so many rows along the order, and the last of these rows, whether it is one or not. Each
   * knows how many there are, and how far was looked.
   */
  async along(queries: Queries, place: Place | undefined, rows: number, limit: number): Promise<Row[]> {
    const parameters = new Parameters()
    const later = place ? `AND ${follows(parameters, this.asked.sort, place)}` : ''
    const next = (columns: string) =>
      `SELECT ${columns} FROM ${this.#rows(parameters)} ${this.#within(parameters)} ${later} ${this.#order} LIMIT ${rows}`
    // The order's index has the words, too: what they rule out is not read from the table.
    const seen =
      this.words.length === 0
        ? `SELECT *, row_number() OVER () AS nth FROM (${next('*')}) AS looked`
        : `SELECT whole.*, nth FROM (
            SELECT id AS seen, ${this.#mayBe(parameters)} AS may_be, row_number() OVER () AS nth FROM (${next('id, words')}) AS looked
          ) AS placed CROSS JOIN LATERAL (
            SELECT * FROM ${this.#rows(parameters)} AND id = seen LIMIT 1
          ) AS whole WHERE may_be OR nth = ${rows}`
    return await queries.query(
      `SELECT *, count(*) FILTER (WHERE hit) OVER () AS matched, max(nth) OVER () AS farthest FROM (
        SELECT *, ${this.#equal(parameters)} AND ${this.#finds(parameters)} AS hit FROM (${seen}) AS seen
      ) AS judged WHERE hit OR nth = ${rows} ${this.#order} LIMIT ${limit}`,
      parameters.values,
    )
  }

  #mayBe(parameters: Parameters): string {
    const ways = this.words.map((word) => either(waysOf(parameters, word)))
    return `(words IS NULL OR ${ways.join(' AND ')})`
  }

  /** A vehicle's name begins with its make: sorted by name, a make is one part of the order. */
  #within(parameters: Parameters): string {
    const [, make] = this.asked.filters.find(([column]) => column === 'make') ?? []
    if (make === undefined || this.asked.sort !== 'name') return ''
    const begins = `lower(left(${parameters.add(make)}, 100))`
    return `AND ((name = ''), name) >= (false, ${begins}) AND ((name = ''), name) < (false, ${begins} || '\u{10ffff}')`
  }
}

const Sample = z.object({ rows: z.number(), filters: z.number(), words: z.number(), both: z.number() })

const columns = ['words', 'long_words'] as const

/** What finds rows that have all of the words: those that begin no ID, nearly all, are asked for of one index at once. */
function finds(parameters: Parameters, words: readonly Word[]): string[] {
  const isPlain = ({ ids, isCommon }: Word) => ids.length === 0 && !isCommon
  const plain = words.filter(isPlain)
  const all = (column: string) => plain.map(({ text }) => contains(parameters, column, text)).join(' AND ')
  return [
    ...(plain.length > 0 ? [either(columns.map(all))] : []),
    ...words
      .filter((word) => !isPlain(word))
      .map((word) => either([contains(parameters, 'long_words', word.text), ...waysOf(parameters, word)])),
  ]
}

const waysOf = (parameters: Parameters, word: Word) => [
  contains(parameters, 'words', word.text),
  ...begun(parameters, word),
]

/** What has its trigrams, or begins with it; anything where no index knows them. */
function mayFind(parameters: Parameters, word: Word): string {
  if (!isIndexed(word.text)) return 'true'
  const all = trigramsOf(word.text)
    .map((three) => contains(parameters, 'coalesce(words, long_words)', three))
    .join(' AND ')
  return either([all, ...begun(parameters, word)])
}

const either = (ways: readonly string[]) => `(${ways.join(' OR ')})`

function begun(parameters: Parameters, { text, ids, isCommon }: Word): string[] {
  return [
    ...(ids.length > 0 ? [`id = ANY (${parameters.add(ids)}::text[])`] : []),
    ...(isCommon ? formsOf(text).map((form) => ranged(parameters, 'id', form)) : []),
  ]
}
