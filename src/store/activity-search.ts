/** Searches the record of changes and vehicle reads, a page at a time, the newest first. */

import * as z from 'zod/mini'
import { type ActivityFilters, type ActivityRecord, activityKinds } from '../api/activity'
import { isUuid } from '../api/same-id'
import { isIndexed, Parameters } from './directory-question'
import type { Queries, Row } from './store'

/** Matches are counted to here. */
const MOST_COUNTED = 10_000
/** What more rows than that have is looked for along the order. */
const MOST_FOUND = 5000
/** Who did what from where: more of them than that are frequent. */
const MOST_TERMS = 200
/** A page looks through so many rows where no index finds what it is for; its cursor goes on there. */
export const MOST_SCANNED = 20_000

export interface ActivitySearch extends ActivityFilters {
  /** A page's `next`. */
  before?: string | undefined
  limit: number
  /** Accounts whose rows are found; absent: all of the realm. */
  accounts?: readonly string[] | undefined
}

export interface ActivityFound {
  /** May be fewer than asked for, even none, while `next` is there. */
  records: ActivityRecord[]
  next: string | undefined
  /** How many match, on all pages: exact, or at least so many. */
  count: { value: number; isExact: boolean }
}

const text = z.nullable(z.string())
const number = z.nullable(z.number())
const Stored = z.object({
  at: z.date(),
  id: z.string(),
  kind: z.enum(activityKinds),
  operation: z.string(),
  host: z.string(),
  operator: text,
  subject: text,
  client: text,
  parameters: z.record(z.string(), z.string()),
  requests: number,
  status: number,
  reason: text,
  duration_ms: number,
  request_id: text,
})
const Place = z.object({ at: z.date(), key: z.number() })
const Counted = z.object({ count: z.number() })
const Term = z.object({ term: z.number() })

/** Without what is not known, as the file has it. */
function recordOf(row: Row): ActivityRecord {
  const { at, status, duration_ms, request_id, ...known } = Stored.parse(row)
  const record = { ...known, time: at.toISOString(), durationMs: duration_ms, requestId: request_id }
  const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as typeof known // of its fields
  return {
    ...(given as Omit<ActivityRecord, 'status'>), // what may be null may be left out
    status: status === null ? 'unknown' : status === 0 ? 'not sent' : status,
  }
}

const ORDER = 'ORDER BY at DESC, key DESC'
const SUCCEEDED = 'status BETWEEN 200 AND 299'
/** As the index of what failed has it. */
const FAILED = '(status IS NULL OR status NOT BETWEEN 200 AND 299)'
const isSuccess = (status: number) => status >= 200 && status < 300

/** As PostgreSQL takes it; what it doesn’t is in no row. */
const asText = (word: string) => word.replaceAll('\0', '\ufffd').toWellFormed()
const asPattern = (word: string) => `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
/** What begins with it, as the index of IDs is asked. */
const asBeginning = (word: string) => `'${word.toLowerCase().replace(/\\/g, '\\\\').replace(/'/g, "''")}':*`

function placeOf(before: string): { at: Date; key: number } {
  const [at, key] = before.split('-').map(Number)
  return { at: new Date(at ?? 0), key: key ?? 0 }
}
const cursorOf = (row: unknown): string => {
  const { at, key } = Place.parse(row)
  return `${at.getTime()}-${key}`
}

const NONE = 'SELECT WHERE false'
type Terms = readonly number[] | 'many'

