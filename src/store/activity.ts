/** The record of a realm's changes and vehicle reads, as far as the servers' files were taken over. */

import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ActivityRecord } from '../api/activity'
import { isUuid } from '../api/same-id'
import { type ActivityFound, type ActivitySearch, searchActivity } from './activity-search'
import { storable } from './directory-rows'
import type { Queries, Store } from './store'

/** A line of a file: an attempt, or an outcome, which completes it. */
export interface ActivityEntry {
  record: ActivityRecord
  /** True for an outcome. */
  hasEnded: boolean
  /** Names the credential that was used; absent if the line names none. */
  account?: string | undefined
}

/** What was read of a file, from one place to another. */
export interface ActivityPart {
  /** Names the file, whatever its name. */
  file: string
  from: number
  to: number
  entries: readonly ActivityEntry[]
  /** Lines that could not be read. */
  broken: number
  /** Of its last line. */
  hash?: string | undefined
}

/** How far a file was copied. */
export interface RecordCheckpoint {
  place: number
  /** Of the last line before it; null if it isn't known. */
  hash: string | null
}

export interface Activity {
  /** How far each of these files was copied; nothing about a new one. */
  places(files: readonly string[]): Promise<Map<string, RecordCheckpoint>>
  /** How far every realm has copied a file: with another token a server has another realm, and the same record. */
  checkpoints(file: string): Promise<RecordCheckpoint[]>
  /**
   * Takes a part of a file over, each entry once, with its place in one transaction.
   * @returns false where the file was not taken over to where the part begins: another process has gone on
   */
  take(part: ActivityPart): Promise<boolean>
  search(search: ActivitySearch): Promise<ActivityFound>
  /** When the oldest of it began, and how many lines of all files could not be read; undefined before the first file. */
  extent(): Promise<{ since: Date | undefined; broken: number } | undefined>
  /**
   * Erases some of what began before then, here and in realms whose files nobody has followed since then.
   * @returns how many: 0 where there is no more
   */
  forget(before: Date): Promise<number>
}

/** So much of a text is kept. */
const MOST_TEXT = 500
/** By so many of its parts an ID is found. */
const MOST_PARTS = 8
const MOST_INTEGER = 2 ** 31 - 1
/** The end of the year 9999: what follows has no place in a timestamp’s text. */
const LAST_TIME = 253_402_300_799_999
/** What is too old goes so many at once. */
const AT_ONCE = 1000

const textOf = (text: string | undefined) => (text === undefined ? undefined : storable(text, MOST_TEXT))
const integerOf = (value: number | undefined) =>
  value === undefined || !Number.isInteger(value) || value < 0 ? undefined : Math.min(value, MOST_INTEGER)

/** A number of 52 bits, which JSON and JavaScript keep. */
const numberOf = (...what: unknown[]): number =>
  Number.parseInt(createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 13), 16)

/** 0: it was not sent; undefined: it is unknown, as is what no service may answer. */
const statusOf = (status: ActivityRecord['status']): number | undefined =>
  status === 'not sent' ? 0 : typeof status === 'number' && status > 0 && status < 1000 ? Math.trunc(status) : undefined

/** True where a time has a place in the store. */
export const isStorableTime = (time: string): boolean => {
  const at = Date.parse(time)
  return at >= 0 && at <= LAST_TIME
}

/** Who did what from where with which account, as the statement takes it. */
function storedTerm({ record, account = '' }: ActivityEntry) {
  const { kind, operation, host, operator, subject, client, time } = record
  const named = {
    kind,
    operation: textOf(operation),
    host: textOf(host),
    operator: textOf(operator),
    subject: textOf(subject),
    client: textOf(client),
    account: textOf(account),
  }
  const words = [named.operator, named.subject, named.operation, named.client].map((word) => word ?? '')
  const term = numberOf(...Object.values(named))
  return { term, ...named, words: words.join('\n').toLowerCase(), seen_at: new Date(time).toISOString() }
}

/** What an ID is found by: it, and unless it is random all through, what of it stands behind a hyphen or the like. */
const beginningsOf = (id: string): string[] => (isUuid(id) ? [id] : partsOf(id))
const partsOf = (id: string): string[] =>
  [...id.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].slice(0, MOST_PARTS).map(({ index }) => id.slice(index))

/** An entry as the statement takes it, named as its columns are. */
function storedEntry(entry: ActivityEntry) {
  const { record, hasEnded } = entry
  const { id, kind, operation, host, parameters, requestId } = record
  const values = [id, requestId ?? '', ...Object.values(parameters)].map((value) => textOf(value)?.toLowerCase() ?? '')
  return {
    at: new Date(record.time).toISOString(),
    key: numberOf(id, kind, operation, host, parameters),
    term: storedTerm(entry).term,
    id: textOf(id),
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [textOf(name), textOf(value)])),
    requests: integerOf(record.requests),
    has_ended: hasEnded,
    status: statusOf(record.status),
    reason: textOf(record.reason),
    duration_ms: integerOf(record.durationMs),
    request_id: textOf(requestId),
    ids: [...new Set(values.flatMap(beginningsOf))],
    words: values.join('\n'),
  }
}

/** Each once, in one order for all who write. */
const listed = <T>(rows: ReadonlyMap<string | number, T>): string =>
  JSON.stringify([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))

