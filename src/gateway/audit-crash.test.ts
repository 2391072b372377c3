/** A server that is killed in the middle of its work: no change reached the service without its attempt on record. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readActivity } from './audit-reader'
import { startHost } from './harness'

const CHANGES = 1000
const AT_ONCE = 25
const BUILD_MS = 60_000
const folder = mkdtempSync(join(tmpdir(), 'forecourt-crash-'))
const main = join(folder, 'build', 'main.js')

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('main.ts', import.meta.url)),
      outDir: join(folder, 'build'),
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><html><head></head></html>')
}, BUILD_MS)
afterAll(() => rmSync(folder, { recursive: true }))

async function startProcess(env: Record<string, string>): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output = (output + chunk).slice(0, 10_000)
      const address = /Forecourt on (http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${output}`)))
  })
  return { child, origin }
}

describe('SIGKILL in the middle of 1,000 changes', () => {
  it.each([1, 2])(
    'every change that the service received has its attempt in the file (run %i)',
    async (run) => {
      let kill = () => {}
      const host = await startHost((_, res) => {
        res.writeHead(204).end()
        if (host.requests.length === 300 * run) kill()
      })
      const { address } = host
      const path = join(folder, `audit-${run}.jsonl`)
      const { child, origin } = await startProcess({
        VEHICLE_DATA_URL: address,
        VEHICLE_URL: address,
        MANAGEMENT_URL: address,
        ACCESS_TOKEN: 'canary',
        SESSION_SECRET: 'x'.repeat(32),
        AUDIT_LOG: path,
      })
      const ended = once(child, 'exit')
      kill = () => child.kill('SIGKILL')
      let next = 0
      const work = async () => {
        for (let index = next++; index < CHANGES; index = next++) {
          const target = `${origin}/api/vehicle/v3/connections/c${index}`
          const response = await fetch(target, { method: 'DELETE', headers: { origin } }).catch(() => undefined)
          await response?.text().catch(() => undefined)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      expect(await ended).toEqual([null, 'SIGKILL'])
      host.close()

      const written = new Set<string>()
      let broken = 0
      let before: number | undefined
      do {
        const page = await readActivity(path, { limit: 200, before })
        for (const { parameters } of page.records) written.add(parameters.connectionId ?? '')
        broken += page.broken
        before = page.next
      } while (before !== undefined)
      const received = host.requests
        .filter(({ method }) => method === 'DELETE')
        .map(({ target }) => target.split('/').at(-1))
      expect(received.length).toBeGreaterThanOrEqual(300 * run)
      expect(received.length).toBeLessThan(CHANGES)
      expect(received.filter((id) => !written.has(id ?? ''))).toEqual([])
      expect(broken).toBeLessThanOrEqual(1) // the line that was being written
    },
    30_000,
  )
})
