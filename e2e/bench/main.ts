/**
 * `npm run bench`: measures the built console against a page written by hand that does the same work, both in turn;
 * prints what came of it, compares it with the last committed result and keeps it. `--repeats 5`, `--only pages,gateway`.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import config from '../playwright.config'
import { MANY, measureChart, measureDirectory, measureExport } from './big'
import { measureGateway } from './load'
import { measurePages } from './pages'
import { compare, lastCommitted, print, type Report } from './report'
import { Samples } from './samples'
import { type Servers, startServers } from './servers'

const PATH = 'e2e/bench/result.json'
const CONNECTIONS = 2_500
/** Rounds of what takes long. */
const MOST_LONG_ROUNDS = 3

const { values } = parseArgs({ options: { repeats: { type: 'string', default: '3' }, only: { type: 'string' } } })
const repeats = Number(values.repeats)
if (!Number.isInteger(repeats) || repeats < 1)
  throw new Error(`--repeats: got ${values.repeats}, expects a whole number from 1.`)
const few = Math.min(repeats, MOST_LONG_ROUNDS)

const samples = new Samples()
const browser = await chromium.launch(config.use?.launchOptions)

interface Part {
  connections: number
  latencyMs: number
  measure: (servers: Servers) => Promise<void>
}
const parts: Record<string, Part> = {
  // A host that answers within 5 ms flatters nobody: what remains is the console's own.
  pages: { connections: CONNECTIONS, latencyMs: 5, measure: (one) => measurePages(browser, one, samples, repeats) },
  chart: { connections: CONNECTIONS, latencyMs: 5, measure: (one) => measureChart(browser, one, samples, few) },
  gateway: { connections: CONNECTIONS, latencyMs: 0, measure: (one) => measureGateway(one, samples, repeats) },
  directory: { connections: MANY, latencyMs: 0, measure: (one) => measureDirectory(browser, one, samples, few) },
  export: { connections: MANY, latencyMs: 0, measure: (one) => measureExport(browser, one, samples, few) },
}
const chosen = values.only?.split(',') ?? Object.keys(parts)

try {
  for (const name of chosen) {
    const part = parts[name]
    if (!part) throw new Error(`--only: got ${name}, expects ${Object.keys(parts).join(', ')}.`)
    console.info(`Measuring: ${name} …`)
    const servers = await startServers(part.connections, part.latencyMs)
    try {
      await part.measure(servers)
    } finally {
      await servers.stop()
    }
  }
  const report: Report = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    browser: `Chromium ${browser.version()}`,
    cores: availableParallelism(),
    repeats,
    results: samples.results(),
  }
  print(report)
  const before = lastCommitted(PATH)
  if (before) compare(before, report)
  if (values.only === undefined) {
    writeFileSync(fileURLToPath(new URL('result.json', import.meta.url)), `${JSON.stringify(report, null, 2)}\n`)
    console.info(`\nKept in ${PATH}.`)
  }
} finally {
  await browser.close()
}
