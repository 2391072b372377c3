/** One change of each target at a time, at two servers of one PostgreSQL. At one alone `clicks.ts` keeps to it. */
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../../store/harness'
import type { Store } from '../../store/store'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { readEnvironment } from '../settings/environment'
import { storeSource } from './store-source'

/** Of the hook: a database begins beside other tests that keep the processor busy. */
const BUSY_MS = 20_000

let database: Awaited<ReturnType<typeof createDatabase>>
let host: Awaited<ReturnType<typeof startHost>>
let first: TestGateway
let second: TestGateway
/** Changes that the host has received and not answered. */
const held: ServerResponse[] = []

/** How many times a server has looked for the change of a target that is being sent. */
let looks = 0
const counted = (store: Store): Store => ({
  ...store,
  async query(sql, parameters) {
    const rows = await store.query(sql, parameters)
    if (/target = \$2 AND status IS NULL/.test(sql)) looks += 1
    return rows
  },
})

beforeAll(async () => {
  database = await createDatabase()
  host = await startHost((request, response) => {
    if (request.method === 'GET') response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    else held.push(response)
  })
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const start = () => {
    const env = { ACCESS_TOKEN: 'configured', DATABASE_URL: database.url, SESSION_SECRET: 's'.repeat(40) }
    const source = storeSource(readEnvironment(env)) ?? expect.fail('there is no store')
    const open: typeof source.open = async (...given) => counted(await source.open(...given))
    return startTestGateway(hosts, env, undefined, { store: { ...source, open } })
  }
  ;[first, second] = await Promise.all([start(), start()])
  const isReady = () => expect([first, second].map(({ app }) => app.team.state())).toEqual(['ready', 'ready'])
  await vi.waitFor(isReady, BUSY_MS)
}, BUSY_MS)
afterEach(() => {
  host.requests.length = 0
  held.length = 0
  looks = 0
})
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  host.close()
  await database.remove()
})

const changes = () => host.requests.filter(({ method }) => method !== 'GET')
const clicked = (click: string | undefined, headers: Record<string, string> = {}) =>
  ({ headers: { ...(click && { 'x-forecourt-click': click }), ...headers } }) satisfies RequestInit
const remove = (gateway: TestGateway, id: string, click?: string, headers?: Record<string, string>) =>
  gateway.ask(`/api/vehicle/v3/connections/${id}`, { method: 'DELETE', ...clicked(click, headers) })
const subscribe = (gateway: TestGateway, vehicleId: string, click: string) => {
  const body = JSON.stringify({ data: { attributes: { webhookId: 'w-1', userId: 'u-1', vehicleId } } })
  return gateway.ask('/api/management/v3/subscriptions', { method: 'POST', body, ...clicked(click) })
}
async function end(status: number, count = 1): Promise<void> {
  await vi.waitFor(() => expect(held).toHaveLength(count), BUSY_MS)
  for (const response of held) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
}
/** Until a click waits for the change of its target. */
const untilWaiting = () => vi.waitFor(() => expect(looks).toBe(1), BUSY_MS)

describe('a target', () => {
  it.each(['click-second', undefined])('that is being removed is not removed by a second click (%s)', async (click) => {
    const id = `c-${click}`
    const removed = remove(first, id, `first-${click}`)
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const repeat = remove(second, id, click)
    await untilWaiting()
    await end(204)
    expect((await removed).status).toBe(204)
    const repeated = await repeat
    expect(await codeOf(repeated.clone())).toBe('409 GATEWAY REPEATED')
    const error = { first: 204, detail: expect.stringMatching(/another click/) }
    expect(await repeated.json()).toMatchObject({ errors: [error] })
    expect(changes()).toHaveLength(1)
  })
  it('is the same in every spelling of its ID', async () => {
    const id = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
    const removed = remove(first, id, 'click-lower')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const repeat = remove(second, id.toUpperCase().replace('A', '%41'), 'click-upper')
    await untilWaiting()
    await end(404)
    expect((await removed).status).toBe(404)
    expect(await (await repeat).json()).toMatchObject({ errors: [{ first: 404 }] })
    expect(changes()).toHaveLength(1)
  })
  it('is a webhook, user and vehicle', async () => {
    const created = subscribe(first, 'v', 'click-create')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const repeat = subscribe(second, 'v', 'click-again')
    await untilWaiting()
    const other = subscribe(second, 'v-other', 'click-other')
    await end(202, 2)
    expect([(await created).status, (await other).status]).toEqual([202, 202])
    expect(await (await repeat).json()).toMatchObject({ errors: [{ code: 'REPEATED', first: 202 }] })
    expect(changes()).toHaveLength(2)
  })
  it('of another account is another target', async () => {
    const id = 'c-account'
    const sent = await second.ask('/session', { method: 'POST', body: '{"version3":"an-added-token"}' })
    const cookie = sent.headers
      .getSetCookie()
      .map((one) => one.replace(/;.*/, ''))
      .join('; ')
    const all = [remove(first, id, 'click-own'), remove(second, id, 'click-added', { cookie })]
    await end(204, 2)
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([204, 204])
    expect(
      changes()
        .map(({ headers }) => headers.authorization)
        .toSorted(),
    ).toEqual(['Bearer an-added-token', 'Bearer configured'])
  })
  it('can be removed again once the first change has its outcome', async () => {
    const id = 'c-later'
    const removed = remove(first, id, 'click-once')
    await end(500)
    expect((await removed).status).toBe(500)
    held.length = 0
    const again = remove(first, id, 'click-anew')
    await end(204)
    expect((await again).status).toBe(204)
    expect(changes()).toHaveLength(2)
  })
})
