/** The folder of the embedded engine: its user's alone, and nothing is written through a link in it. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { openEmbedded } from './embedded'
import { ENGINE_MAJOR, markComplete, prepareFolder } from './embedded-folder'
import { inWords } from './failures'

// This function alone: files of a run share node:fs, whose streams end with a spy of all of it.
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>()
  return { ...fs, chmodSync: vi.fn(fs.chmodSync) }
})

const folder = mkdtempSync(join(tmpdir(), 'embedded-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))
const lines: string[] = []
const log = { warn: (line: string) => void lines.push(line) }
afterEach(() => lines.splice(0))
const newFolder = (name: string) => {
  const made = join(folder, name)
  mkdirSync(made)
  return made
}

it('has a database that others can’t read, also one that was copied', () => {
  const store = newFolder('copied')
  mkdirSync(join(store, 'data'), { mode: 0o755 })
  writeFileSync(join(store, 'data', 'PG_VERSION'), '18')
  const data = prepareFolder(store, log)
  expect([statSync(data).mode & 0o777, readFileSync(join(data, 'PG_VERSION'), 'utf8')]).toEqual([0o700, '18'])
})
it('loses a database that was left incomplete', () => {
  const store = newFolder('incomplete')
  const data = prepareFolder(store, log)
  writeFileSync(join(data, 'PG_VERSION'), '18')
  expect(() => statSync(join(prepareFolder(store, log), 'PG_VERSION'))).toThrow('ENOENT')
  writeFileSync(join(data, 'PG_VERSION'), '18')
  markComplete(store)
  expect(readFileSync(join(prepareFolder(store, log), 'PG_VERSION'), 'utf8')).toBe('18')
})
it('writes nothing through a link', () => {
  const [store, target] = [newFolder('linked'), join(folder, 'target')]
  writeFileSync(target, 'kept')
  symlinkSync(target, join(store, 'unfinished'))
  prepareFolder(store, log)
  expect(readFileSync(target, 'utf8')).toBe('kept')
  rmSync(target)
  prepareFolder(store, log)
  expect(() => statSync(target)).toThrow('ENOENT')
})
it.each([
  ['17', '17'],
  ['9.6\n', '9.6'],
  ['19\n', '19'],
])('of PostgreSQL %j is refused before the engine opens it, with the way to carry it over', async (text, major) => {
  const store = newFolder(`of ${major}`)
  mkdirSync(join(store, 'data'))
  writeFileSync(join(store, 'data', 'PG_VERSION'), text)
  const error = await openEmbedded({ folder: store }, log).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ failure: 'major' })
  expect(inWords(error)).toBe(
    `The store’s files are of another major version of PostgreSQL (${join(store, 'data')} is PostgreSQL ${major}, and this version of Forecourt has ${ENGINE_MAJOR}; with the version that wrote it, run npm run store -- backup FILE, then with this one and a new STORE_DIR npm run store -- restore FILE).`,
  )
  expect(readdirSync(join(store, 'data'))).toEqual(['PG_VERSION'])
  await expect(openEmbedded({ folder: store }, log)).rejects.toMatchObject({ failure: 'major' }) // not locked
})
it.each(['EPERM', 'ENOTSUP'])('may be on a file system without permissions (%s), which is said', (code) => {
  vi.mocked(chmodSync).mockImplementationOnce(() => {
    throw Object.assign(new Error(code), { code })
  })
  expect(prepareFolder(newFolder(code), log)).toContain(code)
  expect(lines).toEqual([
    `The file system of the store’s folder keeps no permissions (${code}). Other users of this computer may be able to read it.`,
  ])
})
it('is given up by a server whose lock another one has taken over', async () => {
  const store = newFolder('taken over')
  const opened = await openEmbedded({ folder: store }, log)
  await opened.query("INSERT INTO realms (key) VALUES ('kept')")
  expect(readFileSync(join(store, 'data', 'PG_VERSION'), 'utf8').trim()).toBe(String(ENGINE_MAJOR))
  writeFileSync(join(store, 'lock.2'), 'released\n')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })
  await expect(opened.query("INSERT INTO realms (key) VALUES ('lost')")).rejects.toMatchObject({
    failure: 'unavailable',
  })
  vi.useRealTimers()
  expect(lines).toEqual([expect.stringContaining('Another server has taken the store’s folder over')])
  await opened.close()
  const next = await openEmbedded({ folder: store }, log)
  expect(await next.query('SELECT key FROM realms')).toEqual([{ key: 'kept' }])
  await next.close()
}, 60_000)
