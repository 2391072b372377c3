/** The folder of the embedded engine: its user's alone, and nothing is written through a link in it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { markComplete, prepareFolder } from './embedded-folder'

const folder = mkdtempSync(join(tmpdir(), 'embedded-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))
const newFolder = (name: string) => {
  const made = join(folder, name)
  mkdirSync(made)
  return made
}

it('has a database that others can’t read, also one that was copied', () => {
  const store = newFolder('copied')
  mkdirSync(join(store, 'data'), { mode: 0o755 })
  writeFileSync(join(store, 'data', 'PG_VERSION'), '18')
  const data = prepareFolder(store)
  expect([statSync(data).mode & 0o777, readFileSync(join(data, 'PG_VERSION'), 'utf8')]).toEqual([0o700, '18'])
})
it('loses a database that was left incomplete', () => {
  const store = newFolder('incomplete')
  const data = prepareFolder(store)
  writeFileSync(join(data, 'PG_VERSION'), '18')
  expect(() => statSync(join(prepareFolder(store), 'PG_VERSION'))).toThrow('ENOENT')
  writeFileSync(join(data, 'PG_VERSION'), '18')
  markComplete(store)
  expect(readFileSync(join(prepareFolder(store), 'PG_VERSION'), 'utf8')).toBe('18')
})
it('writes nothing through a link', () => {
  const [store, target] = [newFolder('linked'), join(folder, 'target')]
  writeFileSync(target, 'kept')
  symlinkSync(target, join(store, 'unfinished'))
  prepareFolder(store)
  expect(readFileSync(target, 'utf8')).toBe('kept')
  rmSync(target)
  prepareFolder(store)
  expect(() => statSync(target)).toThrow('ENOENT')
})
