/** What ends a server from outside, in the middle of a change: the built server as a process. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { codeOf, startHost } from '../harness'
import { folder, openSharedStore, SLOW_MS, startProcess } from '../process-harness'
import { rawRequest } from './attack-harness'

const store = await openSharedStore()

describe('a process that is in the middle of a change', () => {
  const folderOf = () => mkdtempSync(join(folder, 'end-'))
  /** @param more what else stands in the environment */
  async function begin(more: Record<string, string> = {}) {
    const held: ServerResponse[] = []
    const host = await startHost((req, res) => (req.method === 'DELETE' ? void held.push(res) : res.end()))
    const AUDIT_LOG = join(folderOf(), 'audit.jsonl')
    const hosts = { VEHICLE_DATA_URL: host.address, VEHICLE_URL: host.address, MANAGEMENT_URL: host.address }
    const env = { ...hosts, ...store, ACCESS_TOKEN: 'canary', SESSION_SECRET: 'x'.repeat(32), AUDIT_LOG, ...more }
    const { child, origin, output } = await startProcess(env)
    const ended = once(child, 'exit')
    const asked = fetch(`${origin}/api/vehicle/v3/connections/c-1`, { method: 'DELETE', headers: { origin } })
    await vi.waitFor(() => expect(held).toHaveLength(1), SLOW_MS)
    const answer = () => held[0]?.writeHead(204).end()
    const outcomes = () =>
      readFileSync(AUDIT_LOG, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"event":"outcome"'))
        .map((line) => JSON.parse(line))
    /** Once it was answered: the server has ended well, with the outcome on record. */
    async function expectCarried() {
      expect(await ended).toEqual([0, null])
      expect(outcomes()).toMatchObject([{ status: 204 }])
      host.close()
    }
    return { answer, asked, host, child, output, ended, outcomes, origin, expectCarried }
  }
  const isDown = (origin: string) =>
    fetch(`${origin}/healthz`).then(
      () => false,
      () => true,
    )

  it.each(['SIGHUP', 'SIGTERM'] as const)(
    'carries it to its end at a %s',
    async (signal) => {
      const { answer, asked, child, origin, expectCarried } = await begin()
      child.kill(signal)
      await vi.waitFor(async () => expect(await isDown(origin)).toBe(true), SLOW_MS)
      answer()
      expect((await asked).status).toBe(204)
      await expectCarried()
    },
    SLOW_MS,
  )
  it(
    'survives that nobody reads its output any more',
    async () => {
      const { answer, asked, child, origin, expectCarried } = await begin()
      child.stdout?.destroy()
      child.stderr?.destroy()
      answer()
      expect((await asked).status).toBe(204)
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      child.kill('SIGTERM')
      await expectCarried()
    },
    SLOW_MS,
  )
  it(
    'says at an error that nobody caught that the outcome is unknown, and ends with 1',
    async () => {
      const fault = "process.once('SIGUSR2', () => { throw new Error('A fault of the test.') })"
      const { asked, host, child, output, ended, outcomes } = await begin({
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
      })
      child.kill('SIGUSR2')
      expect(await codeOf(await asked)).toBe('504 GATEWAY OUTCOME_UNKNOWN')
      expect(await ended).toEqual([1, null])
      expect(outcomes()).toMatchObject([{ status: 'unknown', reason: 'The server failed before a response came.' }])
      expect(output()).toContain('A fault of the test.')
      host.close()
    },
    SLOW_MS,
  )
})

describe('the connections of a process', () => {
  /** A host that holds its responses, and a process of 64 connections before it. */
  async function start() {
    const held: ServerResponse[] = []
    const host = await startHost(({ url = '' }, res) => (url.includes('/c-') ? void held.push(res) : res.end()))
    const hosts = { VEHICLE_DATA_URL: host.address, VEHICLE_URL: host.address, MANAGEMENT_URL: host.address }
    const { child, origin } = await startProcess({ ...hosts, ...store, ACCESS_TOKEN: 'canary', CONNECTION_LIMIT: '64' })
    // A server that is still opening its store isn't ready.
    await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), SLOW_MS)
    const { hostname, port, host: name } = new URL(origin)
    const clients: Socket[] = []
    /** Sends requests for other connections on one connection. */
    function send(paths: readonly string[]): Socket {
      const requests = paths.map((path) => rawRequest(`GET ${path} HTTP/1.1`, [`Host: ${name}`, `Origin: ${origin}`]))
      const client = connect(Number(port), hostname, () => client.write(requests.join('')))
      clients.push(client)
      return client.on('error', () => undefined).resume()
    }
    async function close() {
      for (const client of clients) client.destroy()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      host.close()
    }
    return { held, origin, send, close }
  }
  const pathOf = (nth: number) => `/api/vehicle/v3/connections/c-${nth}`

  it(
    'each read that was requested on one that is gone is canceled at its host',
    async () => {
      const { held, send, close } = await start()
      const client = send([pathOf(1), pathOf(2), pathOf(3)])
      await vi.waitFor(() => expect(held).toHaveLength(3), SLOW_MS)
      client.destroy()
      await vi.waitFor(() => expect(held.map(({ closed }) => closed)).toEqual([true, true, true]), SLOW_MS)
      await close()
    },
    SLOW_MS,
  )
  it(
    'past the bound serve the health check alone',
    async () => {
      const { origin, send, close } = await start()
      let sent = 0
      const sendOne = () => {
        sent += 1
        send([pathOf(sent)])
      }
      while (sent < 64) sendOne()
      const ask = async (path: string) => (await fetch(origin + path, { headers: { connection: 'close' } })).status
      await vi.waitFor(async () => {
        sendOne() // one whose request has not come yet makes room
        expect(await ask('/config.json')).toBe(503)
      }, SLOW_MS)
      expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 200])
      await close()
    },
    SLOW_MS,
  )
})
