/** Deliveries at the rates to design for, on both engines: how long each waits for its 200, and what the console's next page takes meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import { opened } from './crawl'
import { deliver } from './own-process'
import type { Answered } from './provider'
import { freePort } from './proxy'
import type { Samples } from './samples'
import { type Servers, startServers } from './servers'
import { type Engine, emptyStore, engines } from './store'

const CONNECTIONS = 2_500
/** As fast as a provider that is well. */
const LATENCY_MS = 5
const perSecond: Readonly<Record<Engine, number>> = { embedded: 100, PostgreSQL: 300 }
const SECONDS = 60
const BURST = 500
/** Alike in both: what rests for longer is slower. */
const PAGE_EVERY_MS = 500
const IDLE_PAGES = 60
/** The last ones end before the deliveries do. */
const BUSY_PAGES = 108
const secret = 'bench-management-token'
const headers = { 'x-forecourt': '1', 'x-forecourt-fresh': '1', 'sec-fetch-site': 'same-origin' }

const quantile = (numbers: readonly number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? 0

/** The median of so many pages of connections, one after the other. */
async function nextPage({ gateway }: Servers, pages: number): Promise<number> {
  const times: number[] = []
  for (let page = 1; page <= pages; page += 1) {
    const began = performance.now()
    const query = `page[number]=${(page % 25) + 1}&page[size]=100`
    const response = await fetch(`${gateway}/api/vehicle/v3/connections?${query}`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The next page returned ${response.status}.`)
    times.push(performance.now() - began)
    await pause(Math.max(0, PAGE_EVERY_MS - (performance.now() - began)))
  }
  return quantile(times, 0.5)
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
    const settings = { SESSION_SECRET: 's'.repeat(40), ...receiver, ...env }
    const servers = await startServers(CONNECTIONS, LATENCY_MS, async () => settings)
    try {
      await opened(servers)
      const idle = await nextPage(servers, IDLE_PAGES)
      const rate = perSecond[engine]
      const [sent, busy] = await Promise.all([
        deliver({ address, secret, perSecond: rate, seconds: SECONDS, atOnce: BURST }),
        nextPage(servers, BUSY_PAGES),
      ])
      const name = `deliveries, ${engine}`
      const msOf = (all: readonly Answered[]) => all.map(({ ms }) => ms)
      const refused = (all: readonly Answered[]) => all.filter(({ status }) => status !== 200).length
      samples.add({
        console: {
          [`${name}, ${rate} a second: median`]: quantile(msOf(sent.evenly), 0.5),
          [`${name}, ${rate} a second: 99 of 100`]: quantile(msOf(sent.evenly), 0.99),
          [`${name}, ${rate} a second: refused`]: refused(sent.evenly),
          [`${name}, ${BURST} at once: slowest`]: quantile(msOf(sent.atOnce), 1),
          [`${name}, ${BURST} at once: refused`]: refused(sent.atOnce),
          [`${name}: next page meanwhile`]: busy,
        },
        // Of the same server while nothing is delivered.
        floor: { [`${name}: next page meanwhile`]: idle },
      })
    } finally {
      await servers.stop()
      await remove()
    }
  }
}
