/** Each kind of job from its beginning to its file, against the sandbox and a real store. */
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { targetOf } from '../../api/job-target'
import { BegunJob, TeamJob, TeamJobResponses } from '../../api/team-jobs'
import { startSandbox } from '../../sandbox/server'
import { rowOf } from '../../store/directory-harness'
import { codeOf } from '../harness'
import { as, begin, begun, ended, fileOf, get, getFile, itemsOf, lines, order, table } from './job-harness'
import { CONNECTIONS, jobStage } from './job-stage-harness'

const stage = jobStage(startSandbox)
const { connections, folder, log, start } = stage

it('a list is read to its end by whoever may read, and exported', async () => {
  const gateway = await start({ READ_ONLY: '1' })
  const dry = BegunJob.parse(await (await begin(gateway, { operation: 'GET /v3/connections', isDryRun: true })).json())
  expect(dry).toMatchObject({ job: null, targets: 1, requests: null, queued: [] })
  const { id } = await begun(await begin(gateway, { operation: 'GET /v3/connections' }, 'viewer'))
  const job = await ended(gateway, id)
  expect(job).toMatchObject({ counts: { done: 3, waiting: 0 }, requests: 3, begunBy: 'viewer' })
  expect(job.results).toMatchObject({ rows: CONNECTIONS, total: CONNECTIONS })
  expect(Date.parse(job.resultsUntil ?? '') - Date.parse(job.endedAt ?? '')).toBe(86_400_000)
  expect((await itemsOf(gateway, id)).map(({ target, page }) => [target, page])).toEqual(
    [1, 2, 3].map((page) => ['connections', page]),
  )
  const rows = await table(gateway, id)
  const sent = await lines(gateway, id)
  expect([rows.length, sent.length]).toEqual([CONNECTIONS, CONNECTIONS])
  expect(rows.map((row) => row.id)).toEqual(sent.map((row) => row.id))
  expect(Object.keys(rows[0] ?? {})).toEqual(
    [
      'id',
      'userId',
      'externalId',
      'vehicleId',
      'make',
      'model',
      'year',
      'mode',
      'powertrainType',
      'permissions',
    ].concat('createdAt', 'updatedAt'),
  )
  const { response } = await fileOf(gateway, id, 'csv')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="job-${id}-connections.csv"`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(gateway.events.map((line) => JSON.parse(line).event)).toContain('job file')
})

it('has the same rows in every format', async () => {
  const gateway = await start()
  const { id } = await begun(await begin(gateway, { operation: 'GET /v3/webhooks', with: { query: {} } }))
  await ended(gateway, id)
  const rows = await lines(gateway, id)
  expect(rows.length).toBeGreaterThan(0)
  const { text } = await fileOf(gateway, id, 'json')
  expect(JSON.parse(text)).toMatchObject({ what: 'webhooks', job: String(id), state: 'complete', rows })
  const xlsx = await getFile(gateway, id, 'xlsx')
  expect(xlsx.headers.get('content-disposition')).toBe(`attachment; filename="job-${id}-webhooks.xlsx"`)
  const [head, ...cells] = await readSheet(Buffer.from(await xlsx.arrayBuffer()))
  const table = (await fileOf(gateway, id, 'csv')).text
  expect(head?.join(',')).toBe(table.split('\r\n')[0])
  expect(cells.map(([webhookId]) => webhookId)).toEqual(rows.map((row) => row.id))
})

it('a filter stays with every page, and no other name is taken', async () => {
  const gateway = await start()
  const query = { 'filter[vehicle.mode]': 'live' }
  const { id } = await begun(await begin(gateway, { operation: 'GET /v3/connections', with: { query } }))
  await ended(gateway, id)
  const target = (page: number) => `/v3/connections?filter[vehicle.mode]=live&page[number]=${page}&page[size]=100`
  const sent = log.map((entry) => entry.target)
  expect([1, 2].map((page) => sent.includes(target(page)))).toEqual([true, true])
  expect(new Set((await table(gateway, id)).map(({ mode }) => mode))).toEqual(new Set(['live']))
  for (const name of ['page[number]', 'page[size]', 'host'])
    expect(
      await codeOf(
        await begin(gateway, { operation: 'GET /v3/connections', with: { query: JSON.parse(`{"${name}":"2"}`) } }),
      ),
    ).toBe('400 GATEWAY BAD_REQUEST')
})

it('a link to the next page that is none stops the list, and nothing is asked where it leads', async () => {
  const gateway = await start({}, 'sandbox-hostile-links')
  const { id } = await begun(await begin(gateway, { operation: 'GET /v3/connections' }))
  const job = await ended(gateway, id, 'stopped')
  expect(job.reason).toMatch(/^Stopped at page 1: /)
  expect(job.counts).toMatchObject({ waiting: 1, failed: 0 })
  expect(new Set(log.map(({ target }) => target.split('?')[0]))).toEqual(new Set(['/v3/connections']))
  const { response } = await fileOf(gateway, id, 'csv')
  expect(response.headers.get('content-disposition')).toContain('-partial.csv')
})

it('a size that is refused steps down before the first page', async () => {
  const gateway = await start({}, 'sandbox-max-50')
  const { id } = await begun(await begin(gateway, { operation: 'GET /v3/connections' }))
  expect((await ended(gateway, id)).counts).toMatchObject({ done: 5 })
  expect(await table(gateway, id)).toHaveLength(CONNECTIONS)
})

it('webhooks are a list; subscriptions where their list is on; users and vehicles are the directory’s', async () => {
  const gateway = await start()
  const { id } = await begun(await begin(gateway, { operation: 'GET /v3/webhooks' }))
  await ended(gateway, id)
  expect((await table(gateway, id)).length).toBeGreaterThan(3)
  expect(await codeOf(await begin(gateway, { operation: 'GET /v3/subscriptions' }))).toBe('400 GATEWAY BAD_REQUEST')
  const many = Array.from({ length: 450 }, (_, n) =>
    rowOf(`c-user${n}-${n}`, { externalId: n === 7 ? '=1+1' : `e${n}` }),
  )
  await gateway.kept.directory.save(many, new Date())
  const requests = log.length
  const users = await begun(await begin(gateway, { operation: 'GET /team/users', with: { query: { sort: 'name' } } }))
  expect(users.requests).toBe(0)
  expect((await ended(gateway, users.id)).counts).toMatchObject({ done: 3 })
  const rows = await table(gateway, users.id)
  expect(new Set(rows.map(({ userId }) => userId)).size).toBe(450)
  expect(rows.find(({ userId }) => userId === 'u-user7')?.externalId).toBe("'=1+1")
  const vehicles = await begun(
    await begin(gateway, { operation: 'GET /team/vehicles', with: { query: { q: 'v-44' } } }),
  )
  await ended(gateway, vehicles.id)
  expect((await lines(gateway, vehicles.id)).map((row) => row.id)).toContain('v-449')
  expect(log).toHaveLength(requests)
  const odd = { operation: 'GET /team/users', with: { query: { sort: 'age' } } }
  expect(await codeOf(await begin(gateway, odd))).toBe('400 GATEWAY BAD_REQUEST')
})

it('a batch is billed as many as it has paths, and another try asks for what failed alone', async () => {
  const gateway = await start()
  const [one, two] = await connections('sandbox-kinds')
  const requests = [{ path: '/odometer' }, { path: '/fault-404' }]
  const asked = {
    operation: 'POST /v2.0/vehicles/{id}/batch',
    targets: [one?.vehicleId ?? '', two?.vehicleId ?? '', 'nobody', '..'],
    with: { requests },
  } as const
  expect(await codeOf(await begin(gateway, asked, 'viewer'))).toBe('403 GATEWAY ROLE')
  const { id, requests: price } = await begun(await begin(gateway, asked, 'reader'))
  expect(price).toBe(8)
  const job = await ended(gateway, id)
  expect([job.counts, job.requests]).toMatchObject([{ failed: 4, done: 0 }, 8])
  const rows = await table(gateway, id)
  expect(rows.map(({ path, state, status }) => [path, state, status])).toEqual([
    ...['', ''].flatMap(() => [
      ['/odometer', 'answered', '200'],
      ['/fault-404', 'failed', '404'],
    ]),
    ['', 'failed', '404'],
    ['', 'failed', ''],
  ])
  expect(rows[0]?.vehicleId).toBe(one?.vehicleId)
  expect(JSON.parse(rows[0]?.body ?? '')).toHaveProperty('distance')
  expect((await lines(gateway, id))[0]).toMatchObject({ path: '/odometer', body: { distance: expect.any(Number) } })
  const responsePath = `/team/jobs/${id}/items/1`
  const read = await gateway.ask(responsePath, { headers: as('reader') })
  expect(TeamJobResponses.parse(await read.json())).toMatchObject({
    target: one?.vehicleId,
    responses: [
      { path: '/odometer', code: 200 },
      { path: '/fault-404', code: 404 },
    ],
  })
  expect(await codeOf(await gateway.ask(responsePath, { headers: as('viewer') }))).toBe('403 GATEWAY ROLE')
  for (const n of ['0', '99', 'x', '1e99'])
    expect(await codeOf(await gateway.ask(`/team/jobs/${id}/items/${n}`, { headers: as('reader') }))).toMatch(/NO_JOB$/)
  log.length = 0
  expect(await codeOf(await order(gateway, id, { action: 'retry' }, 'viewer'))).toBe('403 GATEWAY ROLE')
  await order(gateway, id, { action: 'retry' }, 'reader')
  await ended(gateway, id)
  const again = await table(gateway, id)
  expect(again.map(({ path, state }) => [path, state])).toEqual(rows.map(({ path, state }) => [path, state]))
  expect(
    gateway.lines
      .map((line) => JSON.parse(line))
      .filter(({ event, requests: one }) => event === 'attempt' && one === 1),
  ).toHaveLength(2)
  const nested = { ...asked, with: { requests: [{ path: '/batch' }] } }
  expect(await codeOf(await begin(gateway, nested))).toBe('400 GATEWAY BAD_REQUEST')
})

it('a day’s budget of a vehicle fails its item, and that of an operator lets the job wait', async () => {
  const config = join(folder, 'budget.json')
  const { writeFileSync } = await import('node:fs')
  writeFileSync(config, JSON.stringify({ dailyVehicleReads: { perOperator: 3, perVehicle: 1 } }))
  const gateway = await start({ CONFIG: config })
  const [one, two] = await connections('sandbox-kinds')
  const asked = (paths: string[]) => ({
    operation: 'POST /v2.0/vehicles/{id}/batch',
    targets: [one?.vehicleId ?? '', two?.vehicleId ?? ''],
    with: { requests: paths.map((path) => ({ path })) },
  })
  const both = await begun(await begin(gateway, asked(['/odometer', '/location'])))
  expect((await ended(gateway, both.id)).counts).toMatchObject({ failed: 2 })
  expect((await itemsOf(gateway, both.id))[0]?.detail).toMatch(/^This vehicle has used 0 of 1 billed reads/)
  const values = (vehicleId: string) => ({
    operation: 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values',
    targets: ['odometer-traveleddistance', 'location-preciselocation'].map((code) => targetOf(vehicleId, code)),
  })
  const first = await begun(await begin(gateway, values(one?.vehicleId ?? '')))
  expect((await ended(gateway, first.id)).counts.failed).toBeGreaterThan(0)
})

it('all values of signals, page by page, of several vehicles', async () => {
  const gateway = await start()
  const [one, two] = await connections('sandbox-kinds')
  const code = 'odometer-traveleddistance'
  const targets = [one, two].map((car) => targetOf(car?.vehicleId ?? '', code))
  const operation = 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values'
  const all = [...targets, targetOf('nobody', code)]
  const begunOne = await begun(await begin(gateway, { operation, targets: all, with: { mostPages: 3 } }, 'reader'))
  const { id, requests } = begunOne
  expect(requests).toBe(9)
  const job = await ended(gateway, id)
  expect([job.counts, job.requests]).toMatchObject([{ failed: 1, done: 6 }, 7])
  const rows = await table(gateway, id)
  expect(rows.filter(({ state }) => state === 'done')).toHaveLength(job.results?.rows ?? 0)
  expect(new Set(rows.map(({ vehicleId }) => vehicleId))).toEqual(new Set([one?.vehicleId, two?.vehicleId, 'nobody']))
  expect(rows.at(-1)).toMatchObject({ signalCode: code })
  expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['vehicleId', 'signalCode', 'userId', 'value']))
  expect((await lines(gateway, id))[0]).toMatchObject({ signalCode: code })
  const doors = await begun(
    await begin(gateway, { operation, targets: [targetOf(one?.vehicleId ?? '', 'closure-doors', one?.userId ?? '')] }),
  )
  expect(doors.requests).toBeNull()
  expect((await ended(gateway, doors.id)).counts.done).toBe(1)
  expect((await table(gateway, doors.id))[0]).toMatchObject({ userId: one?.userId, isOpen: expect.any(String) })
  expect(await codeOf(await begin(gateway, { operation, targets: ['just-a-vehicle'] }))).toBe('400 GATEWAY BAD_REQUEST')
})

it('subscribes many to a webhook, each once, and the history has it', async () => {
  const gateway = await start()
  const list = await begun(await begin(gateway, { operation: 'GET /v3/webhooks' }))
  await ended(gateway, list.id)
  const webhook = (await lines(gateway, list.id)).find(
    ({ attributes }) => attributes.isEnabled && !attributes.autoSubscribe,
  )
  const cars = await connections('sandbox-kinds')
  const targets = cars.slice(0, 2).map(({ vehicleId, userId }) => targetOf(vehicleId, userId))
  const asked = { operation: 'POST /v3/subscriptions', targets, with: { webhookId: webhook.id } }
  expect(await codeOf(await begin(gateway, asked, 'reader'))).toBe('403 GATEWAY ROLE')
  const { id } = await begun(await begin(gateway, asked))
  expect((await ended(gateway, id)).counts).toMatchObject({ done: 2 })
  expect(
    log.filter(({ method }) => method === 'POST').map(({ host, target, status }) => [host, target, status]),
  ).toEqual([1, 2].map(() => ['management', '/v3/subscriptions', 202]))
  const history = (await (await get(gateway, `/team/subscriptions?webhook=${webhook.id}`)).json()) as {
    rows: { vehicleId: string; by: string }[]
  } // as the contract says
  expect(history.rows.map(({ vehicleId }) => vehicleId).toSorted()).toEqual(
    cars
      .slice(0, 2)
      .map(({ vehicleId }) => vehicleId)
      .toSorted(),
  )
  const attempts = gateway.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'attempt')
  expect(attempts[0]).toMatchObject({
    operator: 'ann',
    parameters: { webhookId: webhook.id, vehicleId: expect.any(String) },
  })
  const later = { startAt: new Date(Date.now() + 3_600_000).toISOString() }
  await begun(await begin(gateway, { ...asked, ...later }))
  expect((await BegunJob.parse(await (await begin(gateway, { ...asked, ...later })).json())).queued).toMatchObject([
    { count: 2 },
  ])
  const other = await begin(gateway, { ...asked, ...later, with: { webhookId: 'another' } })
  expect(BegunJob.parse(await other.json()).queued).toEqual([])
  expect((await table(gateway, id)).map(({ target, state, status }) => [target, state, status])).toEqual(
    targets.map((target) => [target, 'done', '202']),
  )
})

it('its share is changed by whoever may begin it, and what it has read is gone after a day', async () => {
  const gateway = await start()
  const startAt = new Date(Date.now() + 3_600_000).toISOString()
  const { id, job } = await begun(await begin(gateway, { operation: 'GET /v3/connections', startAt, share: 25 }))
  expect(job?.share).toBe(25)
  const changed = TeamJob.parse(await (await order(gateway, id, { share: 60 }, 'viewer')).json())
  expect([changed.share, changed.orderedBy]).toEqual([60, 'viewer'])
  for (const share of [0, 101, 2.5])
    expect(await codeOf(await order(gateway, id, { share }))).toBe('400 GATEWAY BAD_REQUEST')
  await stage.store.query('UPDATE jobs SET start_at = now() WHERE id = $1', [id])
  await order(gateway, id, { share: 100 })
  await ended(gateway, id)
  await stage.store.query(`UPDATE jobs SET ended_at = now() - interval '25 hours' WHERE id = $1`, [id])
  expect(await codeOf(await get(gateway, `/team/jobs/${id}/file?format=csv`))).toBe('404 GATEWAY NO_JOB')
  expect(await codeOf(await get(gateway, `/team/jobs/${id}/file?format=xls`))).toBe('400 GATEWAY BAD_REQUEST')
  expect(await codeOf(await get(gateway, `/team/jobs/${id}/file`))).toBe('400 GATEWAY BAD_REQUEST')
})
