/** What the server's own addresses take and return is what `/openapi-console.json` says, and nothing beside it. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consoleEndpoints } from '../../api/console/api'
import type { JsonSchema, OpenApi } from '../../api/openapi/document'
import { checkerOf, documentedOperations } from '../../api/openapi/openapi-harness'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { as, COLD_MS, type DeliveryGateway, eventOf, startDeliveryGateway } from '../deliveries/delivery-harness'
import { startHost } from '../harness'

const ann = { userId: 'user-ann', vehicleId: 'vehicle-ann' }
const charge = 'tractionbattery-stateofcharge'
const value = { code: charge, body: { value: 61 }, status: { value: 'SUCCESS' } }
const failing = { code: charge, status: { value: 'ERROR', error: { type: 'PERMISSION', code: null } } }

let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let stage: DeliveryGateway
let document: OpenApi
let checker: ReturnType<typeof checkerOf>
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost()
  stage = await startDeliveryGateway(store, host.address)
  await stage.deliver(
    { ...ann, signals: [value], triggers: [charge] },
    { ...ann, signals: [failing] },
    { ...ann, errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', state: 'ERROR' }] },
  )
  expect(await stage.send('{"canary"')).toBe(200)
  expect(await stage.send(eventOf(ann), 'wrong')).toBe(401)
  document = await stage.read('/openapi-console.json')
  checker = checkerOf({ ...document, components: closed(document.components) })
}, COLD_MS)
afterAll(async () => {
  await stage.gateway.close()
  host.close()
  await store.close()
})

/** The same with no member that it doesn't name, except in objects that may have others. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const inner: JsonSchema = Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, closed(one)]))
  if (inner.type === 'object' && inner.properties) inner.additionalProperties ??= false
  return inner as T
}

/** @returns the JSON of the response, which is as documented, as its body is */
async function send(operation: string, path: string, body?: object) {
  const [method = '', template] = operation.split(' ')
  const documented = documentedOperations(document).find(
    (one) => one.path === template && one.method === method.toLowerCase(),
  )?.operation
  const response = await stage.gateway.ask(path, {
    method,
    headers: as('operator'),
    signal: AbortSignal.timeout(5_000), // a stream ends with it
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  const type = headers.get('content-type')?.replace(/;.*/, '') ?? ''
  expect([operation, status, headers.get('cache-control')?.split(',')[0]]).toEqual([operation, 200, 'no-store'])
  if (body) {
    const taken = documented?.requestBody?.content['application/json']?.schema.$ref ?? expect.fail(operation)
    expect([operation, checker.wrongIn(taken, body)]).toEqual([operation, ''])
  }
  const content = documented?.responses[200]?.content ?? expect.fail(operation)
  const returned = content['application/json']?.schema.$ref
  if (!returned) {
    await response.body?.cancel()
    return expect([operation, Object.keys(content)]).toEqual([operation, [type in content ? type : '*/*']])
  }
  const json = await response.json()
  expect([operation, type, checker.wrongIn(returned, json)]).toEqual([operation, 'application/json', ''])
  return json
}

it('of every address that reads', { timeout: COLD_MS }, async () => {
  const list = { key: 'click-of-a-list', operation: 'GET /team/users', with: { query: {} } }
  const { job } = await send('POST /team/jobs', '/team/jobs', list)
  await vi.waitFor(async () => expect((await send('GET /team/jobs/{id}', `/team/jobs/${job.id}`)).phase).toBe('ended'))
  const { rows } = await send('GET /deliveries/refused.json', '/deliveries/refused.json')
  const { rows: received } = await send('GET /deliveries.json', '/deliveries.json')
  const places: Record<string, readonly string[]> = {
    'GET /deliveries/refused/{id}.json': rows.map(({ id }: { id: string }) => `/deliveries/refused/${id}.json`),
    'GET /deliveries/{id}.json': received.map(({ id }: { id: number }) => `/deliveries/${id}.json`),
    'GET /deliveries/{id}/body': [`/deliveries/${received[0].id}/body`],
    'GET /last-values/{vehicleId}.json': ['/last-values/vehicle-ann.json', '/last-values/none.json'],
    'GET /team/jobs/{id}': [`/team/jobs/${job.id}`],
    'GET /team/jobs/{id}/items': [`/team/jobs/${job.id}/items`],
    'GET /team/jobs/{id}/items/{n}': [`/team/jobs/${job.id}/items/1`],
    'GET /team/jobs/{id}/file': [`/team/jobs/${job.id}/file?format=csv`],
    'GET /team/queued': ['/team/queued?user=user-ann'],
    'GET /team/find': ['/team/find?q=user-ann'],
    'GET /team/subscriptions/file': ['/team/subscriptions/file?format=json'],
    'GET /activity/file': ['/activity/file?format=jsonl'],
    'GET /reach/{host}': ['/reach/vehicle'],
  }
  /** Only a server with a sandbox, or with OpenID Connect, has these. */
  const isElsewhere = ({ path }: { path: string }) => /^\/(simulator|auth\/(sign-in|callback))$/.test(path)
  const reads = consoleEndpoints.filter((one) => one.method === 'GET' && !isElsewhere(one))
  for (const { operation, path } of reads)
    for (const address of places[operation] ?? [path]) await send(operation, address)
})
it('of writes', async () => {
  const { views } = await send('POST /team/views', '/team/views', { name: 'a', address: '/users', isShared: false })
  await send('DELETE /team/views/{id}', `/team/views/${views[0].id}`)
  const startAt = new Date(Date.now() + 3_600_000).toISOString()
  const removal = { operation: 'DELETE /v3/users/{userId}', targets: ['u'], startAt }
  const begun = await send('POST /team/jobs', '/team/jobs', { ...removal, key: 'click-of-a-job' })
  const second = { ...removal, key: 'click-of-another', isWithoutQueued: true }
  expect((await send('POST /team/jobs', '/team/jobs', second)).queued).toHaveLength(1)
  await send('POST /team/jobs/{id}', `/team/jobs/${begun.job.id}`, { share: 20 })
  await send('POST /team/jobs/{id}', `/team/jobs/${begun.job.id}`, { action: 'stop' })
  await send('POST /team/crawl', '/team/crawl', { action: 'stop' })
  const known = { subscriptionId: 's', state: 'present', at: '2026-01-01T00:00:00Z', since: '2026-01-01T00:00:00Z' }
  await send('POST /team/subscriptions', '/team/subscriptions', { subscriptions: [known] })
  const { rows } = await send('GET /deliveries.json', '/deliveries.json')
  await send('POST /deliveries/{id}/pin', `/deliveries/${rows[0].id}/pin`, { pinned: true })
  await send('DELETE /deliveries', '/deliveries?userId=user-ann')
  await send('POST /session', '/session', { version3: 'token' })
  await send('DELETE /session', '/session')
  await send('POST /auth/sign-out', '/auth/sign-out')
  await send('POST /auth/sign-out', '/auth/sign-out', { jobs: 'pause' })
  const { account } = await send('GET /team/store', '/team/store')
  await send('POST /team/store/erase', '/team/store/erase', { account, includesRecord: false })
})
