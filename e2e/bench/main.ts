/**
 * `npm run bench`: measures the built console against pages written by hand that do the same work, in turn; prints the
 * figures, compares them with the last committed result and keeps them. `--repeats 5`, `--only pages,gateway`, `--slower 3`.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import config from '../playwright.config'
import { MANY, measureChart, measureDirectory, measureExport } from './big'
import { measureDeliveries } from './deliveries'
import { Build } from './first-load'
import { goalTable } from './goals'
import { measureGateway } from './load'
import { measurePages } from './pages'
import { compare, lastCommitted, measuredOn, print, type Report } from './report'
import { Samples } from './samples'
import { type Servers, startServers } from './servers'
import { measureSlowProvider, noteHeldBack } from './slow-provider'
import { measureStart } from './start'
import { measureCrawl, measureSearches } from './store'
import { setSlower } from './visit'

const PATH = 'e2e/bench/result.json'
const CONNECTIONS = 2_500
/** Rounds of what takes long. */
const MOST_LONG_ROUNDS = 2
/** The console's route whose script has a goal. */
const ROUTE = 'src/routes/connections/index.tsx'

const options = {
  repeats: { type: 'string', default: '5' },
  only: { type: 'string' },
  slower: { type: 'string', default: '1' },
} as const
const { values } = parseArgs({ options })
const slower = Number(values.slower)
if (!(slower >= 1)) throw new Error(`--slower: got ${values.slower}, expects a number from 1.`)
setSlower(slower)
const repeats = Number(values.repeats)
if (!Number.isInteger(repeats) || repeats < 1)
  throw new Error(`--repeats: got ${values.repeats}, expects a whole number from 1.`)
const few = Math.min(repeats, MOST_LONG_ROUNDS)

const samples = new Samples()
const browser = await chromium.launch(config.use?.launchOptions)

/** Starts servers with so many connections and so slow a provider, for as long as something is measured. */
const served = (connections: number, latencyMs: number, measure: (servers: Servers) => Promise<void>) => async () => {
  const servers = await startServers(connections, latencyMs)
  try {
    await measure(servers)
  } finally {
    await servers.stop()
  }
}
const slowProvider = (latencyMs: number, name: string, rounds: number) =>
  served(CONNECTIONS, latencyMs, (one) => measureSlowProvider(browser, one, samples, rounds, name))
const loadedOnce = served(MANY, 0, (one) => measureDirectory(browser, one, samples))

const parts: Record<string, () => Promise<void>> = {
  // A host that answers within 5 ms flatters nobody: what remains is the console's own.
  pages: served(CONNECTIONS, 5, (one) => measurePages(browser, one, samples, repeats)),
  async latency() {
    await slowProvider(100, 'upstream 100 ms', repeats)()
    await slowProvider(1_000, 'upstream 1 s', repeats)()
    await slowProvider(10_000, 'upstream 10 s', 1)()
    noteHeldBack(samples)
  },
  chart: served(CONNECTIONS, 5, (one) => measureChart(browser, one, samples, few)),
  gateway: served(CONNECTIONS, 0, (one) => measureGateway(one, samples, repeats)),
  async directory() {
    for (let round = 0; round < few; round += 1) await loadedOnce() // a server loads its directory once
  },
  export: served(MANY, 0, (one) => measureExport(browser, one, samples, few)),
  crawl: () => measureCrawl(samples),
  search: () => measureSearches(browser, samples, few),
  deliveries: () => measureDeliveries(samples),
  async size() {
    const { scriptBytes } = new Build(fileURLToPath(new URL('../../dist', import.meta.url))).firstLoad(ROUTE)
    samples.add({ console: { 'script of /connections: bytes': scriptBytes }, floor: {} })
  },
  start: () => measureStart(samples, repeats), // last: it may build
}
const chosen = values.only?.split(',') ?? Object.keys(parts)

try {
  for (const name of chosen) {
    const part = parts[name]
    if (!part) throw new Error(`--only: got ${name}, expects ${Object.keys(parts).join(', ')}.`)
    console.info(`Measuring: ${name} …`)
    await part()
  }
  const results = samples.results()
  const about = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    browser: `Chromium ${browser.version()}`,
    cores: availableParallelism(),
    repeats,
    ...(slower > 1 && { slower }),
  }
  const report: Report = { ...about, measured: measuredOn(about), table: goalTable(results, slower), results }
  print(report)
  const before = lastCommitted(PATH)
  if (before) compare(before, report)
  if (values.only === undefined) {
    writeFileSync(fileURLToPath(new URL('result.json', import.meta.url)), `${JSON.stringify(report, null, 2)}\n`)
    execFileSync('npx', ['biome', 'format', '--write', PATH]) // it is linted as the rest
    console.info(`\nKept in ${PATH}.`)
  }
} finally {
  await browser.close()
}