/** The statements of one search. Each adds its own parameters. */
class Question {
  readonly text: string | undefined
  readonly #equal: readonly [string, string][]
  /** Those that the filters let through, and of them those that have the text. */
  filtered: Terms = 'many'
  named: Terms = 'many'
  constructor(
    readonly realm: number,
    readonly search: ActivitySearch,
  ) {
    const { kind, operation, operator, host } = search
    this.text = search.text && asText(search.text)
    this.#equal = Object.entries({ kind, operation, operator, host }).flatMap(([column, value]) =>
      value === undefined ? [] : [[column, asText(value)]],
    )
  }

  get hasFilters(): boolean {
    return this.#equal.length > 0 || this.search.accounts !== undefined
  }
  /** True where every row of the range matches. */
  get isAny(): boolean {
    const { status } = this.search
    return !this.hasFilters && this.text === undefined && (status === undefined || !isSuccess(status))
  }
  /** True where an index finds all that matches, as far as it is not frequent. */
  get isIndexed(): boolean {
    if (this.text === undefined) return this.hasFilters && this.filtered !== 'many'
    return isIndexed(this.text) && this.named !== 'many' && (!this.hasFilters || this.filtered !== 'many')
  }

  /** Who did what from where. */
  terms(parameters: Parameters, hasText: boolean): string {
    const { accounts } = this.search
    const arms = [
      `realm = ${parameters.add(this.realm)}`,
      ...(accounts ? [`account = ANY (${parameters.add(accounts)}::text[])`] : []),
      ...this.#equal.map(([column, value]) => `${column} = ${parameters.add(value)}`),
      ...(hasText && this.text !== undefined ? [`words LIKE ${parameters.add(asPattern(this.text))}`] : []),
    ]
    return `SELECT term FROM activity_terms WHERE ${arms.join(' AND ')}`
  }

  #isOf(parameters: Parameters, terms: Terms, hasText: boolean): string {
    return terms === 'many'
      ? `term IN (${this.terms(parameters, hasText)})`
      : `term = ANY (${parameters.add(terms)}::bigint[])`
  }

  /** The rows of the realm in the range of time, with that outcome; after the cursor, where a page is meant. */
  #range(parameters: Parameters, isPage: boolean): string {
    const { since, until, before, outcome, status } = this.search
    const arms = [`realm = ${parameters.add(this.realm)}`]
    if (since !== undefined) arms.push(`at >= ${parameters.add(new Date(since))}`)
    if (until !== undefined) arms.push(`at < ${parameters.add(new Date(until))}`)
    if (isPage && before !== undefined) {
      const { at, key } = placeOf(before)
      arms.push(`(at, key) < (${parameters.add(at)}::timestamptz, ${parameters.add(key)}::bigint)`)
    }
    if (outcome === 'success') arms.push(SUCCEEDED)
    if (outcome === 'failure') arms.push(FAILED, 'status IS NOT NULL')
    if (outcome === 'unknown') arms.push('status IS NULL')
    if (status !== undefined && !isSuccess(status)) arms.push(FAILED, `status = ${parameters.add(status)}`)
    return `activity WHERE ${arms.join(' AND ')}`
  }

  /** One status of those that most have: it may be rare, and no index has it. */
  #ended(parameters: Parameters): string {
    const { status } = this.search
    return status !== undefined && isSuccess(status) ? ` AND status = ${parameters.add(status)}` : ''
  }

  /** What an index finds: by who and what it was, and apart from that by the beginning of an ID. */
  readonly ways = [
    (parameters: Parameters, isPage: boolean) => {
      const [terms, hasText] = this.text === undefined ? [this.filtered, false] : [this.named, true]
      return `SELECT * FROM ${this.#range(parameters, isPage)} AND ${this.#isOf(parameters, terms, hasText)}`
    },
    (parameters: Parameters, isPage: boolean) => {
      if (this.text === undefined) return undefined
      const filtered = this.hasFilters ? ` AND ${this.#isOf(parameters, this.filtered, false)}` : ''
      return `SELECT * FROM ${this.#range(parameters, isPage)} AND ids @@ ${parameters.add(asBeginning(this.text))}::tsquery
        AND NOT ${this.#isOf(parameters, this.named, true)}${filtered}`
    },
  ]

  /** All matches, each by its index: without OFFSET 0 the order's own might be walked to its end. */
  byIndex(parameters: Parameters, isPage: boolean): string {
    const ways = this.ways.flatMap((way) => way(parameters, isPage) ?? []).map((way) => `(${way} OFFSET 0)`)
    return `(${ways.join(' UNION ALL ')}) AS found WHERE true${this.#ended(parameters)}`
  }

  /** The matches among the next so many rows. */
  byOrder(parameters: Parameters, isPage: boolean, most: number): string {
    const arms: string[] = []
    const filtered = () => this.#isOf(parameters, this.filtered, false)
    if (this.text !== undefined) {
      const hasId = `words LIKE ${parameters.add(asPattern(this.text))}`
      arms.push(
        ` AND (${this.#isOf(parameters, this.named, true)} OR ${hasId}${this.hasFilters ? ` AND ${filtered()}` : ''})`,
      )
    } else if (this.hasFilters) arms.push(` AND ${filtered()}`)
    return `(SELECT * FROM ${this.#range(parameters, isPage)} ${ORDER} LIMIT ${most}) AS scanned
      WHERE true${this.#ended(parameters)}${arms.join('')}`
  }

  /** The last row that a page by order has looked at, where there are as many. */
  lastScanned(parameters: Parameters, isPage: boolean, most: number): string {
    return `SELECT at, key FROM ${this.#range(parameters, isPage)} ${ORDER} OFFSET ${most - 1} LIMIT 1`
  }
}

