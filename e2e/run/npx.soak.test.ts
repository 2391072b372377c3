/** `npx` on the packed file, offline, in a home and a folder that are empty: the console runs with its store. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { pack, rowsOf, startConsole } from './packed'

it('npx starts the console with rows, a store and deliveries, and installs nothing beside it', async () => {
  const packed = pack()
  const cwd = join(packed.folder, 'cwd')
  const home = join(packed.folder, 'home')
  for (const folder of [cwd, home]) mkdirSync(folder)
  const console = await startConsole('npx', ['--yes', '--offline', `../${packed.filename}`], cwd, { HOME: home })
  expect((await fetch(`${console.origin}/healthz`)).status).toBe(200)
  expect(await rowsOf(console.origin)).toBeGreaterThan(5)
  const ready = async () => (await fetch(`${console.origin}/readyz`)).json()
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ store: 'ready' }), { timeout: 60_000 })
  const [project = ''] = readdirSync(join(home, '.npm', '_npx'))
  const installed = readdirSync(join(home, '.npm', '_npx', project, 'node_modules'))
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['forecourt'])
  await console.stop()
  await vi.waitFor(() => expect(fetch(`${console.origin}/healthz`)).rejects.toThrow(), { timeout: 10_000 })
  expect(readdirSync(cwd)).toEqual([])
  packed.remove()
}, 180_000)
