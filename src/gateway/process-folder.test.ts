/** The data folder of the server as a process: one server at a time, kept over a restart, refused if it is damaged. */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ownDataHome } from '../store/data-home-harness'
import { startHost } from './harness'
import { folder, SLOW_MS, startProcess } from './process-harness'

let host: Awaited<ReturnType<typeof startHost>>
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.close())
const hosts = () => ({
  ...{ VEHICLE_DATA_URL: host.address, VEHICLE_URL: host.address, MANAGEMENT_URL: host.address },
  ...{ ACCESS_TOKEN: 'a-token', SESSION_SECRET: 'x'.repeat(32) },
})
const readiness = async (origin: string) => (await fetch(`${origin}/readyz`)).status

describe('the default folder', () => {
  it(
    'is waited for while another server uses it, and used again by the next one',
    async () => {
      const env = { ...hosts(), ...ownDataHome(mkdtempSync(join(folder, 'home-'))) }
      const first = await startProcess(env)
      const [, path = ''] = /^Forecourt on http:\S+\. Store in (.+)$/m.exec(first.output()) ?? []
      expect(path).toMatch(/[\\/]127\.0\.0\.1-\d+-[0-9a-f]{8}$/)
      await expect.poll(() => readiness(first.origin), { timeout: SLOW_MS }).toBe(200)
      const waiting = await startProcess(env, (output) => output.includes('This server waits'))
      expect(waiting.output()).toMatch(
        new RegExp(
          `^${path} is in use by process ${first.child.pid} on \\S+, ${first.origin}\\. This server waits up to \\d+ s for it\\.$`,
          'm',
        ),
      )
      const ended = once(first.child, 'exit')
      first.child.kill('SIGTERM')
      await ended
      await vi.waitFor(() => expect(waiting.output()).toContain(`. Store in ${path}\n`), SLOW_MS)
      const stopped = once(waiting.child, 'exit')
      waiting.child.kill('SIGTERM')
      expect(await stopped).toEqual([0, null])
    },
    3 * SLOW_MS,
  )
})

describe('STORE_DIR', () => {
  it(
    'with a database that can’t be opened ends the server with a remedy, and the database stays as it is',
    async () => {
      const store = mkdtempSync(join(folder, 'damaged-'))
      mkdirSync(join(store, 'data'))
      writeFileSync(join(store, 'data', 'PG_VERSION'), '18')
      const { child, output } = await startProcess({ ...hosts(), STORE_DIR: store })
      expect(await once(child, 'exit')).toEqual([1, null])
      expect(output()).toMatch(
        /^The store’s files are damaged.* The folder is .*damaged-\w+; nothing in it was changed\. Restore a backup .* Set STORE_DIR to another folder, or STORE=memory/m,
      )
      expect(readdirSync(join(store, 'data'))).toEqual(['PG_VERSION'])
      expect(readFileSync(join(store, 'data', 'PG_VERSION'), 'utf8')).toBe('18')
    },
    SLOW_MS,
  )
  it.each([
    ['17', /^The store’s files are of another major version of PostgreSQL/],
    ['', /^The store’s files are damaged \(.*PG_VERSION has no version\)/],
  ])(
    'with PG_VERSION %j ends the start before the server listens',
    async (version, message) => {
      const store = mkdtempSync(join(folder, 'version-'))
      mkdirSync(join(store, 'data'))
      writeFileSync(join(store, 'data', 'PG_VERSION'), version)
      const error = await startProcess({ ...hosts(), STORE_DIR: store }).catch(String)
      expect(error).toContain('The gateway ended with 1:')
      const [, line = ''] = String(error).split('\n')
      expect(line).toMatch(message)
      expect(line).toContain(`The folder is ${store}; nothing in it was changed.`)
      expect(readdirSync(store)).toEqual(['data'])
    },
    SLOW_MS,
  )
})