/** The rows of a part: an outcome in the place of its attempt. */
function storedRows(entries: readonly ActivityEntry[]): { terms: string; rows: string } {
  const terms = new Map<number, ReturnType<typeof storedTerm>>()
  const rows = new Map<string, ReturnType<typeof storedEntry>>()
  for (const entry of entries) {
    if (!isStorableTime(entry.record.time)) continue
    const term = storedTerm(entry)
    const known = terms.get(term.term)
    if (!known || known.seen_at < term.seen_at) terms.set(term.term, term)
    const row = storedEntry(entry)
    const name = `${row.at} ${row.key}`
    if (!rows.get(name)?.has_ended) rows.set(name, row)
  }
  return { terms: listed(terms), rows: listed(rows) }
}

const SAVE_TERMS = `
INSERT INTO activity_terms AS known (realm, term, kind, operation, host, operator, subject, client, account, words, seen_at)
SELECT $1::smallint, term, kind, operation, host, operator, subject, client, account, words, seen_at
FROM jsonb_to_recordset($2::jsonb) AS given (term bigint, kind text, operation text, host text, operator text,
  subject text, client text, account text, words text, seen_at timestamptz)
ON CONFLICT (realm, term) DO UPDATE SET seen_at = excluded.seen_at
WHERE excluded.seen_at > known.seen_at + interval '1 day'`

const COLUMNS = `at, key, term, id, parameters, requests, has_ended, status, reason, duration_ms, request_id, words`

// A file that is copied again gives rows of an older version their account.
const SAVE = `
INSERT INTO activity AS known (realm, ids, ${COLUMNS})
SELECT $1::smallint, array_to_tsvector(ids), ${COLUMNS} FROM jsonb_to_recordset($2::jsonb) AS given (at timestamptz,
  key bigint, term bigint, id text, parameters jsonb, requests integer, has_ended boolean, status smallint, reason text,
  duration_ms integer, request_id text, ids text[], words text)
ON CONFLICT (realm, at, key) DO UPDATE SET term = excluded.term, has_ended = excluded.has_ended, status = excluded.status, reason = excluded.reason,
  duration_ms = excluded.duration_ms, request_id = excluded.request_id, ids = excluded.ids, words = excluded.words
WHERE CASE WHEN excluded.has_ended = known.has_ended THEN excluded.term <> known.term ELSE excluded.has_ended END`

const MOVE = `
UPDATE activity_files SET place = $4, broken = broken + $5, hash = $6, at = now()
WHERE realm = $1 AND file = $2 AND place = $3 RETURNING place`

// Nobody has followed a file of theirs for as long as a record is kept: a token was exchanged, a sandbox ended.
const LEFT = `
SELECT id FROM realms WHERE id = $1 OR NOT EXISTS (
  SELECT FROM activity_files WHERE realm = realms.id AND at >= $2)`

const FORGET = `
DELETE FROM activity WHERE ctid = ANY (ARRAY (
  SELECT ctid FROM activity WHERE realm = $1 AND at < $2 ORDER BY at LIMIT ${AT_ONCE}
)) RETURNING realm`

// Not what a server may be using for a new record: that has been seen since, or waits for this and makes it again.
const FORGET_TERMS = `
DELETE FROM activity_terms AS old WHERE realm = $1 AND seen_at < $2::timestamptz - interval '2 days' AND NOT EXISTS (
  SELECT FROM activity WHERE realm = $1 AND term = old.term)`

const PlaceOfFile = z.object({ file: z.string(), place: z.number(), hash: z.nullable(z.string()) })
const Id = z.object({ id: z.number() })
const Files = z.object({ files: z.number(), broken: z.number() })
const Oldest = z.object({ at: z.date() })

/** How far every realm has copied a file. */
export async function findCheckpoints(store: Queries, file: string): Promise<RecordCheckpoint[]> {
  const rows = await store.query('SELECT file, place, hash FROM activity_files WHERE file = $1', [file])
  return rows.map((row) => PlaceOfFile.parse(row))
}

export function createActivity(store: Store, realm: number): Activity {
  return {
    async places(files) {
      const rows = await store.query(
        'SELECT file, place, hash FROM activity_files WHERE realm = $1 AND file = ANY ($2::text[])',
        [realm, files],
      )
      return new Map(rows.map((row) => PlaceOfFile.parse(row)).map(({ file, ...checkpoint }) => [file, checkpoint]))
    },
    checkpoints: (file) => findCheckpoints(store, file),
    take: ({ file, from, to, entries, broken, hash = null }) =>
      store.transaction(async ({ query }) => {
        if (from === 0)
          await query('INSERT INTO activity_files (realm, file) VALUES ($1, $2) ON CONFLICT DO NOTHING', [realm, file])
        const moved = await query(MOVE, [realm, file, from, to, broken, hash])
        if (moved.length === 0) return false
        if (entries.length === 0) return true
        const { terms, rows } = storedRows(entries)
        await query(SAVE_TERMS, [realm, terms])
        await query(SAVE, [realm, rows])
        return true
      }),
    search: (search) => searchActivity(store, realm, search),
    async extent() {
      const [files] = await store.query(
        'SELECT count(*) AS files, coalesce(sum(broken), 0) AS broken FROM activity_files WHERE realm = $1',
        [realm],
      )
      const { files: count, broken } = Files.parse(files)
      if (count === 0) return undefined
      const [oldest] = await store.query('SELECT at FROM activity WHERE realm = $1 ORDER BY at LIMIT 1', [realm])
      return { since: oldest && Oldest.parse(oldest).at, broken }
    },
    async forget(before) {
      const realms = (await store.query(LEFT, [realm, before])).map((row) => Id.parse(row).id)
      let erased = 0
      for (const id of realms) {
        const { length } = await store.query(FORGET, [id, before])
        erased += length
        if (length < AT_ONCE) await store.query(FORGET_TERMS, [id, before])
      }
      return erased
    },
  }
}
