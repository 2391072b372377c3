/** The sandbox against the interface, section by section, through the handler without sockets. */
import { describe, expect, it } from 'vitest'
import { connections } from '../api/connections'
import { faultIds, faultTokens } from '../api/faults.data'
import { ErrorBody } from '../api/json-api'
import { read } from '../api/read'
import { signals } from '../api/signals'
import { webhooks } from '../api/webhooks'
import { faultsOf } from './faults'
import { BIG_USER_EXTERNAL_ID, createFleet } from './fleet'
import { awkwardExternalIds } from './fleet.data'
import { errorWords, testSandbox } from './harness'
import { createWorlds, IDLE_MS, MOST_WORLDS } from './world'

const sandbox = testSandbox()
const list = (query = '', token?: string) =>
  sandbox.ask(`/v3/connections${query}`, token === undefined ? {} : { token })

describe('2.2 and 2.5, connections in their envelope', () => {
  it('is what the contract reads without a difference, page after page', async () => {
    for (const query of ['', '?page[number]=250', '?page[size]=100', '?filter[vehicle.mode]=simulated']) {
      const { status, body } = await list(query)
      expect(status).toBe(200)
      expect(read(connections.list.response, body).differences).toEqual([])
    }
  })
  it('defaults: page 1 of 10, ordered by createdAt DESC, null before the first', async () => {
    const { body } = await list()
    expect(body.data).toHaveLength(10)
    expect(body.meta).toEqual({
      pageNumber: 1,
      pageSize: 10,
      totalCount: 2500,
      orderBy: 'createdAt',
      orderDirection: 'DESC',
    })
    expect(body.links.prev).toBeNull()
    expect(body.links.next).toBe('/v3/connections?page[number]=2&page[size]=10')
    expect(body.links.last).toBe('/v3/connections?page[number]=250&page[size]=10')
    const times = (await list('?page[size]=100')).body.data.map(
      ({ meta }: { meta: { createdAt: string } }) => meta.createdAt,
    )
    expect(times).toEqual(times.toSorted().toReversed())
  })
  it('every page holds others, and all of them together everything', async () => {
    const ids = new Set<string>()
    for (let page = 1; page <= 25; page += 1) {
      for (const { id } of (await list(`?page[number]=${page}&page[size]=100`)).body.data) ids.add(id)
    }
    expect(ids.size).toBe(2500)
  })
  it('the last page has no next, and beyond it nothing', async () => {
    expect((await list('?page[number]=250')).body.links.next).toBeNull()
    const { status, body } = await list('?page[number]=251')
    expect([status, body.data, body.meta.totalCount, body.links.prev]).toEqual([
      200,
      [],
      2500,
      '/v3/connections?page[number]=250&page[size]=10',
    ])
    const empty = await list('?filter[userId]=nobody')
    expect([empty.body.data, empty.body.links.last]).toEqual([[], '/v3/connections?page[number]=1&page[size]=10'])
  })
  it.each([
    'page[number]=0',
    'page[number]=-1',
    'page[number]=x',
    'page[size]=0',
    'page[size]=101',
    'page[size]=1e1',
    'filter[vehicle.mode]=sideways',
  ])('%s is a 400', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400)
  })
})

