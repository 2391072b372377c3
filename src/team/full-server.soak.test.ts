/** A real server whose disk fills up under a crawl: it says so, serves everybody else, and goes on once there is room. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox/server'
import { ensureBuilt, type RunningServer, startServer } from './server-harness'

const CONNECTIONS = 25_000
const MOST_MS = 600_000
const FULL = 'The store has no room left.'
const folder = mkdtempSync(join(tmpdir(), 'full-server-'))

// A disk of its own takes root.
const disk = join(folder, 'disk')
mkdirSync(disk)
const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0
const isMounted = mount('size=150m')

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let server: RunningServer
beforeAll(async () => {
  ensureBuilt()
  sandbox = await startSandbox({ connections: CONNECTIONS, seed: 7, latencyMs: 0 })
  const { vehicleData, vehicle, management, token } = sandbox
  const hosts = { VEHICLE_DATA_URL: vehicleData, VEHICLE_URL: vehicle, MANAGEMENT_URL: management }
  server = await startServer({ ...hosts, ACCESS_TOKEN: token, STORE_DIR: join(disk, 'store') })
}, 180_000)
afterAll(async () => {
  await server.stop()
  await sandbox.close()
  spawnSync('umount', [disk])
  rmSync(folder, { recursive: true })
}, 60_000)

const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await pause(250)
}
const ready = async () => (await (await server.ask('/readyz')).json()) as { store: string; storeReason?: string } // its own form
const inStore = ({ counts }: { counts: { live: number; simulated: number } }) => counts.live + counts.simulated
const free = () => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

if (isMounted)
  describe('a server whose disk is full', () => {
    it(
      'says so, reads on, removes on, and crawls on once there is room',
      async () => {
        await until(async () => (await server.directory()) !== undefined)
        const crawl = { method: 'POST', body: JSON.stringify({ action: 'start' }) }
        expect((await server.ask('/team/crawl', crawl)).status).toBe(200)
        await until(async () => (await ready()).storeReason !== undefined)
        expect(await ready()).toMatchObject({ store: 'ready', storeReason: FULL })
        await until(async () => server.output().includes('Crawl: waits'))
        expect(server.output()).toContain(`${FULL} Requests to the API continue.`)
        const left = free()
        const read = inStore((await server.directory()) ?? expect.fail('It is read all the same.'))
        expect(read).toBeGreaterThan(1000)

        // What is known is read, what would be written is refused in words, and whoever is removed is removed.
        const { rows } = (await (await server.ask('/team/users?limit=5')).json()) as { rows: unknown[] } // the route's own form
        expect(rows).toHaveLength(5)
        const view = JSON.stringify({ name: 'Mine', address: '/users', isShared: false })
        const refused = await server.ask('/team/views', { method: 'POST', body: view })
        expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining(FULL)])
        const listed = await (await server.ask('/api/vehicle/v3/connections?page[size]=1')).json()
        const { id } = (listed as { data: { id: string }[] }).data[0] ?? expect.fail('The sandbox lists connections.')
        expect((await server.ask(`/api/vehicle/v3/connections/${id}`, { method: 'DELETE' })).status).toBe(204)
        await pause(10_000)
        expect(server.child.exitCode).toBeNull()
        expect(inStore((await server.directory()) ?? expect.fail('It is read all the same.'))).toBe(read)
        expect(left - free()).toBeLessThan(8_000_000) // it has stopped, rather than fill what is left

        expect(mount('remount,size=600m')).toBe(true)
        const isWhole = async () => {
          const directory = await server.directory()
          return directory?.crawl.phase === 'idle' && inStore(directory) === CONNECTIONS - 1
        }
        await until(isWhole)
        expect((await server.ask('/team/views', { method: 'POST', body: view })).status).toBeLessThan(300)
        await until(async () => (await ready()).storeReason === undefined)
        console.info(`full at ${read} connections with ${left} bytes left; it ended with ${free()}`)
      },
      MOST_MS,
    )
  })
