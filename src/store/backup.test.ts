/** A backup is complete, or there is none; and a restore takes all of it or says why not. Both engines are the soak's. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupLines } from './backup'
import { seedEveryTable } from './backup-harness'
import { sqlEngines, storeOf } from './harness'
import { migrate, migrations } from './migrate'
import { restoreFile } from './restore'
import { saveBackup } from './save-backup'
import type { Store } from './store'
import { backupTables, tablesOf } from './store-tables'

/** Made by version 0.2.0, with a row in each of its tables. */
const OLD = 'src/store/backup-0.2.0.jsonl'
const LINE = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => rmSync(folder, { recursive: true }))
const pathOf = (name: string) => join(folder, name)
const countOf = async (store: Store, table: string) =>
  (await store.query(`SELECT count(*) AS count FROM ${table}`))[0]?.count

const pairs = sqlEngines.flatMap((from) => sqlEngines.map((to) => [from, to] as const))

describe.each(pairs)('a backup of %s, restored on %s', async (from, to) => {
  const [store, other] = [await storeOf(from), await storeOf(to)]
  const file = pathOf(`${from}-${to}.jsonl`)
  let rows = 0
  beforeAll(async () => {
    await seedEveryTable(store)
    await store.query(
      "INSERT INTO job_results (job, n, try, body) SELECT 1, 1, n, repeat('\"', 1200000) FROM generate_series(2, 3) AS n",
    )
    rows = await saveBackup(store, file)
  }, 60_000)
  /** Without a row, as it was opened. */
  const empty = async () => void (await other.query(`TRUNCATE ${await tablesOf(other)}`))
  async function refused(content: string | Buffer, into = other): Promise<string> {
    const path = pathOf('refused.jsonl')
    writeFileSync(path, content)
    const error = await restoreFile(into, path).catch((reason: unknown) => reason)
    const [, why] = /^.*refused\.jsonl: (.*) Nothing was restored\.$/s.exec(String(error)) ?? []
    return why ?? String(error)
  }

  it('has every row of every table, in lines of 1 MB or one row', async () => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ forecourt: 'store', format: 2, version: expect.any(String) })
    let count = 0
    for (const line of lines.slice(1, -1)) {
      const { rows: inLine } = JSON.parse(line) as { rows: unknown[] }
      if (inLine.length > 1) expect(line.length).toBeLessThan(LINE + 1_000)
      count += inLine.length
    }
    expect([count, JSON.parse(lines.at(-1) ?? '')]).toEqual([rows, expect.objectContaining({ rows })])
    expect(rows).toBe((await backupTables(store)).length + 2)
  })
  it('has no sign-ins, because one could have been revoked since', () => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/"table":"(sessions|people)"/)
  })
  it('is readable by its user alone, replaces no file and follows no link', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(saveBackup(store, file)).rejects.toThrow(`${file}: exists already; expects the path of a new file.`)
    const [target, linked, dangling] = [pathOf('target'), `${file}-linked`, `${file}-dangling`]
    symlinkSync(target, `${linked}.unfinished`)
    await expect(saveBackup(store, linked)).rejects.toThrow(`${linked}.unfinished: exists already, from a backup`)
    symlinkSync(target, dangling)
    await expect(saveBackup(store, dangling)).rejects.toThrow(`${dangling}: exists already`)
    expect(readdirSync(folder)).not.toContain('target')
  })
  it('isn’t made of a row that is too large to be restored', async () => {
    await expect(backupLines(store, async () => undefined, 1_000_000)).rejects.toThrow(
      'job_results has a row of 2.4 MB; a backup takes rows of up to 1.0 MB.',
    )
  })
  it('is refused with a reason if it isn’t complete or of another version, and changes nothing', async () => {
    const text = readFileSync(file, 'utf8')
    const lines = text.trimEnd().split('\n')
    const without = (at: number) => lines.toSpliced(at, 1).join('\n')
    const head = JSON.parse(lines[0] ?? '') as { migrations: string[] }
    const withHead = (change: object) => [JSON.stringify({ ...head, ...change }), ...lines.slice(1)].join('\n')
    for (const rubbish of ['', '\n', '{"a":1}', '\0\xff', 'a'.repeat(3_000_000), Buffer.alloc(3_000_000)])
      expect(await refused(rubbish)).toBe('isn’t a backup of a store.')
    for (const cut of [
      without(lines.length - 1),
      text.slice(0, -30),
      without(2),
      `${text}{}`,
      text.replace('2026', '2027'),
    ])
      expect(await refused(cut)).toBe('is damaged or cut off.')
    const newer = 'was made by a newer version of Forecourt (9.1.0); restore it with that version or a later one.'
    expect(await refused(withHead({ format: 3, version: '9.1.0' }))).toBe(newer)
    expect(await refused(withHead({ migrations: [...head.migrations, '9999-later'], version: '9.1.0' }))).toBe(newer)
    expect(await refused(withHead({ migrations: head.migrations.slice(1) }))).toBe(
      'was made by another build of Forecourt; restore it with that one.',
    )
    expect(await refused(text.replace('"kind":"whole"', '"kind":"other"'))).toBe('has a row that doesn’t fit (crawls).')
    expect(await refused(text.replace('"table":"crawls"', '"table":"sessions"'))).toBe(
      'has rows of an unknown table (sessions).',
    )
    expect(await refused(text, store)).toBe('the store isn’t empty.')
    for (const table of await tablesOf(other)) expect([table, await countOf(other, table)]).toEqual([table, 0])
  }, 60_000)
  it('is restored as it was, and makes the same backup again', async () => {
    const again = pathOf(`${from}-${to}-again.jsonl`)
    expect(await restoreFile(other, file)).toBe(rows)
    expect(await saveBackup(other, again)).toBe(rows)
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true)
    expect(await other.query("INSERT INTO realms (key) VALUES ('next') RETURNING id")).toEqual([{ id: 2 }])
    await empty()
  }, 60_000)
  it('may be one of 0.2.0, also with lines of more than 16 MB', async () => {
    const old = readFileSync(OLD, 'utf8')
    const line = /\{"table":"job_results"[^\n]*\n/.exec(old)?.[0] ?? ''
    const row = /\[(\{.*\})\]/s.exec(line)?.[1] ?? ''
    const results = Array.from({ length: 17 }, (_, at) =>
      row.replace('"try": 1', `"try": ${at + 1}`).replace('"body": "', `"body": "${'x'.repeat(1_000_000)}`),
    )
    const path = pathOf(`${from}-${to}-old.jsonl`)
    writeFileSync(
      path,
      old
        .replace(line, () => `{"table":"job_results","rows":[${results.join(', ')}]}\n`)
        .replace(/"rows":26\}\n$/, `"rows":42}\n`),
    )
    expect(await restoreFile(other, path)).toBe(42)
    expect(await countOf(other, 'job_results')).toBe(17)
    await empty()
  }, 60_000)
  it('may be of an older version, whose rows the later migrations change', async () => {
    const sql =
      "ALTER TABLE realms ADD COLUMN label text NOT NULL DEFAULT 'a'; UPDATE realms SET label = 'of ' || id; CREATE TABLE labels (id integer)"
    const later = [...migrations, { name: '9001-later', sql }]
    await migrate(other, later)
    expect(await restoreFile(other, OLD, later)).toBe(26)
    expect(await other.query('SELECT id, label FROM realms')).toEqual([{ id: 1, label: 'of 1' }])
    const applied = await other.query('SELECT name FROM migrations ORDER BY name')
    expect(applied.map(({ name }) => name)).toEqual(later.map(({ name }) => name))
  }, 60_000)
})