describe('4.2, filters', () => {
  it.each(awkwardExternalIds)('by the external id %s: twelve connections of one user', async (externalId) => {
    const { body } = await list(
      `?filter[user.externalId]=${encodeURIComponent(externalId)}&page[size]=5&page[number]=2`,
    )
    expect(body.meta.totalCount).toBe(12)
    expect(body.data).toHaveLength(5)
    expect(
      new Set(body.data.map((row: { attributes: { user: { externalId: string } } }) => row.attributes.user.externalId)),
    ).toEqual(new Set([externalId]))
    expect(body.links.next).not.toContain('filter')
  })
  it('by user, by vehicle, by mode, and all together', async () => {
    const [first] = (await list(`?filter[user.externalId]=${BIG_USER_EXTERNAL_ID}`)).body.data
    const user = first.relationships.user.data.id
    const vehicle = first.relationships.vehicle.data.id
    expect((await list(`?filter[userId]=${user}`)).body.meta.totalCount).toBe(7)
    expect((await list(`?filter[userId]=${user}&filter[vehicle.mode]=simulated`)).body.meta.totalCount).toBe(2)
    const both = (await list(`?filter[userId]=${user}&filter[vehicleId]=${vehicle}&filter[vehicle.mode]=live`)).body
    expect(both.data.map(({ id }: { id: string }) => id)).toEqual([first.id])
    const [live, simulated] = [await list('?filter[vehicle.mode]=live'), await list('?filter[vehicle.mode]=simulated')]
    expect(live.body.meta.totalCount + simulated.body.meta.totalCount).toBe(2500)
  })
  it('a token may list live connections only', async () => {
    const live = (await list('?filter[vehicle.mode]=live')).body.meta.totalCount
    expect((await list('', 'sandbox-live-only')).body.meta.totalCount).toBe(live)
  })
})

describe('4.2, one connection and removals', () => {
  it('read, removed, gone: only in its own world', async () => {
    const { id } = (await list()).body.data[0]
    const token = 'sandbox-removal'
    expect((await sandbox.ask(`/v3/connections/${id}`, { token })).body.data.id).toBe(id)
    const removed = await sandbox.ask(`/v3/connections/${id}`, { token, method: 'DELETE' })
    expect([removed.status, removed.body]).toEqual([204, undefined])
    expect((await sandbox.ask(`/v3/connections/${id}`, { token })).status).toBe(404)
    expect((await sandbox.ask(`/v3/connections/${id}`, { token, method: 'DELETE' })).status).toBe(404)
    expect((await list('', token)).body.meta.totalCount).toBe(2499)
    expect((await list()).body.meta.totalCount).toBe(2500)
  })
  it('a removed user takes all connections along', async () => {
    const token = 'sandbox-purge'
    const filter = `?filter[user.externalId]=${BIG_USER_EXTERNAL_ID}`
    const [{ relationships, id }] = (await list(filter, token)).body.data
    const path = `/v3/users/${relationships.user.data.id}`
    expect((await sandbox.ask(path, { token, method: 'DELETE' })).status).toBe(204)
    expect((await list(filter, token)).body.meta.totalCount).toBe(0)
    expect((await sandbox.ask(`/v3/connections/${id}`, { token })).status).toBe(404)
    expect((await sandbox.ask(path, { token, method: 'DELETE' })).status).toBe(404)
  })
})

describe('2.6 and 4.2, signal values', () => {
  it('a door-like and a numeric one, in the other dialect, without an order', async () => {
    const vehicle = (await list()).body.data[0].relationships.vehicle.data.id
    for (const [code, total] of [
      ['closure-doors', 4],
      ['odometer-traveleddistance', 4000],
    ] as const) {
      const { body } = await sandbox.ask(`/v3/vehicles/${vehicle}/signals/${code}/values?page=1&pageSize=2`)
      expect(read(signals.values.response, body).differences).toEqual([])
      expect(body.meta).toEqual({ pageNumber: 1, pageSize: 2, totalCount: total })
      expect(body.links.next).toBe(`/v3/vehicles/${vehicle}/signals/${code}/values?page=2&pageSize=2`)
    }
    const { body } = await sandbox.ask(`/v3/vehicles/${vehicle}/signals/closure-doors/values`)
    for (const door of body.data) expect(Object.keys(door)).toEqual(['row', 'column', 'isOpen', 'isLocked'])
    expect((await sandbox.ask(`/v3/vehicles/${vehicle}/signals/nope/values`)).status).toBe(404)
    expect((await sandbox.ask('/v3/vehicles/nope/signals/closure-doors/values')).status).toBe(404)
  })
})

