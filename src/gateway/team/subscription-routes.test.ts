/** The history of subscriptions: the server notes what passes through it, operators add, and notes wait for the store. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TeamSubscriptions } from '../../api/team-subscriptions'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { createDouble } from './team-harness'

const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const as = (roles: string, user = 'ann', more = {}) => ({
  headers: { 'x-remote-user': user, 'x-remote-roles': roles, 'content-type': 'application/json', ...more },
})
const PATH = '/team/subscriptions'
const API = '/api/management/v3/subscriptions'
const three = { webhookId: 'w-1', userId: 'u-1', vehicleId: 'v-1' }
const shown = {
  data: {
    ...{ type: 'subscription', id: 's 1', links: { self: '/' }, meta: { createdAt: '2026-01-01T00:00:00Z' } },
    attributes: { vehicle: {} },
    relationships: {
      webhook: { data: { type: 'webhook', id: 'w-1' } },
      user: { data: { type: 'user', id: 'u-1' } },
      vehicle: { data: { type: 'vehicle', id: 'v-1' } },
    },
  },
}
const double = createDouble()
/** What the provider does next: a status, or nothing more of its connection. */
let answer: number | 'cut' | 'already' = 200
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway

beforeAll(async () => {
  host = await startHost((req, res) => {
    if (answer === 'cut') return void req.socket.destroy()
    const status = answer === 'already' ? 409 : answer
    const errors = answer === 'already' ? [{ status: '409', code: 'ALREADY_SUBSCRIBED' }] : []
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(status === 204 ? undefined : JSON.stringify(status < 300 ? shown : { errors }))
  })
  const { address } = host
  gateway = await startTestGateway(
    { vehicleData: address, vehicle: address, management: address },
    { ACCESS_TOKEN: 'canary-own', ...proxy },
    undefined,
    { store: double.source },
  )
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'))
})
beforeEach(() => {
  double.asked.length = 0
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

/** What was noted since, without its time. */
async function noted(): Promise<unknown[]> {
  await gateway.ask(PATH, as('viewer'))
  const facts = double.asked.flatMap(([what, ...rest]) => (what === 'note' ? rest : []))
  return facts.map((fact) => {
    const { at, ...rest } = fact as { at: Date } // as it was noted
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
    return rest
  })
}
const create = (init = as('operator'), body: object = { data: { attributes: three } }) =>
  gateway.ask(API, { method: 'POST', body: JSON.stringify(body), ...init })
const one = (method: 'GET' | 'DELETE', id = 's%201', init = as('operator')) =>
  gateway.ask(`${API}/${id}`, { method, ...init })
const byAnn = { by: 'ann', isTold: false }

describe('what passes through the server', () => {
  it.each([
    [202, 'accepted'],
    [200, 'accepted'],
    [502, 'unknown'],
    [504, 'unknown'],
    ['cut', 'unknown'],
    [400, undefined],
    [409, undefined],
    [500, undefined],
  ] as const)('a creation that ends with %s is %s', async (status, state) => {
    answer = status
    await create()
    expect(await noted()).toEqual(state ? [{ ...three, state, ...byAnn }] : [])
  })
  it('a creation that is refused because the subscription exists is noted as such, and the response is passed on', async () => {
    answer = 'already'
    const response = await create()
    expect([response.status, await response.json()]).toEqual([
      409,
      { errors: [{ status: '409', code: 'ALREADY_SUBSCRIBED' }] },
    ])
    expect(await noted()).toEqual([{ ...three, state: 'accepted', isExisting: true, ...byAnn }])
  })
  it.each([
    [204, 'removed'],
    [200, 'removed'],
    [404, 'not found'],
    ['cut', 'unknown'],
    [403, undefined],
  ] as const)('a removal that ends with %s is %s', async (status, state) => {
    answer = status
    await one('DELETE')
    expect(await noted()).toEqual(state ? [{ subscriptionId: 's 1', state, ...byAnn }] : [])
  })
  it('a read names what it ties together, and when it was created; its answer is as it was', async () => {
    answer = 200
    const response = await one('GET')
    expect(await response.json()).toEqual(shown)
    const createdAt = new Date('2026-01-01T00:00:00Z')
    expect(await noted()).toEqual([{ ...three, subscriptionId: 's 1', createdAt, state: 'present', ...byAnn }])
  })
  it.each([
    [404, [{ subscriptionId: 's-2', state: 'not found', ...byAnn }]],
    [500, []],
    ['cut', []],
  ] as const)('a read that ends with %s', async (status, facts) => {
    answer = status
    await one('GET', 's-2')
    expect(await noted()).toEqual(facts)
  })
  it('a read whose body is none is a sighting all the same', async () => {
    answer = 204
    expect((await one('GET', 's-3')).status).toBe(204)
    expect(await noted()).toMatchObject([{ subscriptionId: 's-3', state: 'present' }])
  })
  it('with a browser’s own token is another account’s', async () => {
    const { headers } = await gateway.ask('/session', {
      ...{ method: 'POST', body: JSON.stringify({ version3: 'canary-other' }) },
      ...as('operator'),
    })
    const other = as('operator', 'ann', { cookie: cookieOf(headers.getSetCookie()) })
    answer = 202
    expect((await create(other)).status).toBe(202)
    answer = 200
    expect((await one('GET', 's-4', other)).status).toBe(200)
    expect(await noted()).toEqual([])
    expect((await gateway.ask(PATH, { ...other, method: 'POST', body: told([entry]) })).status).toBe(200)
    expect(await (await gateway.ask(PATH, other)).json()).toMatchObject({ rows: [] })
    expect(await noted()).toEqual([])
  })
})

const entry = {
  subscriptionId: 's-9',
  state: 'present',
  at: '2026-01-02T00:00:00.000Z',
  since: '2026-01-01T00:00:00.000Z',
}
const told = (subscriptions: unknown) => JSON.stringify({ subscriptions })
const tell = (body: string, init = as('operator', 'eve')) => gateway.ask(PATH, { method: 'POST', body, ...init })

describe('the history', () => {
  it('is read by whoever may read, with filters, as the contract says', async () => {
    const response = await gateway.ask(
      `${PATH}?state=id%20unknown&webhook=w&user=u&vehicle=v&q=s&limit=2&after=abc`,
      as('viewer'),
    )
    expect(TeamSubscriptions.safeParse(await response.json())).toMatchObject({ success: true })
    expect(double.asked.filter(([what]) => what !== 'state')).toEqual([
      ['subscriptions', { state: 'id unknown', webhook: 'w', user: 'u', vehicle: 'v', q: 's', limit: 2, after: 'abc' }],
    ])
    for (const wrong of ['state=void', 'sort=name', 'mode=live', 'limit=201', 'q=%00'])
      expect(await codeOf(await gateway.ask(`${PATH}?${wrong}`, as('viewer')))).toBe('400 GATEWAY BAD_REQUEST')
    expect(await codeOf(await gateway.ask(PATH, as('stranger')))).toMatch(/^403/)
  })
  it('is a file of all that matches for whoever may read', async () => {
    const response = await gateway.ask(`${PATH}/file?format=json&state=present&webhook=w&q=s`, as('viewer'))
    expect(await response.json()).toMatchObject({ filter: { state: 'present', webhook: 'w', q: 's' }, rows: [] })
    expect(double.asked.filter(([what]) => what === 'subscriptions')).toEqual([
      ['subscriptions', { state: 'present', webhook: 'w', q: 's', limit: 200, after: undefined }],
    ])
    for (const wrong of ['', 'format=pdf', 'format=csv&limit=2', 'format=csv&after=abc', 'format=csv&state=void'])
      expect(await codeOf(await gateway.ask(`${PATH}/file?${wrong}`, as('viewer')))).toBe('400 GATEWAY BAD_REQUEST')
  })
  it('is on record with who and how many, or with the IDs of the only one', async () => {
    gateway.events.length = 0
    await tell(told([entry, entry]))
    await tell(told([entry]))
    const common = { event: 'subscriptions added', operator: 'eve', client: '127.0.0.1' }
    const lines = gateway.events.map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { ...common, count: 2 },
      { ...common, count: 1, subscriptionId: entry.subscriptionId },
    ])
    expect(lines[0]).not.toHaveProperty('subscriptionId')
  })
  it('takes no additions of a viewer', async () => {
    expect(await codeOf(await tell(told([entry]), as('viewer', 'eve')))).toBe('403 GATEWAY ROLE')
    expect(double.asked).toEqual([])
  })
  it('is added to by operators, in their name, and no later than now', async () => {
    const late = { ...entry, ...three, at: '2999-01-01T00:00:00.000Z' }
    expect(await (await tell(told([entry, late]))).json()).toEqual({ told: 2 })
    const [, first, second] = double.asked.find(([what]) => what === 'note') ?? []
    const [at, since] = [new Date(entry.at), new Date(entry.since)]
    expect(first).toEqual({ subscriptionId: 's-9', state: 'present', at, since, by: 'eve', isTold: true })
    expect(second).toMatchObject({ ...three, since, by: 'eve', isTold: true })
    expect(Math.abs((second as { at: Date }).at.getTime() - Date.now())).toBeLessThan(60_000) // as above
  })
  it.each([
    ['nothing', told([])],
    ['too many', told(Array.from({ length: 201 }, () => entry))],
    ['what nothing names', told([{ ...entry, subscriptionId: undefined, webhookId: 'w', userId: 'u' }])],
    ['a state of another kind', told([{ ...entry, state: 'void' }])],
    ['a time that is none', told([{ ...entry, at: 'yesterday' }])],
    ['a NUL', told([{ ...entry, subscriptionId: 'a\0b' }])],
    ['half a character', told([{ ...entry, subscriptionId: '\ud800' }])],
    ['more than it takes', told([{ ...entry, by: 'bob' }])],
    ['another name', JSON.stringify({ rows: [entry] })],
    ['no JSON', '{'],
  ])('is not told %s', async (_, body) => {
    expect(await codeOf(await tell(body))).toBe('400 GATEWAY BAD_REQUEST')
    expect(double.asked).toEqual([])
  })
  it('is told nothing by another page, or by who may not read', async () => {
    expect(await codeOf(await tell(told([entry]), as('stranger')))).toMatch(/^403/)
    expect(await codeOf(await tell(told([entry]), as('operator', 'eve', { 'sec-fetch-site': 'cross-site' })))).toBe(
      '403 GATEWAY FOREIGN_ORIGIN',
    )
    expect(double.asked).toEqual([])
  })
})

describe('while the store is away', () => {
  afterEach(() => double.fail(undefined))
  it('what passes through waits for it, and nobody is told that it was kept', async () => {
    double.fail('unavailable')
    answer = 202
    expect((await create()).status).toBe(202)
    answer = 204
    expect((await one('DELETE', 's-5')).status).toBe(204)
    expect(await codeOf(await gateway.ask(PATH, as('viewer')))).toBe('503 GATEWAY STORE_UNAVAILABLE')
    expect(await codeOf(await tell(told([entry])))).toBe('503 GATEWAY STORE_UNAVAILABLE')
    // With the role that the viewer has now.
    expect(await gateway.app.metrics.text()).toMatch(/forecourt_store_waiting_notes 3\n/)
    double.asked.length = 0
    double.fail(undefined)
    await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), 10_000)
    await vi.waitFor(() => expect(double.asked.filter(([what]) => what === 'note')).toHaveLength(2))
    expect(await noted()).toEqual([
      { ...three, state: 'accepted', ...byAnn },
      { subscriptionId: 's-5', state: 'removed', ...byAnn },
    ])
    expect(gateway.faults.join()).not.toContain('canary')
  })
})
