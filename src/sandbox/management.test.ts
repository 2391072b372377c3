/** Subscriptions and every signal of the sandbox, section by section. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { faultIds } from '../api/faults.data'
import { read } from '../api/read'
import { DoorValue, signals } from '../api/signals'
import { subscriptions } from '../api/subscriptions'
import { createFleet } from './fleet'
import { testSandbox } from './harness'
import { signalShapes } from './signals.data'
import { CREATION_MS } from './subscriptions'
import { webhooksOf } from './webhooks'

const sandbox = testSandbox()
const fleet = createFleet(2500, 1)
const plainWebhook = webhooksOf(1).find(({ attributes }) => !attributes.autoSubscribe)?.id ?? ''
const autoWebhook = webhooksOf(1).find(({ attributes }) => attributes.autoSubscribe && attributes.isEnabled)?.id ?? ''
const subscriptionKey = (row = 0, webhookId = plainWebhook) => ({
  webhookId,
  userId: fleet.userId(row),
  vehicleId: fleet.vehicleId(row),
})
const create = (attributes: object, token: string) =>
  sandbox.ask('/v3/subscriptions', {
    host: 'management',
    method: 'POST',
    token,
    body: JSON.stringify({ data: { attributes } }),
  })
const one = (path: string, token: string, method = 'GET') => sandbox.ask(path, { host: 'management', token, method })

describe('2.4, 3 and 4.3, subscriptions', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 11, 1) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  it('are accepted at once, there a little later, and gone when removed', async () => {
    const token = 'sandbox-subscribe'
    const { status, body, headers } = await create(subscriptionKey(), token)
    expect([status, body]).toEqual([202, { meta: { message: 'subscription creation in progress' } }])
    const path = headers.get('location') ?? ''
    expect((await one(path, token)).status).toBe(404)
    vi.setSystemTime(Date.now() + CREATION_MS)
    const there = await one(path, token)
    expect(read(subscriptions.read.response, there.body).differences).toEqual([])
    expect(there.body.data.relationships).toMatchObject({
      webhook: { data: { id: plainWebhook } },
      user: { data: { id: fleet.userId(0) } },
      vehicle: { data: { id: fleet.vehicleId(0) } },
    })
    expect((await one(path, 'sandbox-another')).status).toBe(404)
    expect((await one(path, token, 'DELETE')).status).toBe(204)
    expect((await one(path, token)).status).toBe(404)
    expect((await one(path, token, 'DELETE')).status).toBe(404)
    expect((await create(subscriptionKey(), token)).status).toBe(202)
  })
  it('the same three twice is one subscription', async () => {
    const first = await create(subscriptionKey(), 'sandbox-again')
    const second = await create(subscriptionKey(), 'sandbox-again')
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
  })
  it('or a 409 where the service refuses it; an auto-subscribing webhook has them already', async () => {
    const token = 'sandbox-subscribed-once:x'
    await create(subscriptionKey(), token)
    expect((await create(subscriptionKey(), token)).body.errors[0]).toMatchObject({
      status: '409',
      code: 'ALREADY_SUBSCRIBED',
    })
    const live = Array.from({ length: 50 }, (_, row) => row).find((row) => !fleet.isSimulated(row)) ?? 0
    expect((await create(subscriptionKey(live, autoWebhook), token)).status).toBe(409)
  })
  it('a vehicle that sleeps is a 409 ASLEEP', async () => {
    const codes = new Set<string>()
    for (let row = 200; row < 500; row += 1) {
      const { status, body } = await create(subscriptionKey(row), 'sandbox-sleepers')
      if (status === 409) codes.add(body.errors[0].code)
    }
    expect([...codes]).toContain('ASLEEP')
  })
  it('what is not known is a 404, what does not belong together a 400', async () => {
    const token = 'sandbox-wrong'
    for (const part of ['webhookId', 'userId', 'vehicleId'])
      expect((await create({ ...subscriptionKey(), [part]: 'nobody' }, token)).status).toBe(404)
    expect((await create({ ...subscriptionKey(), vehicleId: fleet.vehicleId(9) }, token)).status).toBe(400)
    for (const attributes of [{}, { ...subscriptionKey(), userId: 7 }])
      expect((await create(attributes, token)).status).toBe(400)
  })
  it('a removed user takes them along', async () => {
    const token = 'sandbox-user-gone'
    const { headers } = await create(subscriptionKey(), token)
    vi.setSystemTime(Date.now() + CREATION_MS)
    const path = headers.get('location') ?? ''
    expect((await one(path, token)).status).toBe(200)
    await sandbox.ask(`/v3/users/${fleet.userId(0)}`, { method: 'DELETE', token })
    expect((await one(path, token)).status).toBe(404)
  })
  it('the list is an extension: 404 without the switch, whole with it', async () => {
    expect((await one('/v3/subscriptions', 'sandbox-plain')).status).toBe(404)
    const token = 'sandbox-subscription-list:x'
    const { body } = await one('/v3/subscriptions', token)
    expect(read(subscriptions.list.response, body).differences).toEqual([])
    expect(body.meta).toMatchObject({ pageNumber: 1, pageSize: 25 })
    await create(subscriptionKey(), token)
    vi.setSystemTime(Date.now() + CREATION_MS)
    const after = await one(`/v3/subscriptions?filter[webhookId]=${plainWebhook}`, token)
    expect(after.body.meta.totalCount).toBe(1)
    const [first] = body.data
    expect((await one(`/v3/subscriptions/${first.id}`, token)).body.data).toEqual(first)
    const ofUser = await one(
      `/v3/subscriptions?filter[userId]=${first.relationships.user.data.id}&filter[vehicle.mode]=live`,
      token,
    )
    expect(ofUser.body.data.some(({ id }: { id: string }) => id === first.id)).toBe(true)
    expect((await one(`/v3/subscriptions/${first.id}`, token, 'DELETE')).status).toBe(204)
    expect((await one('/v3/subscriptions', token)).body.meta.totalCount).toBe(body.meta.totalCount)
  })
  it.each(faultIds)('$id answers $status, in each of the three ids and in the path', async ({ id, status }) => {
    const token = 'sandbox-faults'
    const answers = [
      ...['webhookId', 'userId', 'vehicleId'].map((part) => create({ ...subscriptionKey(), [part]: id }, token)),
      one(`/v3/subscriptions/${id}`, token),
      one(`/v3/subscriptions/${id}`, token, 'DELETE'),
    ]
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual(answers.map(() => status))
  })
})

describe('2.6 and 4.2, every signal', () => {
  const values = (row: number, code: string, query = '') =>
    sandbox.ask(`/v3/vehicles/${fleet.vehicleId(row)}/signals/${code}/values${query}`)
  it('there are 93', () => expect(Object.keys(signalShapes)).toHaveLength(93))
  it.each(Object.keys(signalShapes))('%s: records, pages in the other dialect, no order', async (code) => {
    const { status, body } = await values(0, code, '?pageSize=20')
    expect(status).toBe(200)
    expect(read(signals.values.response, body).differences).toEqual([])
    expect(Object.keys(body.meta)).toEqual(['pageNumber', 'pageSize', 'totalCount'])
    expect(body.data.length).toBeGreaterThan(0)
    expect(await values(0, code, '?pageSize=20')).toMatchObject({ body })
    if (body.meta.totalCount > 20) expect(body.links.next).toMatch(/\?page=2&pageSize=20$/)
  })
  it('door-like records have exactly the fields of section 2.6', async () => {
    const { body } = await values(0, 'closure-doors')
    expect(body.data).toHaveLength(4)
    for (const door of body.data) expect(read(DoorValue, door)).toEqual({ value: door, differences: [] })
  })
  it('some values are null, some signals in error, some vehicles were never fed', async () => {
    const { body } = await values(0, 'tractionbattery-stateofcharge', '?pageSize=100')
    expect(body.data.some(({ value }: { value: number | null }) => value === null)).toBe(true)
    const kinds = new Set<string>()
    for (let row = 50; row < 250; row += 1) {
      const { body: one } = await values(row, 'odometer-traveleddistance', '?pageSize=1')
      kinds.add(one.meta.totalCount === 0 ? 'never fed' : one.data[0].status ? 'in error' : 'fed')
    }
    expect([...kinds].toSorted()).toEqual(['fed', 'in error', 'never fed'])
  })
  it('an odometer only ever grows', async () => {
    const { body } = await values(0, 'odometer-traveleddistance', '?pageSize=100')
    const known = body.data.flatMap(({ value }: { value: number | null }) => value ?? [])
    expect(known).toEqual(known.toSorted((a: number, b: number) => b - a))
  })
  it('the last page and beyond', async () => {
    expect((await values(0, 'odometer-traveleddistance', '?page=400')).body.links.next).toBeNull()
    expect((await values(0, 'odometer-traveleddistance', '?page=401')).body.data).toEqual([])
    for (const query of ['?page=0', '?pageSize=101', '?page=x'])
      expect((await values(0, 'charge-voltage', query)).status).toBe(400)
  })
})