/** One page. A cursor that is none of ours finds what is older than its time. */
export async function searchActivity(
  queries: Queries,
  realm: number,
  search: ActivitySearch,
  mostScanned = MOST_SCANNED,
): Promise<ActivityFound> {
  const question = new Question(realm, search)
  const ask = (sql: (parameters: Parameters) => string) => {
    const parameters = new Parameters()
    return queries.query(sql(parameters), parameters.values)
  }
  const count = async (sql: (parameters: Parameters) => string) =>
    Counted.parse((await ask((parameters) => `SELECT count(*) AS count FROM (${sql(parameters)}) AS counted`))[0]).count
  const termsOf = async (hasText: boolean): Promise<Terms> => {
    const rows = await ask((parameters) => `${question.terms(parameters, hasText)} LIMIT ${MOST_TERMS + 1}`)
    return rows.length > MOST_TERMS ? 'many' : rows.map((row) => Term.parse(row).term)
  }
  if (question.hasFilters) question.filtered = await termsOf(false)
  if (question.text !== undefined) question.named = await termsOf(true)

  let isByIndex = question.isIndexed
  let indexed = 0
  for (const way of question.ways) {
    if (!isByIndex) break
    const matches = await count((parameters) => `${way(parameters, false) ?? NONE} LIMIT ${MOST_FOUND + 1}`)
    isByIndex = matches <= MOST_FOUND
    indexed += matches
  }
  // It may be in the middle of an ID, unless it is a whole one.
  if (indexed === 0 && question.text !== undefined && !isUuid(question.text)) isByIndex = false

  const rows = (isPage: boolean, most: number) => (parameters: Parameters) =>
    isByIndex ? question.byIndex(parameters, isPage) : question.byOrder(parameters, isPage, most)
  const most = question.isAny ? search.limit + 1 : mostScanned
  const found = await ask(
    (parameters) => `SELECT found.*, kind, operation, host, operator, subject, client
      FROM (SELECT * FROM ${rows(true, most)(parameters)} ${ORDER} LIMIT ${search.limit + 1}) AS found
      JOIN activity_terms AS terms ON terms.realm = found.realm AND terms.term = found.term ${ORDER}`,
  )
  const page = found.slice(0, search.limit)
  const isWhole = isByIndex || question.isAny
  const lastScanned = (isPage: boolean) =>
    isWhole ? [] : ask((parameters) => question.lastScanned(parameters, isPage, mostScanned))
  const next = async () => {
    const [last] = found.length > page.length ? page.slice(-1) : await lastScanned(true)
    return last && cursorOf(last)
  }
  const mostCounted = question.isAny ? MOST_COUNTED + 1 : mostScanned
  const value = await count(
    (parameters) => `SELECT FROM ${rows(false, mostCounted)(parameters)} LIMIT ${MOST_COUNTED + 1}`,
  )
  return {
    records: page.map(recordOf),
    next: await next(),
    count: {
      value: Math.min(value, MOST_COUNTED),
      isExact: value <= MOST_COUNTED && (await lastScanned(false)).length === 0,
    },
  }
}
