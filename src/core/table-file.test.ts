/** Tables as files: the rows alone as CSV, with what they are as JSON, under names that say briefly what they hold. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { nameOf, saveTable } from './table-file'

const saved = vi.hoisted(() => vi.fn())
vi.mock('../ui/download', () => ({ saveBlob: saved }))
/** Of the last file: its name, type and text. */
const last = async () => {
  const [name, blob] = saved.mock.lastCall ?? []
  return [name, blob.type, await blob.text()]
}

const at = Date.UTC(2026, 10, 22, 13, 30, 5, 123)

describe('the name of a file', () => {
  it('says what, which, how many, how far and when', () => {
    expect(nameOf('connections', ['user.externalId=harbor-fleet-7', '5 rows', 'this page'], at, 'CSV')).toBe(
      'connections - user.externalId=harbor-fleet-7 - 5 rows - this page - 2026-11-22T13-30-05Z.csv',
    )
    expect(nameOf('changes', [undefined, '', '1 row'], at, 'JSON')).toBe('changes - 1 row - 2026-11-22T13-30-05Z.json')
  })
  it('holds nothing that a disk refuses, hides behind or spells out', () => {
    const hostile = 'https://x/../a\\b:c*d?"<e>|\u202Egpj\u0000\n'
    const name = nameOf('webhooks', [hostile, 'VIN WVWZZZ1KZAW000001'], at, 'CSV')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f\u202e]/)
    expect(name).not.toContain('WVWZZZ1KZAW000001')
    expect(name).toMatch(/^webhooks - .*\.csv$/)
  })
  it('stays short, and ends whole', () => {
    const name = nameOf('connections', ['x'.repeat(5000), '5 rows'], at, 'CSV')
    expect(name.length).toBeLessThan(200)
    expect(name).toMatch(/^connections - x+… - 5 rows - 2026-11-22T13-30-05Z\.csv$/)
    expect(nameOf('é😀'.repeat(400), [], at, 'CSV').isWellFormed()).toBe(true)
  })
})

describe('a table', () => {
  const table = {
    what: 'job',
    parts: ['2 items'],
    at,
    facts: { job: 'Remove', state: 'complete' },
    records: [{ a: 1, b: 'x' }, { a: 2 }],
  }
  it('is its header and its rows as CSV, and nothing else', async () => {
    await saveTable('CSV', table)
    expect(await last()).toEqual([
      'job - 2 items - 2026-11-22T13-30-05Z.csv',
      'text/csv; charset=utf-8',
      'a,b\r\n1,x\r\n2,\r\n',
    ])
  })
  it('has what it is in it as JSON', async () => {
    await saveTable('JSON', table)
    const [name, type, text] = await last()
    expect([name, type]).toEqual(['job - 2 items - 2026-11-22T13-30-05Z.json', 'application/json; charset=utf-8'])
    expect(JSON.parse(text)).toEqual({ job: 'Remove', state: 'complete', rows: table.records })
  })
  it('begins with its first name, whatever it holds: an importer takes a mark for a part of it', async () => {
    await saveTable('CSV', { ...table, records: [{ name: 'Zoé', n: 1 }] })
    expect((await last())[2]).toBe('name,n\r\nZoé,1\r\n')
  })
  it('loses no row whose only cell is empty', async () => {
    await saveTable('CSV', { ...table, records: [{ a: null }, { a: 1 }, { a: '' }] })
    expect((await last())[2]).toBe('"a"\r\n""\r\n"1"\r\n""\r\n')
  })
  it('of nothing is an empty file', async () => {
    await saveTable('CSV', { ...table, records: [] })
    expect((await last())[2]).toBe('')
  })
})

it('one module writes CSV lines, for the console and the server', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const writes = /csvLine|'text\/csv/
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file) && writes.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
  expect(files.toSorted()).toEqual(['api/csv.ts', 'api/export-formats.ts', 'api/export-rows.ts'])
})
