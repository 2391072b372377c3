/** Deliveries at the rates to design for, on both engines: how long each waits for its 200, and what the console's next page takes meanwhile. */
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { opened } from './crawl'
import type { Samples } from './samples'
import { type Servers, startServers } from './servers'
import { type Engine, emptyStore, engines } from './store'

const CONNECTIONS = 2_500
/** As fast as a provider that is well. */
const LATENCY_MS = 5
const perSecond: Readonly<Record<Engine, number>> = { embedded: 100, PostgreSQL: 300 }
const SECONDS = 60
const BURST = 500
const BODY_BYTES = 5_000
const SIGNALS = 20
const PAGES = 60
const secret = 'bench-management-token'
const headers = { 'x-forecourt': '1', 'x-forecourt-fresh': '1', 'sec-fetch-site': 'same-origin' }

/** A body of about 5 KB about one of a thousand cars. */
function bodyOf(index: number): string {
  const now = Date.now()
  const signals = Array.from({ length: SIGNALS }, (_, at) => ({
    code: `bench-signal${at}`,
    body: { value: index + at, unit: 'km' },
    status: { value: 'SUCCESS' },
    meta: { oemUpdatedAt: now - 60_000, retrievedAt: now - 1_000 },
  }))
  const data = { user: { id: `user-${index % 1_000}` }, vehicle: { id: `vehicle-${index % 1_000}` }, signals }
  const meta = { version: '4.0', webhookId: 'bench', deliveredAt: now, mode: 'LIVE', note: '' }
  const body = { eventId: randomUUID(), eventType: 'VEHICLE_STATE', data, meta }
  const missing = BODY_BYTES - JSON.stringify(body).length
  return JSON.stringify({ ...body, meta: { ...meta, note: 'x'.repeat(Math.max(0, missing)) } })
}

interface Sent {
  status: number
  ms: number
}

function send(address: string, agent: Agent, body: string): Promise<Sent> {
  const began = performance.now()
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - began })
    const sending = request(address, { method: 'POST', agent, headers: { 'sb-signature': signature } }, (answer) => {
      answer.resume().once('end', () => end(answer.statusCode ?? 0))
    })
    sending.on('error', () => end(0))
    sending.end(body)
  })
}

/** At that rate, whatever becomes of those before. */
async function sendAt(rate: number, address: string, agent: Agent): Promise<Sent[]> {
  const began = performance.now()
  const sent: Promise<Sent>[] = []
  for (let index = 0; index < rate * SECONDS; index += 1) {
    const early = began + (index * 1000) / rate - performance.now()
    if (early > 1) await pause(early)
    sent.push(send(address, agent, bodyOf(index)))
  }
  return Promise.all(sent)
}

const quantile = (numbers: readonly number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? 0

/** The median of so many pages of connections, one after the other, evenly over the time. */
async function nextPage({ gateway }: Servers, overMs: number): Promise<number> {
  const times: number[] = []
  for (let page = 1; page <= PAGES; page += 1) {
    const began = performance.now()
    const query = `page[number]=${(page % 25) + 1}&page[size]=100`
    const response = await fetch(`${gateway}/api/vehicle/v3/connections?${query}`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The next page returned ${response.status}.`)
    times.push(performance.now() - began)
    await pause(Math.max(0, overMs / PAGES - (performance.now() - began)))
  }
  return quantile(times, 0.5)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

export async function measureDeliveries(samples: Samples): Promise<void> {
  for (const engine of engines) {
    const { env, remove } = await emptyStore(engine)
    const port = await freePort()
    const address = `http://127.0.0.1:${port}/deliveries/a-slug-of-the-bench`
    const receiver = {
      RECEIVER_PORT: String(port),
      RECEIVER_URL: address,
      RECEIVER_SECRET: secret,
      HEADER_PREFIX: 'sb',
    }
    const settings = { STORE: '', SESSION_SECRET: 's'.repeat(40), ...receiver, ...env }
    const servers = await startServers(CONNECTIONS, LATENCY_MS, async () => settings)
    const agent = new Agent({ keepAlive: true, maxSockets: BURST })
    try {
      await opened(servers)
      const idle = await nextPage(servers, SECONDS * 250)
      const rate = perSecond[engine]
      const [sent, busy] = await Promise.all([sendAt(rate, address, agent), nextPage(servers, SECONDS * 900)])
      const burst = await Promise.all(Array.from({ length: BURST }, (_, index) => send(address, agent, bodyOf(index))))
      const name = `deliveries, ${engine}`
      const times = sent.map(({ ms }) => ms)
      const refused = (all: readonly Sent[]) => all.filter(({ status }) => status !== 200).length
      samples.add({
        console: {
          [`${name}, ${rate} a second: median`]: quantile(times, 0.5),
          [`${name}, ${rate} a second: 99 of 100`]: quantile(times, 0.99),
          [`${name}, ${rate} a second: refused`]: refused(sent),
          [`${name}, ${BURST} at once: slowest`]: quantile(
            burst.map(({ ms }) => ms),
            1,
          ),
          [`${name}, ${BURST} at once: refused`]: refused(burst),
          [`${name}: next page meanwhile`]: busy,
        },
        // Of the same server while nothing is delivered.
        floor: { [`${name}: next page meanwhile`]: idle },
      })
    } finally {
      agent.destroy()
      await servers.stop()
      await remove()
    }
  }
}
