/**
 * A rolling deploy: instances of one version are replaced by those of the next one by one, in the middle of a job. Each item
 * of it is sent once, and every file of a page is there, whichever instance is asked for it.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BegunJob, type TeamJob } from '../api/team-jobs'
import { createDatabase } from '../store/harness'
import { itemsAt, jobAt, post } from './job-server-harness'
import { randomOf } from './random-harness'
import { startRemovalService } from './removal-service-harness'
import { buildVersion, ensureBuilt, type RunningServer, root, startServer } from './server-harness'

const ITEMS = 800
const INSTANCES = 3
const LATENCY_MS = 60
const random = randomOf(1)
const folder = mkdtempSync(join(tmpdir(), 'rolling-'))

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  ensureBuilt()
  buildVersion('9.9.9', folder)
  database = await createDatabase()
}, 180_000)
afterAll(async () => {
  await database.remove()
  rmSync(folder, { recursive: true })
})

const assetsOf = (tree: string) => readdirSync(join(tree, 'dist/assets')).filter((name) => /\.(js|css)$/.test(name))
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] ?? expect.fail('none')

it('loses no item of a job and no file of a page', async () => {
  const service = await startRemovalService(random, { items: ITEMS, latencyMs: LATENCY_MS })
  const { address } = service
  const env = {
    ...{ VEHICLE_DATA_URL: address, VEHICLE_URL: address, MANAGEMENT_URL: address },
    ...{ ACCESS_TOKEN: 'token', DATABASE_URL: database.url },
  }
  const start = async (main?: string): Promise<RunningServer> => {
    const server = await startServer(env, main)
    while (!(await server.ask('/readyz')).ok) await pause(50)
    return server
  }
  const servers = await Promise.all(Array.from({ length: INSTANCES }, () => start()))
  const begun = await post(oneOf(servers), '/team/jobs', {
    ...{ key: 'rolling-deploy', operation: 'DELETE /v3/users/{userId}', targets: service.ids },
  })
  const id = BegunJob.parse(await begun.json()).job?.id ?? expect.fail('no job')

  /** Of each version of which an instance has begun to serve pages. */
  const names = [assetsOf(root)]
  const asked = { files: 0, missing: [] as string[] }
  let isDeploying = true
  const visits = (async () => {
    while (isDeploying) {
      const [server, name] = [oneOf(servers), oneOf(oneOf(names))]
      // One that stops closes its connections: a proxy asks the next one.
      const status = await server.ask(`/assets/${name}`).then(
        ({ status }) => status,
        () => undefined,
      )
      asked.files += 1
      if (status !== undefined && status !== 200) asked.missing.push(`${status} ${name}`)
      await pause(2)
    }
  })()
  const sentAt: number[] = []
  for (let at = 0; at < INSTANCES; at += 1) {
    const due = ((at + 1) / (INSTANCES + 1)) * ITEMS * 0.8
    while (service.requests() < due) await pause(5)
    const next = await start(join(folder, 'build/main.js'))
    if (at === 0) names.push(assetsOf(folder))
    const [old] = servers.splice(at, 1, next)
    sentAt.push(service.requests())
    await old?.stop()
  }
  let job: TeamJob | undefined
  while (job?.phase !== 'ended') {
    await pause(100)
    job = await jobAt(oneOf(servers), id)
    expect(job?.phase).not.toBe('stopped')
  }
  isDeploying = false
  await visits
  const items = await itemsAt(oneOf(servers), id)
  await Promise.all(servers.map((server) => server.stop()))
  service.close()
  const apart = names[1]?.filter((name) => !names[0]?.includes(name)) ?? []
  console.info(
    `exchanged at ${sentAt.join(', ')} of ${ITEMS} requests; ${asked.files} files, ${apart.length} of the next version alone, ` +
      `${asked.missing.length} missing; ${job.counts.done} done, ${job.counts.unknown} unknown`,
  )
  expect(asked.missing).toEqual([])
  expect([apart.length > 0, Math.max(...sentAt) < ITEMS]).toEqual([true, true])
  expect(items).toHaveLength(ITEMS)
  expect(job.counts).toEqual({ failed: 0, unknown: 0, sending: 0, waiting: 0, done: ITEMS })
  expect([service.there.size, service.requests()]).toEqual([0, ITEMS])
}, 180_000)
