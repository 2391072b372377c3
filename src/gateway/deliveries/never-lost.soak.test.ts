/** None is lost: whatever was acknowledged is listed after the server is killed, and an outage shorter than the retries costs nothing. */
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../../sandbox/server'
import { createDatabase } from '../../store/harness'
import { ensureBuilt, type RunningServer, startServer } from '../../team/server-harness'

const KILLS = 20
const SENDERS = 8
const secret = 'soak-management-token'
const MINUTES_MS = 10 * 60_000
/** After the first attempt, as the provider documents them, in ms. */
const ATTEMPTS_MS = [0, 25_000, 75_000, 175_000]

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  ensureBuilt()
  sandbox = await startSandbox({ connections: 50, seed: 5, latencyMs: 0 })
}, MINUTES_MS)
afterAll(() => sandbox.close())

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function placeOf(engine: 'embedded' | 'postgresql') {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/deliveries/a-slug-of-the-soak`
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-deliveries-'))
  const database = engine === 'postgresql' ? await createDatabase() : undefined
  const env = {
    ...{ VEHICLE_DATA_URL: sandbox.vehicleData, VEHICLE_URL: sandbox.vehicle, MANAGEMENT_URL: sandbox.management },
    ...{ ACCESS_TOKEN: sandbox.token, RECEIVER_PORT: String(port), RECEIVER_URL: address, HEADER_PREFIX: 'sb' },
    RECEIVER_SECRET: secret,
    ...(database ? { DATABASE_URL: database.url } : { STORE_DIR: folder }),
  }
  const remove = async () => {
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  return { address, start: () => startServer(env), remove }
}

function bodyOf(eventId: string): string {
  const signals = [{ code: 'odometer-traveleddistance', body: { value: 7 }, meta: { oemUpdatedAt: Date.now() } }]
  const data = { user: { id: `user-${eventId.slice(0, 2)}` }, vehicle: { id: `car-${eventId.slice(0, 2)}` }, signals }
  const meta = { version: '4.0', deliveredAt: Date.now(), mode: 'LIVE', note: 'x'.repeat(4_500) }
  return JSON.stringify({ eventId, eventType: 'VEHICLE_STATE', data, meta })
}

/** @returns the status; 0 where there was no answer */
async function send(address: string, eventId: string): Promise<number> {
  const body = bodyOf(eventId)
  const headers = { 'sb-signature': createHmac('sha256', secret).update(body).digest('hex') }
  return fetch(address, { method: 'POST', body, headers }).then(
    (response) => response.arrayBuffer().then(() => response.status),
    () => 0,
  )
}

/** Every event that is listed, and how many rows it has. */
async function listed(server: RunningServer): Promise<Map<string, number>> {
  const events = new Map<string, number>()
  let before = ''
  for (;;) {
    const response = await server.ask(`/deliveries.json?limit=200${before}`)
    if (response.status === 503) {
      await pause(100) // the store is being opened
      continue
    }
    expect(response.status).toBe(200)
    const page = (await response.json()) as { rows: { eventId: string }[]; next: number | null } // as the contract says
    for (const { eventId } of page.rows) events.set(eventId, (events.get(eventId) ?? 0) + 1)
    if (page.next === null) return events
    before = `&before=${page.next}`
  }
}

describe.each(['embedded', 'postgresql'] as const)('on %s', (engine) => {
  it(
    `${KILLS} times killed under load, it lists every event that it has acknowledged, once`,
    async () => {
      const { address, start, remove } = await placeOf(engine)
      const acknowledged = new Set<string>()
      let isOver = false
      let sent = 0
      const sender = async () => {
        while (!isOver) {
          const eventId = randomUUID()
          sent += 1
          const status = await send(address, eventId)
          if (status === 200) acknowledged.add(eventId)
          else await pause(20)
        }
      }
      let server = await start()
      const senders = Array.from({ length: SENDERS }, sender)
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = acknowledged.size
        await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before + 40)
        await pause(Math.random() * 50)
        await server.kill()
        server = await start()
      }
      isOver = true
      await Promise.all(senders)
      const events = await listed(server)
      console.info(`${engine}: ${sent} sent, ${acknowledged.size} acknowledged, ${events.size} listed`)
      expect([...acknowledged].filter((id) => !events.has(id))).toEqual([])
      expect([...events.values()].every((count) => count === 1)).toBe(true)
      await server.stop()
      await remove()
    },
    MINUTES_MS,
  )
  it(
    'stopped for 20 s under 20 a second, it has every event once after the documented retries',
    async () => {
      const { address, start, remove } = await placeOf(engine)
      const server = await start()
      const delivered: string[] = []
      let given = 0
      const deliver = async (eventId: string) => {
        const began = performance.now()
        for (const afterMs of ATTEMPTS_MS) {
          await pause(Math.max(0, began + afterMs - performance.now()))
          if ((await send(address, eventId)) === 200) return void delivered.push(eventId)
        }
        given += 1
      }
      await expect.poll(() => send(address, randomUUID()), { timeout: 30_000, interval: 100 }).toBe(200)
      const all: Promise<void>[] = []
      const ids: string[] = []
      const during = async (ms: number) => {
        for (const until = performance.now() + ms; performance.now() < until; await pause(50)) {
          const eventId = randomUUID()
          ids.push(eventId)
          all.push(deliver(eventId))
        }
      }
      await during(5_000)
      const [, again] = await Promise.all([
        during(26_000),
        server.stop().then(async () => {
          await pause(20_000)
          return start()
        }),
      ])
      await Promise.all(all)
      const events = await listed(again)
      console.info(`${engine}: ${ids.length} events, ${given} given up`)
      expect(given).toBe(0)
      expect(ids.filter((id) => events.get(id) !== 1)).toEqual([])
      await again.stop()
      await remove()
    },
    MINUTES_MS,
  )
})
