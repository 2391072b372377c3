/** A server that is killed while it takes its record over: the next one goes on, loses no line and doubles none. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDatabase } from '../../store/harness'
import { migrate } from '../../store/migrate'
import { createPostgres, withPatience } from '../../store/postgres'
import { BUILD_MS, buildPrograms } from '../../store/program-harness'

const KILLS = 20
const folder = mkdtempSync(join(tmpdir(), 'forecourt-killed-'))
const program = join(folder, 'build', 'tail-child.js')
const path = join(folder, 'audit.jsonl')
let database: Awaited<ReturnType<typeof createDatabase>>
let child: ChildProcess | undefined

beforeAll(async () => {
  await buildPrograms(join(folder, 'build'), [new URL('tail-child.ts', import.meta.url)])
  database = await createDatabase()
  await withPatience({ url: database.url, pool: 1 }, (store) => migrate(store))
}, BUILD_MS)
afterAll(async () => {
  child?.kill('SIGKILL')
  await database.remove()
  rmSync(folder, { recursive: true })
})

const start = async () => {
  child = spawn(process.execPath, [program, path, database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout ?? child, 'data')
  return child
}
let written = 0
function write(count: number): void {
  const time = new Date(Date.now() - 1000).toISOString()
  const lines = Array.from({ length: count }, () => {
    written += 1
    const what = { host: 'vehicle', operation: 'DELETE /v3/users/{userId}', parameters: { userId: `u-${written}` } }
    const begun = JSON.stringify({ event: 'attempt', time, id: String(written), ...what })
    return `${begun}\n${JSON.stringify({ event: 'outcome', time, id: String(written), ...what, status: 204, durationMs: 0 })}\n`
  })
  appendFileSync(path, lines.join(''))
}

it('at any moment, with the file renamed in between', async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const running = await start()
    write(1500)
    await pause(Math.random() * 150)
    running.kill('SIGKILL')
    await once(running, 'exit')
    write(20)
    if (kill % 4 === 3) renameSync(path, `${path}.${kill}`)
  }
  const store = createPostgres({ url: database.url, pool: 2 }, { info: () => undefined, warn: () => undefined })
  await start()
  const state = async () =>
    (await store.query('SELECT count(*) AS count, count(DISTINCT id) AS ids, count(status) AS ended FROM activity'))[0]
  await vi.waitFor(async () => expect(await state()).toEqual({ count: written, ids: written, ended: written }), {
    timeout: 60_000,
    interval: 200,
  })
  await store.close()
}, 180_000)
