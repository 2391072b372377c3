/** Two hundred streams of hints at one real server: what they take of its memory, how late the last one hears, and its stop. */
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../store/harness'
import { ensureBuilt, type RunningServer, startServer } from './server-harness'

const STREAMS = 200
const HINTS = 20
const MOST_MORE_MB = 60
const MOST_LATE_MS = 250
const MOST_STOP_MS = 2_000

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  ensureBuilt()
  database = await createDatabase()
}, 180_000)
afterAll(() => database.remove())

const memoryOf = ({ child }: RunningServer): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

/** One stream on a connection of its own, and when it heard its last hint. */
function listen({ origin }: RunningServer) {
  const stream = { isLive: false, hints: 0, isEnded: false }
  get(`${origin}/events`, { agent: false, headers: { 'x-forecourt': '1' } }, (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      stream.isLive ||= text.includes('event: live')
      stream.hints += text.split('event: hint').length - 1
    })
    response.once('close', () => {
      stream.isEnded = true
    })
  })
  return stream
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await pause(1)
}
const middle = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN

it.each([
  ['PostgreSQL', () => ({ DATABASE_URL: database.url })],
  ['a store in memory', () => ({})],
] satisfies [string, () => Record<string, string>][])(
  `${STREAMS} streams, %s`,
  async (name, envOf) => {
    const server = await startServer(envOf())
    const isReady = async () => (await server.ask('/team/jobs').catch(() => undefined))?.ok
    while (!(await isReady())) await pause(100)
    const begin = async (n: number) => {
      const job = { key: `events-${n}-0000`, operation: 'DELETE /v3/users/{userId}', targets: [`user-${n}`] }
      const body = JSON.stringify({ ...job, startAt: '2999-01-01T00:00:00.000Z' })
      expect((await server.ask('/team/jobs', { method: 'POST', body })).status).toBe(200)
    }
    await begin(0)
    await pause(5_000) // its first crawl is through
    const before = memoryOf(server)
    const streams = Array.from({ length: STREAMS }, () => listen(server))
    await until(() => streams.every(({ isLive }) => isLive))
    const late: number[] = []
    let more = 0
    for (let hint = 1; hint <= HINTS; hint += 1) {
      await begin(hint)
      const begun = performance.now()
      await until(() => streams.every(({ hints }) => hints >= hint))
      late.push(performance.now() - begun)
      more = Math.max(more, memoryOf(server) - before)
      await pause(300)
    }
    late.sort((a, b) => a - b)
    const stopMs = await server.stop()
    await until(() => streams.every(({ isEnded }) => isEnded))
    console.info(
      `${name}: ${more.toFixed(1)} MB more, the last stream heard after ${middle(late).toFixed(0)} ms ` +
        `(${late[0]?.toFixed(0)}–${late.at(-1)?.toFixed(0)}), the stop took ${stopMs.toFixed(0)} ms`,
    )
    expect(more).toBeLessThanOrEqual(MOST_MORE_MB)
    expect(middle(late)).toBeLessThanOrEqual(MOST_LATE_MS)
    expect(stopMs).toBeLessThanOrEqual(MOST_STOP_MS)
  },
  120_000,
)
