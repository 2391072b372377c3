/** The built server as a process: what it says at its start, and what is on record when it is killed at work. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { SHORT_LIVED } from '../store/data-home-harness'
import { startHost } from './harness'
import { folder, main, openSharedStore, SLOW_MS, startProcess } from './process-harness'
import { readActivity } from './record/audit-reader'

const CHANGES = 1000
const AT_ONCE = 25
const SANDBOX_CONNECTIONS = '30'

const store = await openSharedStore()

describe('SIGKILL in the middle of 1,000 changes', () => {
  it.each(process.env.SOAK ? [1, 2] : [1])(
    'every change that the service received has its attempt in the file (run %i)',
    async (run) => {
      let kill = () => {}
      const deleted = () =>
        host.requests.filter(({ method }) => method === 'DELETE').map(({ target }) => target.split('/').at(-1))
      const host = await startHost((_, res) => {
        res.writeHead(204).end()
        if (deleted().length === 300 * run) kill()
      })
      const { address } = host
      const path = join(folder, `audit-${run}.jsonl`)
      const { child, origin } = await startProcess({
        VEHICLE_DATA_URL: address,
        VEHICLE_URL: address,
        MANAGEMENT_URL: address,
        ACCESS_TOKEN: 'canary',
        SESSION_SECRET: 'x'.repeat(32),
        AUDIT_LOG: path,
        ...store,
      })
      const ended = once(child, 'exit')
      kill = () => child.kill('SIGKILL')
      let next = 0
      const work = async () => {
        for (let index = next++; index < CHANGES; index = next++) {
          const target = `${origin}/api/vehicle/v3/connections/c${index}`
          const response = await fetch(target, { method: 'DELETE', headers: { origin } }).catch(() => undefined)
          await response?.text().catch(() => undefined)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      expect(await ended).toEqual([null, 'SIGKILL'])
      host.close()

      const written = new Set<string>()
      let broken = 0
      let before: number | undefined
      do {
        const page = await readActivity(path, { limit: 200, before })
        for (const { parameters } of page.records) written.add(parameters.connectionId ?? '')
        broken += page.broken
        before = page.next
      } while (before !== undefined)
      const received = deleted()
      expect(received.length).toBeGreaterThanOrEqual(300 * run)
      expect(received.length).toBeLessThan(CHANGES)
      expect(received.filter((id) => !written.has(id ?? ''))).toEqual([])
      expect(broken).toBeLessThanOrEqual(1) // the line that was being written
    },
    30_000,
  )
})

describe('SIGKILL in the middle of a vehicle read', () => {
  it(
    'leaves its attempt, in a record that verifies, until somebody alters it',
    async () => {
      let kill = () => {}
      const host = await startHost((req, res) => (req.url?.endsWith('/vin') ? kill() : res.end())) // not its own look at its start
      const path = join(folder, 'audit-read.jsonl')
      const hosts = { VEHICLE_DATA_URL: host.address, VEHICLE_URL: host.address, MANAGEMENT_URL: host.address }
      const env = { ...hosts, ...store, VEHICLE_DATA_TOKEN: 'canary', SESSION_SECRET: 'x'.repeat(32), AUDIT_LOG: path }
      for (let turn = 1; turn <= 2; turn += 1) {
        const { child, origin } = await startProcess(env)
        const ended = once(child, 'exit')
        kill = () => child.kill('SIGKILL')
        await fetch(`${origin}/api/vehicle-data/v2.0/vehicles/v/vin`, { headers: { origin } }).catch(() => undefined)
        expect(await ended).toEqual([null, 'SIGKILL'])
      }
      host.close()
      const { records } = await readActivity(path, { limit: 10 })
      expect(records).toMatchObject(Array(2).fill({ kind: 'read', status: 'unknown', parameters: { id: 'v' } }))
      const verify = () => spawnSync(process.execPath, [main, 'verify-record', path], { encoding: 'utf8' })
      expect(verify()).toMatchObject({ status: 0, stdout: expect.stringContaining('the chain holds, 2 lines.') })
      writeFileSync(path, readFileSync(path, 'utf8').replace('"id":"v"', '"id":"w"'))
      expect(verify()).toMatchObject({ status: 1, stdout: expect.stringContaining('the chain breaks at line 2:') })
    },
    SLOW_MS,
  )
})

describe('a start', () => {
  it(
    'says which hosts answer, serves metrics on a port of their own, and ends when told to',
    async () => {
      const host = await startHost()
      const { child, origin, output } = await startProcess({
        VEHICLE_DATA_URL: host.address,
        VEHICLE_URL: host.address,
        MANAGEMENT_URL: 'http://127.0.0.1:1',
        SESSION_SECRET: 'x'.repeat(32),
        METRICS_PORT: '0',
      })
      await vi.waitFor(
        () => expect(output()).toContain('http://127.0.0.1:1 can’t be reached: the connection was refused.'),
        SLOW_MS,
      )
      expect(output()).toContain(`${host.address} responds (200); no token is set for it.`)
      const port = /Metrics on 127\.0\.0\.1, port (\d+)/.exec(output())?.[1]
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      expect(text).toContain('nodejs_eventloop_lag_seconds')
      expect((await fetch(`http://127.0.0.1:${port}/hostz`)).status).toBe(503)
      await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), SLOW_MS) // the store opens
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      host.close()
    },
    SLOW_MS,
  )
  it.each([
    [{}, '127.0.0.1'],
    [{ METRICS_HOST: '0.0.0.0' }, '0.0.0.0'],
  ])(
    'with HOST beyond loopback and %j serves metrics on %s',
    async (more, address) => {
      const { child, output } = await startProcess({
        ...{ ...store, SANDBOX_CONNECTIONS, HOST: '0.0.0.0', METRICS_PORT: '0' },
        ...more,
      })
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(output()).toContain(`Metrics on ${address}, port `)
    },
    SLOW_MS,
  )
  it(
    'says where deliveries arrive without the name that keeps others out',
    async () => {
      const host = await startHost()
      const slug = 'canary-slug-of-the-callback'
      const { child, output } = await startProcess({
        ...{ VEHICLE_DATA_URL: host.address, VEHICLE_URL: host.address, MANAGEMENT_URL: host.address },
        ...{ ACCESS_TOKEN: 'canary', SESSION_SECRET: 'x'.repeat(32), HEADER_PREFIX: 'sb' },
        ...{ STORE_DIR: mkdtempSync(join(folder, 'store-')), RECEIVER_PORT: '0', RECEIVER_SECRET: 'secret' },
        RECEIVER_URL: `https://hooks.example/deliveries/${slug}`,
      })
      await vi.waitFor(() => expect(output()).toContain('Deliveries on '), SLOW_MS)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      expect(output()).toMatch(
        /Deliveries on http:\/\/127\.0\.0\.1:\d+\/deliveries\/cana…, called as https:\/\/hooks\.example\/deliveries\/cana…$/m,
      )
      expect(output()).not.toContain(slug)
      host.close()
    },
    SLOW_MS,
  )
  it(
    'says that it stops for DRAIN_DELAY_MS before it stops listening, and serves until then',
    async () => {
      const { child, origin } = await startProcess({ ...store, SANDBOX_CONNECTIONS, DRAIN_DELAY_MS: '1500' })
      const ended = once(child, 'exit')
      const began = performance.now()
      child.kill('SIGTERM')
      await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(503), 1400)
      const served = await fetch(`${origin}/api/vehicle/v3/connections`, { headers: { origin } })
      expect([served.status, child.exitCode]).toEqual([200, null])
      await served.text()
      expect(await ended).toEqual([0, null])
      expect(performance.now() - began).toBeGreaterThanOrEqual(1500)
      await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
    },
    SLOW_MS,
  )
  it(
    'knows what the one before it has taken out of the bucket, by a file beside the record',
    async () => {
      const host = await startHost()
      const CONFIG = join(folder, 'bucket.json')
      writeFileSync(CONFIG, '{"bucket":{"capacity":9,"refillPerMinute":0.01}}')
      const AUDIT_LOG = join(mkdtempSync(join(folder, 'own-')), 'audit.jsonl')
      const hosts = { VEHICLE_DATA_URL: host.address, VEHICLE_URL: host.address, MANAGEMENT_URL: host.address }
      const env = { ...hosts, ACCESS_TOKEN: 'canary', SESSION_SECRET: 'x'.repeat(32), CONFIG, AUDIT_LOG }
      const left: (string | null)[] = []
      for (let turn = 0; turn < 2; turn += 1) {
        const { child, origin, output } = await startProcess(env)
        // Its own look at its start comes first: one request for each host that takes the token.
        await vi.waitFor(() => expect(output()).toContain('it accepted the token'), SLOW_MS)
        const answer = await fetch(`${origin}/api/vehicle/v3/connections`, { headers: { origin } })
        left.push(answer.headers.get('x-forecourt-bucket'))
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        expect(await ended).toEqual([0, null])
      }
      expect(left).toMatchObject([expect.stringContaining('remaining=6,'), expect.stringContaining('remaining=3,')])
      const beside = readdirSync(dirname(AUDIT_LOG)).filter((name) => name.startsWith('forecourt-buckets-'))
      expect(beside).toHaveLength(1)
      host.close()
    },
    SLOW_MS,
  )
  it.each([
    [
      { AUDIT_LOG: '/nowhere/at/all.jsonl' },
      'AUDIT_LOG: /nowhere/at/all.jsonl: can’t be written (ENOENT); expects a writable file',
    ],
    [{ CLIENT_ID: 'a' }, 'TOKEN_URL, CLIENT_SECRET: missing'],
    [{ REDIS_URL: 'redis://r' }, 'REDIS_URL: got "redis://r", expects nothing'],
  ])(
    'with %j is one clear line',
    async (env, line) => {
      await expect(startProcess(env)).rejects.toThrow(`The gateway ended with 1:\n${line}`)
    },
    SLOW_MS,
  )
})

describe('store restore', () => {
  it(
    'of a file that isn’t a backup says so and exits with 1, on a store in a folder',
    () => {
      const file = join(folder, 'rubbish.jsonl')
      writeFileSync(file, 'rubbish')
      const env = { PATH: process.env.PATH, STORE_DIR: join(folder, 'store') }
      const { status, stderr } = spawnSync(process.execPath, [...SHORT_LIVED, main, 'store', 'restore', file], {
        env,
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([1, `${file}: isn’t a backup of a store. Nothing was restored.\n`])
    },
    SLOW_MS,
  )
})
