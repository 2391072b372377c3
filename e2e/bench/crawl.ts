/** A whole crawl by the built server, at no limit: how long it takes, and how much memory the server has at its most. */

import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Servers, startServers } from './servers'

const ASK_EVERY_MS = 250
const MOST_S = 3_600
const headers = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

export interface Crawled {
  seconds: number
  /** Bytes of the process: the most so far, and now. Zero where the system doesn't tell. */
  peak: number
  now: number
}

interface Told {
  asOf?: string | null
  crawl?: { phase: string; read: number; error: string | null }
}

const told = async ({ origin }: Servers): Promise<Told> =>
  (await (await fetch(`${origin}/team/directory`, { headers })).json()) as Told

/** Of the process, from the system's own books. */
export function memoryOf(pid: number): { peak: number; now: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
    return { peak: bytes('VmHWM'), now: bytes('VmRSS') }
  } catch {
    return { peak: 0, now: 0 }
  }
}

/** Waits until the store is open. */
export async function opened(servers: Servers): Promise<void> {
  while ((await told(servers)).crawl === undefined) await aWhile()
}
/** Another process says what it does only where it is asked. */
const aWhile = () => pause(ASK_EVERY_MS)

/** @param env which store: `DATABASE_URL`, or `STORE_DIR` */
export async function crawlOnce(connections: number, env: Record<string, string>): Promise<Crawled> {
  const servers = await startServers(connections, 0, async () => ({ ...env }))
  try {
    await opened(servers)
    const began = performance.now()
    const body = JSON.stringify({ action: 'start' })
    await fetch(`${servers.origin}/team/crawl`, { method: 'POST', headers, body })
    for (;;) {
      const { asOf, crawl } = await told(servers)
      if (asOf && crawl?.phase === 'idle') break
      const seconds = (performance.now() - began) / 1000
      if (crawl?.error || seconds > MOST_S) throw new Error(`The crawl: ${crawl?.error ?? `not done in ${MOST_S} s`}`)
      await aWhile()
    }
    return { seconds: (performance.now() - began) / 1000, ...memoryOf(servers.pid) }
  } finally {
    await servers.stop()
  }
}
