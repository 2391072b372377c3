/** Files of this folder as processes of their own: what is measured isn't kept waiting by who measures. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { json, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Bare } from './bare'
import type { Followers } from './followers'
import type { Delivered, Errand } from './provider'

const main = fileURLToPath(new URL('run.js', import.meta.url))
const start = (name: string, errand: object) =>
  spawn(process.execPath, [main, name, JSON.stringify(errand)], { stdio: ['pipe', 'pipe', 'inherit'] })

/** What it prints first: it is ready then. */
async function firstOf(child: ReturnType<typeof start>): Promise<Buffer> {
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (!Buffer.isBuffer(first)) throw new Error(`A process of the measurement ended with ${first}.`)
  return first
}

/** Ends with its deliveries. */
export const deliver = (errand: Errand): Promise<Delivered> =>
  json(start('provider', errand).stdout) as Promise<Delivered> // what `provider.ts` prints

/** Starts a bare proxy. */
export async function passOn(bare: Bare): Promise<{ origin: string; close(): Promise<void> }> {
  const child = start('bare', bare)
  const origin = String(await firstOf(child)).trim()
  const ended = once(child, 'exit')
  return {
    origin,
    async close() {
      child.stdin.end()
      await ended
    },
  }
}

/** @returns once all of them follow: what ends them, and then says how many bytes they heard */
export async function follow(followers: Followers): Promise<() => Promise<number>> {
  const child = start('followers', followers)
  await firstOf(child)
  return async () => {
    child.stdin.end()
    return Number(await text(child.stdout))
  }
}
