/** Location of the store, and its size on the disk. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, it } from 'vitest'
import { TeamStore } from '../../api/team-store'
import type { TeamEnv } from '../console/handler'
import { readEnvironment } from '../settings/environment'
import { storeHandlers } from './store-handlers'

const folder = mkdtempSync(join(tmpdir(), 'store-facts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const factsOf = async (env: Record<string, string>) => {
  const settings = readEnvironment(env)
  const team = { account: 'fleet' } as never // this handler uses no more of it
  const { read } = storeHandlers({ team, settings, note: () => undefined, log: undefined as never }) // it logs nothing
  const app = new Hono<TeamEnv>().get('/', (c) => read(c, undefined))
  return TeamStore.parse(await (await app.request('/')).json())
}

it('names the folder and the size of its files', async () => {
  mkdirSync(join(folder, 'data', 'base'), { recursive: true })
  writeFileSync(join(folder, 'data', 'base', '1'), 'x'.repeat(1_000))
  writeFileSync(join(folder, 'lock.1'), 'x'.repeat(24))
  symlinkSync('/etc', join(folder, 'link'))
  expect(await factsOf({ STORE_DIR: folder })).toEqual({ kind: 'folder', folder, account: 'fleet', bytes: 1_024 })
})
it('has no size of a folder that can’t be read, and no folder in memory or in a database', async () => {
  expect(await factsOf({ STORE_DIR: join(folder, 'none') })).toMatchObject({ kind: 'folder', bytes: null })
  expect(await factsOf({})).toEqual({ kind: 'memory', folder: null, account: 'fleet', bytes: null })
  expect(await factsOf({ DATABASE_URL: 'postgresql://a/b' })).toEqual({
    kind: 'database',
    folder: null,
    account: 'fleet',
    bytes: null,
  })
})