describe('2.3 and 4.3, webhooks', () => {
  const ask = (query = '') => sandbox.ask(`/v3/webhooks${query}`, { host: 'management' })
  it('filters: name and callback partial and without case, the two booleans', async () => {
    const { body } = await ask()
    expect(read(webhooks.list.response, body).differences).toEqual([])
    const names = async (query: string) =>
      (await ask(query)).body.data.map((one: { attributes: { name: string } }) => one.attributes.name)
    expect(await names('?filter[name]=CHARGING')).toEqual(['Charging sessions'])
    expect(await names('?filter[callbackUri]=HTTP://LEGACY')).toEqual(['Legacy importer'])
    const [on, off] = [await names('?filter[isEnabled]=true'), await names('?filter[isEnabled]=false')]
    expect(on.length + off.length).toBe(body.meta.totalCount)
    expect(await names('?filter[isEnabled]=false&filter[autoSubscribe]=true')).toEqual(['Staging'])
    expect((await ask(`/${body.data[0].id}`)).body.data).toEqual(body.data[0])
    expect((await ask('/nope')).status).toBe(404)
  })
  it.each([
    ['page[size]=0', { pageSize: 1 }],
    ['page[size]=101', { pageSize: 100 }],
    ['page[number]=0', { pageNumber: 1 }],
    ['filter[isEnabled]=maybe', { totalCount: 14 }],
  ])('%s is mended: section 7 has no 400 for this list', async (query, meta) => {
    const { status, body } = await ask(`?${query}`)
    expect(status).toBe(200)
    expect(body.meta).toMatchObject(meta)
  })
})

