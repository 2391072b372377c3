/** For tests of backups: a copy of a store, and one row in every table, also in tables that later migrations add. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreFile } from './restore'
import { saveBackup } from './save-backup'
import type { Queries, Row, Store } from './store'
import { tablesOf } from './store-tables'
import { quoted } from './transaction'

/** Restores a backup of the one in the other. @returns the text of the backup */
export async function copyStore(from: Store, to: Store): Promise<string> {
  const file = join(tmpdir(), `${randomUUID()}.jsonl`)
  try {
    await saveBackup(from, file)
    await restoreFile(to, file)
    return readFileSync(file, 'utf8')
  } finally {
    await rm(file, { force: true })
  }
}

/** Characters that JSON, SQL and files of lines escape. */
const AWKWARD = 'ä "quoted" \\ \u2028 \n \t 🚗 {}'
/** Values that satisfy a column's type, its foreign keys (the same value in each table) and its NOT NULL. */
const values: Readonly<Record<string, string>> = {
  bigint: '1',
  integer: '1',
  smallint: '1',
  boolean: 'true',
  'double precision': '0.1',
  bytea: '\\x00ff',
  uuid: '00000000-0000-4000-8000-000000000001',
  jsonb: '{"n":12345678901234567890}',
  tsvector: "'one':1 'two':2",
  'timestamp with time zone': '2026-11-23T10:00:00.123456Z',
  date: '2026-11-23',
}

const COLUMNS = `
SELECT attname AS name, format_type(atttypid, NULL) AS type,
  EXISTS (
    SELECT FROM pg_depend JOIN pg_class ON pg_class.oid = objid
    WHERE relkind = 'i' AND refobjid = attrelid AND refobjsubid = attnum
  ) OR EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND attnum = ANY (indkey)) AS indexed,
  (SELECT min(enumlabel) FROM pg_enum WHERE enumtypid = atttypid) AS label,
  (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
   WHERE conrelid = attrelid AND contype = 'c' AND conkey = ARRAY [attnum]) AS allowed
FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`

function sampleOf({ type, label, allowed, indexed }: Row, bytes: number): string {
  const isLarge = bytes > 0 && indexed === false
  if (type === 'text') return String(allowed ?? (isLarge ? '"'.repeat(bytes) : AWKWARD))
  if (type === 'text[]')
    return JSON.stringify([isLarge ? '"'.repeat(bytes) : AWKWARD, '']).replace(/^\[|\]$/g, (bracket) =>
      bracket === '[' ? '{' : '}',
    )
  if (type === 'bytea' && isLarge) return `\\x${'00'.repeat(bytes)}`
  if (type === 'jsonb' && isLarge) return JSON.stringify({ text: '"'.repeat(bytes) })
  return String(label ?? values[String(type)])
}

/** @param bytes in each column without an index that can be long; 0: short ones */
export async function seedEveryTable({ query }: Queries, bytes = 0): Promise<void> {
  for (const table of await tablesOf({ query })) {
    const columns = await query(COLUMNS, [quoted(table)])
    const names = columns.map(({ name }) => quoted(String(name)))
    await query(
      `INSERT INTO ${quoted(table)} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${columns.map(({ type }, at) => `$${at + 1}::text::${type}`)}`,
      columns.map((column) => sampleOf(column, bytes)),
    )
  }
}
