/**
 * `npm run scale`: the requests that 200 operators and a million connections take. Those of a customer's question are
 * counted in a browser; the bucket that makes requests wait is the gateway's own, with a simulated clock. The number of
 * questions is assumed, and printed with the rest.
 */
import { mock } from 'node:test'
import { chromium, type Page } from '@playwright/test'
import { connections } from '../../src/api/connections'
import { createBucket, LimitReached } from '../../src/gateway/limits/bucket'
import type { BucketSettings } from '../../src/gateway/limits/level'
import config from '../playwright.config'
import { type Servers, startServers } from './servers'

/** An hour of questions is played. */
const PLAYED_MS = 3_600_000
/** A customer's question every six minutes for each operator. */
const QUESTIONS_PER_HOUR = 10
/** The gateway answers 429 itself after so long (`READ_TIMEOUT_MS`). */
const WAIT_MS = 30_000
const PAGE_SIZE = 100

const buckets: readonly (BucketSettings & { name: string })[] = [
  { name: 'of the preset', capacity: 120, refillPerMinute: 2 },
  { name: 'one a second', capacity: 120, refillPerMinute: 60 },
  { name: 'ten a second', capacity: 600, refillPerMinute: 600 },
]
const teams = [1, 5, 20, 50, 200]

/** One question, from the external id that a customer reads out to their vehicle: requests to the host of the connections. */
async function requestsOfOneQuestion({ origin }: Servers): Promise<number> {
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    const page = await browser.newPage()
    let count = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/vehicle/')) count += 1
    })
    // Counted is every request that a page sends, also those that nothing on it waits for.
    const settled = (one: Page) => one.waitForLoadState('networkidle')
    await page.goto(`${origin}/users?q=harbor-fleet-7`)
    await page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^User/ }).waitFor()
    await settled(page)
    await page.locator('main a[href^="/vehicles/"]').first().click()
    await page.getByRole('region', { name: 'Permissions' }).waitFor()
    await settled(page)
    return count
  } finally {
    await browser.close()
  }
}

interface Hour {
  asked: number
  refused: number
  /** Milliseconds, of those that were sent. */
  waits: number[]
}

/** One hour of a team before the gateway's bucket. Arrivals are a fixed sequence: the same hour for every bucket. */
async function playHour(operators: number, perQuestion: number, settings: BucketSettings): Promise<Hour> {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let time = 0
    const bucket = createBucket(settings, () => time)
    const hour: Hour = { asked: 0, refused: 0, waits: [] }
    const arrivals = questions(operators).flatMap(({ at, operator }) =>
      Array.from({ length: perQuestion }, (_, nth) => ({ at: at + nth * 1_500, operator })),
    )
    arrivals.sort((one, other) => one.at - other.at)
    let next = 0
    for (; time < PLAYED_MS + WAIT_MS; time += 100) {
      for (; (arrivals[next]?.at ?? Number.POSITIVE_INFINITY) <= time; next += 1) {
        const since = time
        hour.asked += 1
        bucket.take({ key: String(arrivals[next]?.operator), isJob: false, timeoutMs: WAIT_MS }).then(
          () => hour.waits.push(time - since),
          (error: unknown) => {
            if (!(error instanceof LimitReached)) throw error
            hour.refused += 1
          },
        )
      }
      mock.timers.tick(100)
      await Promise.resolve()
    }
    return hour
  } finally {
    mock.timers.reset()
  }
}

function questions(operators: number): { at: number; operator: number }[] {
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: operators }, (_, operator) => operator).flatMap((operator) => {
    const asked: { at: number; operator: number }[] = []
    for (let at = 0; at < PLAYED_MS; ) {
      at += (-Math.log(1 - random()) * 3_600_000) / QUESTIONS_PER_HOUR
      if (at < PLAYED_MS) asked.push({ at, operator })
    }
    return asked
  })
}

const share = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const duration = (minutes: number) =>
  minutes < 120
    ? `${minutes.toFixed(0)} min`
    : minutes < 2_880
      ? `${(minutes / 60).toFixed(0)} h`
      : `${(minutes / 1_440).toFixed(0)} days`

const servers = await startServers(2_500, 0)
const perQuestion = await requestsOfOneQuestion(servers).finally(() => servers.stop())
console.info(
  `A question, from an external id to the vehicle: ${perQuestion} requests of ${connections.list.operation} and its like; ` +
    `${QUESTIONS_PER_HOUR} questions an hour for each operator (assumed).\n`,
)
console.info('Operators, bucket: requests a minute, waited (median, 95 of 100), refused after 30 s')
for (const bucket of buckets) {
  for (const operators of teams) {
    const { asked, refused, waits } = await playHour(operators, perQuestion, bucket)
    waits.sort((one, other) => one - other)
    const waited = `${seconds(share(waits, 0.5))}, ${seconds(share(waits, 0.95))}`
    const lost = asked === 0 ? 0 : (100 * refused) / asked
    console.info(
      `${String(operators).padStart(5)}  ${`${bucket.name} (${bucket.capacity}, ${bucket.refillPerMinute}/min)`.padEnd(30)} ` +
        `${(asked / 60).toFixed(1).padStart(7)}  ${waited.padStart(14)}  ${lost.toFixed(0).padStart(4)} %`,
    )
  }
}
console.info('\nConnections: pages; one crawl at 2, 60, 600 requests a minute')
for (const count of [10_000, 100_000, 1_000_000]) {
  const pages = Math.ceil(count / PAGE_SIZE)
  const crawls = buckets.map(
    ({ refillPerMinute, capacity }) =>
      duration(Math.max(0, pages - (capacity - Math.floor(capacity / 4))) / refillPerMinute), // a job leaves a quarter
  )
  console.info(
    `${count.toLocaleString('en').padStart(9)}  ${pages.toLocaleString('en').padStart(6)}  ${crawls.join(', ')}`,
  )
}