describe('5, authentication', () => {
  it.each([null, 'wrong', 'sandbox-', 'Sandbox-x'])('the token %j is a 401', async (token) => {
    const { status, body } = await sandbox.ask('/v3/connections', { token })
    expect([status, body.errors[0].code]).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('7, errors', () => {
  it.each(Object.entries(errorWords))('%s by a typed token, to the letter', async (status, [type, code, title]) => {
    const { body, status: answered } = await list('', `sandbox-status-${status}:letter`)
    expect(answered).toBe(Number(status))
    expect(read(ErrorBody(), body).differences).toEqual([])
    expect(body).toEqual({
      errors: [
        {
          status,
          type,
          code,
          title,
          detail: expect.any(String),
          links: { about: expect.stringMatching(/^https:\/\/docs\.test\//) },
        },
      ],
    })
  })
  it.each(faultIds)('$id answers $status wherever an id can stand', async ({ id, status }) => {
    const calls = [
      sandbox.ask(`/v3/connections/${id}`),
      sandbox.ask(`/v3/connections/${id}`, { method: 'DELETE' }),
      sandbox.ask(`/v3/users/${id}`, { method: 'DELETE' }),
      sandbox.ask(`/v3/webhooks/${id}`, { host: 'management' }),
      sandbox.ask(`/v3/vehicles/${id}/signals/closure-doors/values`),
      list(`?filter[userId]=${id}`),
    ]
    expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(calls.map(() => status))
  })
  it('every status of every operation of connections and users is reachable by a token', async () => {
    for (const status of connections.list.errors) {
      const token = `sandbox-status-${status}`
      for (const [target, method] of [
        ['/v3/connections', 'GET'],
        ['/v3/connections/x', 'GET'],
        ['/v3/connections/x', 'DELETE'],
        ['/v3/users/x', 'DELETE'],
      ] as const) {
        expect((await sandbox.ask(target, { token, method })).status).toBe(status)
      }
    }
  })
  it('429 says when to try again', async () => {
    expect((await list('', 'sandbox-status-429')).headers.get('retry-after')).toBe('2')
  })
  it('an unknown address is a 404', async () => {
    expect((await sandbox.ask('/v3/nothing')).status).toBe(404)
  })
})

describe('faults', () => {
  it.each(faultTokens.map(([token]) => token))('%s means one', (token) => {
    expect(Object.keys(faultsOf(token))).toHaveLength(1)
    expect(faultsOf(`${token}:a-world`)).toEqual(faultsOf(token))
  })
  it('a page past the end is a 404, on every list', async () => {
    const token = 'sandbox-page-404:x'
    expect((await list('?page[number]=250&page[size]=10', token)).status).toBe(200)
    const { status, body } = await list('?page[number]=251&page[size]=10', token)
    expect([status, body.errors?.[0]?.code ?? body.code]).toEqual([404, 'NOT_FOUND'])
    expect((await list('?filter[userId]=nobody', token)).body.data).toEqual([]) // a first page is none
    expect((await sandbox.ask('/v3/webhooks?page[number]=9', { token })).status).toBe(404)
  })
  it('once, then never again', async () => {
    const token = 'sandbox-once-503:x'
    expect([(await list('', token)).status, (await list('', token)).status]).toEqual([503, 200])
  })
  it('five reads of a hundred fail, evenly, and no change does', async () => {
    const token = 'sandbox-flaky-5:x'
    const seen: (number | string)[] = []
    for (let read = 1; read <= 100; read += 1)
      seen.push(
        await list('', token).then(
          ({ status }) => status,
          () => 'cut',
        ),
      )
    expect(seen.filter((one) => one !== 200)).toEqual([503, 502, 'cut', 503, 502])
    expect(seen.indexOf(503)).toBe(19)
  })
  it('cut before the answer, and in the middle of it', async () => {
    await expect(list('', 'sandbox-cut')).rejects.toThrow('cut')
    await expect(list('', 'sandbox-cut-body')).rejects.toThrow('cut')
  })
  it('a change that is made though its answer is cut', async () => {
    const token = 'sandbox-change-cut:x'
    const { id } = (await list('', token)).body.data[0]
    await expect(sandbox.ask(`/v3/connections/${id}`, { token, method: 'DELETE' })).rejects.toThrow('cut')
    expect((await sandbox.ask(`/v3/connections/${id}`, { token })).status).toBe(404)
  })
  it('a purge that takes its time, totals that move', async () => {
    const token = 'sandbox-slow-purge:x'
    const { id } = (await list('', token)).body.data[0]
    await sandbox.ask(`/v3/connections/${id}`, { token, method: 'DELETE' })
    const statuses = []
    for (let turn = 0; turn < 5; turn += 1)
      statuses.push((await sandbox.ask(`/v3/connections/${id}`, { token })).status)
    expect(statuses).toEqual([200, 200, 200, 404, 404])
    const totals = [await list('', 'sandbox-moving'), await list('', 'sandbox-moving')].map(
      ({ body }) => body.meta.totalCount,
    )
    expect(totals).toEqual([2500, 2499])
  })
})

describe('the fleet and its worlds', () => {
  it('is the same for the same seed, and another for another', () => {
    const of = (seed: number) =>
      JSON.stringify(Array.from({ length: 200 }, (_, row) => createFleet(500, seed).body(row)))
    expect(of(1)).toBe(of(1))
    expect(of(1)).not.toBe(of(2))
  })
  it('holds 100,000 connections', async () => {
    const large = testSandbox({ connections: 100_000 })
    const { body } = await large.ask(
      '/v3/connections?filter[vehicle.mode]=live&filter[user.externalId]=007&page[size]=100',
    )
    expect(body.data).toHaveLength(8)
    expect((await large.ask('/v3/connections?page[number]=1000&page[size]=100')).body.links.next).toBeNull()
  })
  it('forgets worlds that are idle or too many', () => {
    let now = 0
    const worlds = createWorlds(createFleet(10, 1), () => now)
    const first = worlds.of('sandbox-a')
    first.remove([1])
    expect(worlds.of('sandbox-a')).toBe(first)
    now += IDLE_MS + 1
    expect(worlds.of('sandbox-b').isWhole).toBe(true)
    expect(worlds.of('sandbox-a').isWhole).toBe(true)
    for (let index = 0; index < MOST_WORLDS + 50; index += 1) worlds.of(`sandbox-${index}`)
    expect(worlds.size).toBeLessThanOrEqual(MOST_WORLDS + 1)
  })
})
