/** The time that the built server spends on a page: one client must not hold up the others. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPages, openSharedStore, SLOW_MS, startProcess } from '../../../gateway/process-harness'
import { BUILD_MS } from '../../../store/program-harness'

/** The longest stretch of the event loop that a client may cause, beside that of the idle process. */
const MOST_MS = 100
/** Some ticks of `monitorEventLoopDelay`, which records a stretch once it is over. */
const TICKS_MS = 50
/** On a machine whose cores are all busy, most stretches hold the time of other processes as well. */
const BUSY_RUNS = 20

let server: Awaited<ReturnType<typeof startProcess>>
let metrics: string
let idleMs: number

const opened = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
const picture = { accept: 'image/avif,*/*;q=0.8', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }

async function open(path: string, headers: Record<string, string>) {
  const response = await fetch(server.origin + path, { headers })
  const text = await response.text()
  return { status: response.status, isRendered: text.includes('id="dehydrated"'), text }
}

/** Longest stretch of the event loop since the last call, by the server's own `monitorEventLoopDelay`. */
async function longestDelayMs(): Promise<number> {
  await setTimeout(TICKS_MS)
  const text = await (await fetch(metrics)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000
}

/** The least of some runs: other processes on a busy machine only add to it. Ends with the first below `enoughMs`. */
async function leastDelayMs(work: () => Promise<unknown>, runs: number, enoughMs = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < runs && least > enoughMs; turn += 1) {
    await longestDelayMs()
    await work()
    least = Math.min(least, await longestDelayMs())
  }
  return least
}

/** Different names: a repeated one is one parameter. */
const filters = (count: number, value = '1') =>
  Array.from({ length: count }, (_, at) => `filter[a${at}]=${value}`).join('&')

const paths = Array.from({ length: 999 }, (_, at) => `path=/${at}`).join('&')

const store = await openSharedStore()
beforeAll(async () => {
  await buildPages()
  const sandbox = { SANDBOX_CONNECTIONS: '300', SANDBOX_LATENCY_MS: '0' }
  server = await startProcess({ ...store, ...sandbox, METRICS_PORT: '0' })
  metrics = `http://127.0.0.1:${/Metrics on 127\.0\.0\.1, port (\d+)/.exec(server.output())?.[1]}/metrics`
  for (let turn = 0; turn < 5; turn += 1) await open('/connections?page[size]=100', opened) // compiled, not measured
  idleMs = await leastDelayMs(() => setTimeout(2 * TICKS_MS), 5)
}, BUILD_MS + SLOW_MS)
afterAll(async () => {
  const ended = once(server.child, 'exit')
  server.child.kill()
  await ended
})

describe('the event loop', () => {
  it.each([
    ['pictures with 1,000 filters', 3, `/connections?${filters(999)}`, picture],
    ['pictures with 20 long filters', 3, `/connections?${filters(20, 'x'.repeat(1_400))}`, picture],
    ['a page with 1,000 filters', 1, `/connections?${filters(999)}`, opened],
    ['a page with 20 long filters', 1, `/connections?${filters(20, 'x'.repeat(1_400))}`, opened],
    ['20 pages at once', 20, '/connections?page[size]=100', opened],
    ['a page of 1,000 rows', 1, '/connections?page[size]=1000', opened],
    ['a batch with 999 paths', 1, `/vehicles/v/batch?${paths}`, opened],
    ['a long search of Help', 1, `/help?q=${'ab+'.repeat(10_000)}`, opened],
    ['a long search of signals', 1, `/vehicles/v/signals?q=${'ab+'.repeat(10_000)}`, opened],
    ['a long search of users', 1, `/users?q=${'ab+'.repeat(10_000)}`, opened],
    ['a long search of vehicles', 1, `/vehicles?q=${'ab+'.repeat(10_000)}`, opened],
    ['a long path', 1, `/${'a/'.repeat(15_000)}`, opened],
  ])(
    'isn’t held up by %s',
    async (_, count, path, headers) => {
      const work = () => Promise.all(Array.from({ length: count }, () => open(path, headers)))
      const mostMs = MOST_MS + idleMs
      expect(await leastDelayMs(work, BUSY_RUNS, mostMs)).toBeLessThan(mostMs)
    },
    SLOW_MS,
  )
})

it('renders a page again after many at once, none of which is an error', async () => {
  const pages = await Promise.all(Array.from({ length: 40 }, () => open('/connections', opened)))
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await open('/connections', opened)).isRendered).toBe(true)
})
