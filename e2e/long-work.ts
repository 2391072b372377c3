/** Long work and what interrupts it: a big fleet of which the truth is known, reads that fail, a gateway that is killed. */
import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from '@playwright/test'
import { createFleet } from '../src/sandbox/fleet'
import { type LogEntry, type RunningSandbox, startSandbox } from '../src/sandbox/server'
import { type Gateway, startGateway } from './gateway'
import { realHosts } from './own-hosts'
import { expect } from './test'

const SEED = 3

export interface LongBench {
  sandbox: RunningSandbox
  gateway: Gateway
  log: LogEntry[]
  /** Each connection's user. */
  truth: ReadonlyMap<string, string>
  close: () => Promise<void>
}

export async function openLongBench(connections: number): Promise<LongBench> {
  const log: LogEntry[] = []
  const fleet = createFleet(connections, SEED)
  const sandbox = await startSandbox({ connections, seed: SEED, latencyMs: 0, log: (entry) => log.push(entry) })
  const truth = new Map(Array.from({ length: connections }, (_, row) => [fleet.id(row), fleet.userId(row)]))
  const bench: LongBench = {
    sandbox,
    log,
    truth,
    gateway: await startGateway(realHosts(sandbox)),
    close: async () => {
      await bench.gateway.stop()
      await sandbox.close()
    },
  }
  return bench
}

/** Ends the gateway as a machine that fails, and starts it where it was. */
export async function killGateway(bench: LongBench): Promise<void> {
  const { port } = new URL(bench.gateway.origin)
  await bench.gateway.kill()
  bench.gateway = await startGateway({ ...realHosts(bench.sandbox), PORT: port })
}

/** How the reads that reached the service fared. */
export function readsIn(log: readonly LogEntry[]): { count: number; failed: number } {
  const reads = log.filter(({ method }) => method === 'GET')
  return { count: reads.length, failed: reads.filter(({ status }) => status !== 200).length }
}

export async function saved(page: Page, name: string, timeout: number, whileSaving?: () => Promise<void>) {
  const download = page.waitForEvent('download', { timeout })
  await page.getByRole('button', { name, exact: true }).click()
  await whileSaving?.()
  return readFile(await (await download).path(), 'utf8')
}

/** The ids of a file's rows, in their order. */
export function idsOf(csv: string): string[] {
  const lines = csv.split('\r\n')
  const head = lines.findIndex((line) => line.startsWith('id,'))
  return lines.slice(head + 1).flatMap((line) => line.split(',')[0] || [])
}

export function expectAll(ids: readonly string[], truth: ReadonlyMap<string, string>): void {
  expect(ids.length).toBe(truth.size)
  expect(new Set(ids).size).toBe(truth.size)
  expect(ids.filter((id) => !truth.has(id))).toEqual([])
}

export interface Footprint {
  heapMb: number
  listeners: number
  nodes: number
  /** Timers that are set and have not fired. */
  timers: number
}

declare global {
  interface Window {
    /** Counts the timers that are set. */
    liveTimers: Set<unknown>
  }
}

/** Counts timers from the first script on. */
export const countTimers = (page: Page) =>
  page.addInitScript(() => {
    const live = new Set<unknown>()
    window.liveTimers = live
    const { setTimeout: later, clearTimeout: cancel, setInterval: every, clearInterval: stop } = window
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number, ...more: []) => {
        const id: unknown = later(
          () => {
            live.delete(id)
            run()
          },
          ms,
          ...more,
        )
        live.add(id)
        return id
      },
      setInterval: (run: () => void, ms?: number) => {
        const id: unknown = every(run, ms)
        live.add(id)
        return id
      },
      clearTimeout: (id: number) => {
        live.delete(id)
        cancel(id)
      },
      clearInterval: (id: number) => {
        live.delete(id)
        stop(id)
      },
    })
  })

/** What the page holds after a garbage collection. */
export async function footprintOf(page: Page, session: CDPSession): Promise<Footprint> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return {
    heapMb: of('JSHeapUsedSize') / 1e6,
    listeners: of('JSEventListeners'),
    nodes: of('Nodes'),
    timers: await page.evaluate(() => window.liveTimers.size),
  }
}
