/**
 * Real servers that are killed at random moments of a large removal, and their database once, before a provider that fails
 * in eight ways. Nothing is sent twice, every item ends as the provider has it, and the record has every request.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BegunJob, type TeamJob } from '../api/team-jobs'
import { ownDataHome } from '../store/data-home-harness'
import { postgresPid, startPostgres } from '../store/real-postgres'
import { itemsAt, jobAt, post } from './job-server-harness'
import { randomOf } from './random-harness'
import { startRemovalService } from './removal-service-harness'
import { ensureBuilt, type RunningServer, root, startServer } from './server-harness'

const ITEMS = 5_000
const KILLS = 20
/** Of a hundred requests. */
const FAULTS = 5
const MOST_MS = 900_000
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
const folder = mkdtempSync(join(tmpdir(), 'killed-jobs-'))
const operation = 'DELETE /v3/connections/{connectionId}'

/** Its own: it is killed, too. */
const POSTGRES = 'killed-jobs'
let database = ''
beforeAll(async () => {
  ensureBuilt()
  database = await startPostgres(POSTGRES)
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true }))

const setups = [
  ['three instances on PostgreSQL', 3, () => ({ DATABASE_URL: database })],
  ['one process on its default folder', 1, () => ownDataHome(join(folder, 'home'))],
] satisfies [string, number, () => Record<string, string>][]

describe.each(setups)(`%s, seed ${seed}`, (name, instances, envOf) => {
  it(
    `${KILLS} kills in ${ITEMS} removals: every item says what the provider has`,
    async () => {
      const random = randomOf(seed)
      const provider = await startRemovalService(random, { items: ITEMS, faults: FAULTS })
      const { address } = provider
      const env = {
        ...{ VEHICLE_DATA_URL: address, VEHICLE_URL: address, MANAGEMENT_URL: address },
        ...{ ACCESS_TOKEN: 'token', ...envOf() },
      }
      const servers = await Promise.all(Array.from({ length: instances }, () => startServer(env)))
      const any = (): RunningServer => servers[Math.floor(random() * servers.length)] ?? expect.fail('no server')
      const databasePid = postgresPid(POSTGRES)
      const begun = performance.now()
      let id: number | undefined
      while (id === undefined) {
        const asked = { key: `soak-${seed}-${instances}`, operation, targets: provider.ids }
        const response = await post(any(), '/team/jobs', asked)
        if (response.ok) id = BegunJob.parse(await response.json()).job?.id
        else await pause(250) // the store is being opened
      }
      for (let kill = 0; kill < KILLS; kill += 1) {
        const from = ((kill + random()) / KILLS) * ITEMS * 0.9
        while (provider.requests() < from) await pause(5)
        await pause(random() * 30)
        const at = Math.floor(random() * servers.length)
        await servers[at]?.kill()
        servers[at] = await startServer(env)
        if (instances > 1 && kill === KILLS / 2) process.kill(databasePid, 'SIGKILL')
      }
      let job: TeamJob | undefined
      while (job?.phase !== 'ended') {
        await pause(250)
        job = await jobAt(any(), id)
        // Requests in a row that nobody could be reached by stop a job: the faults here are rarer.
        expect([job?.reason ?? null, job?.phase === 'stopped']).toEqual([null, false])
      }
      const items = await itemsAt(any(), id)
      const { counts } = job
      const sent = provider.requests()
      const checkBegun = performance.now()
      expect((await post(any(), `/team/jobs/${id}`, { action: 'check' })).status).toBe(200)
      while ((await jobAt(any(), id))?.isChecking !== false) await pause(250)
      const checkSeconds = (performance.now() - checkBegun) / 1000
      const checked = await itemsAt(any(), id)
      const seconds = (checkBegun - begun) / 1000
      await Promise.all(servers.map((server) => server.stop()))
      provider.close()

      console.info(
        `seed ${seed}, ${name}: ${seconds.toFixed(0)} s, ${provider.requests()} requests; ` +
          `${counts.done} done, ${counts.failed} failed, ${counts.unknown} unknown; ` +
          [...provider.met].map(([kind, count]) => `${kind} ${count}`).join(', ') +
          `; Check took ${checkSeconds.toFixed(0)} s`,
      )
      expect(provider.requests()).toBe(sent) // Check only reads
      const outcomes = new Set(checked.map(({ target, state }) => `${state}, ${provider.there.has(target)}`))
      expect([...outcomes].filter((outcome) => outcome !== 'done, false' && outcome !== 'failed, true')).toEqual([])
      expect(items).toHaveLength(ITEMS)
      expect(postgresPid(POSTGRES) === databasePid).toBe(instances === 1) // it was killed, and is there again
      expect([...provider.effects.values()].filter((count) => count > 1)).toEqual([])
      /** What was made, and cut off: of these nobody can know. */
      let unexplained = 0
      for (const { target, state } of items) {
        const seen = provider.seen.get(target) ?? []
        // Refused ones alone are sent again, so at most one request is any other.
        expect([target, seen.filter((kind) => kind !== '429').length <= 1]).toEqual([target, true])
        if (state === 'done') expect([target, provider.there.has(target)]).toEqual([target, false])
        else if (state === 'failed') expect([target, provider.there.has(target)]).toEqual([target, true])
        else {
          expect([target, state]).toEqual([target, 'unknown'])
          if (!seen.some((kind) => kind === '504 after' || kind === 'cut before' || kind === 'cut after'))
            unexplained += 1
        }
      }
      // Cut off by a kill: as many as may be under way at each of them.
      expect(unexplained).toBeLessThanOrEqual(4 * (KILLS + 1))
      if (instances === 1) expectRecord(env, provider.seen)
    },
    MOST_MS,
  )
})

/** The record in the default folder is accepted, and has an attempt for each request that reached the provider. */
function expectRecord(env: Record<string, string>, seen: ReadonlyMap<string, readonly unknown[]>): void {
  const [path = 'none', ...others] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('record.jsonl'))
    .map((name) => join(folder, name))
  expect(others).toEqual([])
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'build/main.js'), 'verify-record', '--store', path],
    { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
  )
  console.info(stdout.trim())
  expect([status, stderr]).toEqual([0, ''])
  const attempts = new Map<string, number>()
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const { event, parameters } = JSON.parse(line)
    const target = parameters?.connectionId
    if (event === 'attempt') attempts.set(target, (attempts.get(target) ?? 0) + 1)
  }
  expect([...seen].filter(([target, requests]) => requests.length > (attempts.get(target) ?? 0))).toEqual([])
}
