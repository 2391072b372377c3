/** `/team/views`: what it takes and gives, whose a view is, who may share one, and what is said while there is no store. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { TeamViews } from '../../api/team-views'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { createDouble } from './team-harness'

const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const as = (roles: string, user = 'ann', more = {}) => ({
  headers: { 'x-remote-user': user, 'x-remote-roles': roles, ...more },
})
type Init = ReturnType<typeof as>
const view = { name: 'Old cars', address: '/vehicles?sort=changed', isShared: false }
const double = createDouble()
let host: Awaited<ReturnType<typeof startHost>>
let hosts: Record<'vehicleData' | 'vehicle' | 'management', string>
let gateway: TestGateway
const ready = (one: TestGateway) => vi.waitFor(() => expect(one.app.team.state()).toBe('ready'))

beforeAll(async () => {
  host = await startHost((_, res) => res.writeHead(204).end())
  hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const own = { ACCESS_TOKEN: 'canary-own', READ_ONLY: '1', ...proxy }
  gateway = await startTestGateway(hosts, own, undefined, { store: double.source })
  await ready(gateway)
})
const save = (init: Init, more: object = {}, to = gateway) =>
  to.ask('/team/views', { method: 'POST', body: JSON.stringify({ ...view, ...more }), ...init })
const list = async (init: Init, from = gateway) =>
  TeamViews.parse(await (await from.ask('/team/views', init)).json()).views
const remove = (init: Init, id: string) => gateway.ask(`/team/views/${id}`, { method: 'DELETE', ...init })
const detailOf = async (response: Response) =>
  ((await response.json()) as { errors: { detail: string }[] }).errors[0]?.detail
beforeEach(async () => {
  for (const user of ['ann', 'bob'])
    for (const { id, isOwn } of await list(as('viewer', user))) if (isOwn) await remove(as('viewer', user), id)
  double.asked.length = 0
})
afterEach(() => {
  double.fail(undefined)
  double.refuseViews(undefined)
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

it('a viewer keeps their own on a server that is read-only, by the sign-in’s subject', async () => {
  const response = await save(as('viewer'))
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const [saved] = TeamViews.parse(await response.json()).views
  expect(saved).toMatchObject({ ...view, isOwn: true, owner: 'ann' })
  expect(await list(as('viewer'))).toEqual([saved])
  expect(await list(as('operator', 'bob'))).toEqual([])
  expect(host.requests).toEqual([])
})
it('sharing takes the operator role, and what is shared is seen by every reader with whose it is', async () => {
  const refused = await save(as('reader'), { isShared: true })
  expect(await codeOf(refused.clone())).toBe('403 GATEWAY ROLE')
  expect(await detailOf(refused)).toContain('Sharing a view requires the operator role.')
  expect(double.asked).toEqual([])
  expect((await save(as('operator'), { isShared: true })).status).toBe(200)
  expect(await list(as('viewer', 'bob'))).toMatchObject([{ name: view.name, isOwn: false, owner: 'ann' }])
})
it('nobody changes or deletes another’s, whatever their role', async () => {
  await save(as('operator'), { isShared: true })
  const [{ id } = expect.fail('nothing was saved')] = await list(as('viewer'))
  await save(as('operator', 'bob'), { address: '/webhooks' })
  expect(await codeOf(await remove(as('operator', 'bob'), id))).toBe('400 GATEWAY BAD_REQUEST')
  expect(await list(as('viewer'))).toMatchObject([{ id, address: view.address }])
  expect((await remove(as('viewer'), id)).status).toBe(200)
  expect(await list(as('viewer', 'bob'))).toMatchObject([{ isOwn: true, address: '/webhooks' }])
})
it('the record says who shares which view, who no longer does and who deletes it, and nothing of one’s own', async () => {
  const recorded = async (act: () => Promise<unknown>) => {
    gateway.events.length = 0
    await act()
    return gateway.events.map((line) => JSON.parse(line))
  }
  const who = { operator: 'ann', subject: 'ann', client: '127.0.0.1' }
  const what = { view: view.name, address: view.address }
  const own = { source: 'configured', fingerprint: expect.stringMatching(/^[\w-]{16}$/) }
  expect(await recorded(() => save(as('viewer')))).toEqual([])
  for (const [event, isShared] of [
    ['view shared', true],
    ['view shared', true],
    ['view unshared', false],
  ] as const)
    expect(await recorded(() => save(as('operator'), { isShared }))).toMatchObject([
      { event, ...who, ...what, credential: own },
    ])
  expect(await recorded(() => save(as('operator')))).toEqual([])
  await save(as('operator'), { isShared: true })
  const [{ id } = expect.fail('nothing was saved')] = await list(as('operator'))
  expect(await recorded(() => remove(as('operator', 'bob'), id))).toEqual([])
  expect(await recorded(() => remove(as('operator'), id))).toMatchObject([
    { event: 'shared view deleted', ...who, ...what },
  ])
  await save(as('operator'))
  const [{ id: other } = expect.fail('nothing was saved')] = await list(as('operator'))
  expect(await recorded(() => remove(as('operator'), other))).toEqual([])
})
it.each([
  { address: 'https://evil.example/' },
  { address: '//evil.example' },
  { address: '/\\evil.example' },
  { address: 'javascript:alert(1)' },
  { address: '/api/vehicle/v3/connections' },
  { address: '/team/views' },
  { name: '' },
  { name: 'x'.repeat(81) },
  { name: 'a\0b' },
  { isShared: 'yes' },
  { subject: 'bob' },
])('%j is no view', async (more) => {
  expect(await codeOf(await save(as('operator'), more))).toBe('400 GATEWAY BAD_REQUEST')
  expect(double.asked).toEqual([])
})
it.each(['1', 'x', '../makes', '00000000-0000-4000-8000-000000000001'])('none has the ID %s', async (id) => {
  expect(await codeOf(await remove(as('operator'), encodeURIComponent(id)))).toBe('400 GATEWAY BAD_REQUEST')
})
it('says where the limit is reached', async () => {
  double.refuseViews('full shared')
  const response = await save(as('operator'), { isShared: true })
  expect(await codeOf(response.clone())).toBe('400 GATEWAY BAD_REQUEST')
  expect(await detailOf(response)).toBe('The limit is 500 shared views of all owners. Save it as your own.')
})
it('a browser with another token has its own, and one without a role none', async () => {
  await save(as('operator'), { isShared: true })
  const { headers } = await gateway.ask('/session', {
    ...{ method: 'POST', body: JSON.stringify({ version3: 'canary-other' }) },
    ...as('operator', 'bob'),
  })
  const other = as('operator', 'bob', { cookie: cookieOf(headers.getSetCookie()) })
  double.asked.length = 0
  expect(await list(other)).toEqual([])
  expect((await save(other, { name: 'Of another account' })).status).toBe(200)
  expect(await codeOf(await remove(other, 'x'))).toBe('400 GATEWAY BAD_REQUEST')
  for (const response of [await gateway.ask('/team/views', as('none')), await save(as('none'))])
    expect(await codeOf(response)).toBe('403 GATEWAY NO_ROLE')
  expect(double.asked).toEqual([])
})
it('without sign-in all are one owner, and isShared changes nothing', async () => {
  const open = createDouble()
  const one = await startTestGateway(hosts, { ACCESS_TOKEN: 'canary-own' }, undefined, { store: open.source })
  await ready(one)
  const saved = []
  for (const isShared of [true, false]) {
    expect((await save({ headers: as('').headers }, { isShared }, one)).status).toBe(200)
    saved.push((await list({ headers: as('viewer', 'bob').headers }, one)).map(({ id: _, ...rest }) => rest))
  }
  expect(saved[0]).toMatchObject([{ isOwn: true, isShared: true, owner: null }])
  expect(saved[1]).toEqual(saved[0])
  await one.close()
})
it('a store that is away is said, and nothing is lost', async () => {
  await save(as('viewer'))
  double.fail('unavailable')
  for (const response of [
    await gateway.ask('/team/views', as('viewer')),
    await save(as('viewer'), { name: 'Another' }),
  ])
    expect(await codeOf(response)).toBe('503 GATEWAY STORE_UNAVAILABLE')
  double.fail(undefined)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), 10_000)
  expect(await list(as('viewer'))).toMatchObject([view])
})
