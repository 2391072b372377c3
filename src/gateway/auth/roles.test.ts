/** Roles and budgets: from claims to a role, from a role to what passes, and what is counted. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { createBudget } from '../limits/budget'
import { createRemembered } from './remembered'
import { claimValues, knownValues, roleOf } from './roles'

describe('claimValues', () => {
  it.each<[object, string, string[]]>([
    [{ role: 'a' }, 'role', ['a']],
    [{ roles: ['a', 'b', 1, null] }, 'roles', ['a', 'b']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://id.example/roles': ['a'] }, 'https://id.example/roles', ['a']],
    [{ 'https://id.example/app': { roles: ['a'] } }, 'https://id.example/app.roles', ['a']],
    [{ resource_access: { 'console.example': { roles: ['a'] } } }, 'resource_access.console.example.roles', ['a']],
    [{ a: { b: 'x' }, 'a.b': { c: 'y' } }, 'a.b.c', ['y']],
    [{ 'a.b': { c: 'y' }, a: { b: { c: 'x' } } }, 'a.b.c', ['x']],
    [{ a: { 'b.c': 'x' }, 'a.b': {} }, 'a.b.c', ['x']],
    [{ 'a.b': ['name'], a: { b: 'path' } }, 'a.b', ['name']],
    [{ a: ['x'] }, 'a.0', []],
    [{ a: 'x' }, 'a.length', []],
    [{ a: {} }, 'a.constructor.name', []],
    [{}, '__proto__.x', []],
    [{ roles: null }, 'roles', []],
    [{ roles: { a: true } }, 'roles', []],
    [{ a: null }, 'a.b.c', []],
  ])('%j %s', (claims, name, values) => {
    expect(claimValues(claims, name)).toEqual(values)
  })
})

describe('roleOf', () => {
  it('is the highest that is given', () => {
    expect(roleOf(['reader', 'viewer', 'x'])).toBe('reader')
    expect(roleOf(['x', 'Operator', ''])).toBeUndefined()
    const given = { viewer: ['staff'], reader: [], operator: ['admins', 'staff-lead'] }
    expect(roleOf(['staff'], given)).toBe('viewer')
    expect(roleOf(['staff', 'staff-lead'], given)).toBe('operator')
    expect(roleOf(['operator', 'reader'], given)).toBeUndefined()
    expect(knownValues(['a', 'staff', 'b', 'admins'], given)).toEqual(['staff', 'admins'])
  })
})

describe('a budget', () => {
  const noon = Date.UTC(2026, 4, 1, 12)
  const clocksOf = (now: () => number) => ({ now, elapsed: now })
  it('counts operators and vehicles apart, and anew each UTC day', () => {
    let time = noon
    const { spend } = createBudget(
      { perOperator: 3, perVehicle: 2 },
      clocksOf(() => time),
    )
    const by = (subject: string, vehicleId: string) => spend({ subject, vehicleId, requests: 1 })?.detail
    expect([by('operator-1', 'a'), by('operator-1', 'a')]).toEqual([undefined, undefined])
    expect(by('operator-1', 'a')).toContain('This vehicle has used 2 of 2 billed reads')
    expect(by('operator-2', 'a')).toContain('This vehicle')
    expect(by('operator-1', 'b')).toBeUndefined() // what was refused did not count
    expect(by('operator-1', 'c')).toContain('You have used 3 of 3 billed reads')
    expect(by('operator-1', 'c')).toContain('Counts restart at 00:00 UTC')
    expect(spend({ subject: 'operator-1', vehicleId: 'c', requests: 1 })?.retryAfter).toBe(12 * 3600)
    expect(by('operator-2', 'c')).toBeUndefined()
    time = Date.UTC(2026, 4, 2)
    expect(by('operator-1', 'a')).toBeUndefined()
  })
  it('counts each endpoint of a batch, and refuses as a whole what is larger than what is left', () => {
    const { spend } = createBudget(
      { perVehicle: 5 },
      clocksOf(() => noon),
    )
    const of = (requests: number) => spend({ subject: undefined, vehicleId: 'a', requests })?.detail
    expect(of(4)).toBeUndefined()
    expect(of(2)).toContain(
      'This vehicle has used 4 of 5 billed reads for this UTC day. This batch needs 2 more. Nothing was sent.',
    )
    expect(of(1)).toBeUndefined() // what was refused did not count
    expect(of(1)).toMatch(/used 5 of 5 billed reads for this UTC day\. Counts restart/)
  })
  it('gives back what was counted and then not sent, of the same day', () => {
    let time = noon
    const { spend, giveBack } = createBudget(
      { perOperator: 9, perVehicle: 3 },
      clocksOf(() => time),
    )
    const read = { subject: 'operator-1', vehicleId: 'a', requests: 2 }
    expect(spend(read)).toBeUndefined()
    giveBack(read)
    expect(spend(read)).toBeUndefined()
    expect(spend(read)?.detail).toContain('used 2 of 3')
    time += 86_400_000
    giveBack(read) // of yesterday
    expect(spend({ ...read, requests: 3 })).toBeUndefined()
    expect(spend({ ...read, requests: 1 })?.detail).toContain('used 3 of 3')
  })
  it('keeps no more than a day’s bounded counts, and forgets none of them', () => {
    const { spend } = createBudget(
      { perVehicle: 1 },
      clocksOf(() => noon),
    )
    const one = { subject: undefined, requests: 1 }
    for (let index = 0; index < 100_000; index += 1) spend({ ...one, vehicleId: `${index}` })
    expect(spend({ ...one, vehicleId: 'one more' })?.detail).toContain('100000')
    expect(spend({ ...one, vehicleId: '0' })?.detail).toContain('used 1 of 1')
  })
  it.each([
    ['forward by two days and corrected', [48, -48]],
    ['back across midnight and corrected', [-13, 13]],
    ['back across midnight', [-13]],
    ['forward across midnight', [13]],
    ['back by a year', [-365 * 24]],
  ])('of a clock that is set %s is granted once, and again after its end', (_, hours) => {
    const clocks = { time: noon, elapsed: 0 }
    const budget = createBudget({ perVehicle: 1 }, { now: () => clocks.time, elapsed: () => clocks.elapsed })
    const isGranted = () => budget.spend({ subject: undefined, vehicleId: 'a', requests: 1 }) === undefined
    const pass = (ms: number) => {
      clocks.time += ms
      clocks.elapsed += ms
    }
    expect(isGranted()).toBe(true)
    for (const one of hours) {
      clocks.time += one * 3_600_000
      expect(isGranted()).toBe(false)
      pass(60_000)
    }
    expect(isGranted()).toBe(false)
    pass(26 * 3_600_000)
    expect(isGranted()).toBe(true)
    expect(isGranted()).toBe(false)
  })
  it('is none where none is set', () => {
    const { spend } = createBudget(
      undefined,
      clocksOf(() => noon),
    )
    for (let index = 0; index < 10; index += 1)
      expect(spend({ subject: 'operator-1', vehicleId: 'a', requests: 1 })).toBeUndefined()
  })
})

describe('what is remembered', () => {
  it('is bounded, and ends', () => {
    let time = 0
    const remembered = createRemembered(2, () => time)
    remembered.add('a', 10)
    remembered.add('b', 20)
    expect([remembered.has('a'), remembered.has('b'), remembered.has('c')]).toEqual([true, true, false])
    remembered.add('c', 30)
    expect([remembered.has('a'), remembered.has('b'), remembered.has('c')]).toEqual([false, true, true])
    time = 20
    expect([remembered.has('b'), remembered.has('c')]).toEqual([false, true])
  })
})

describe('behind a trusted proxy', () => {
  let host: Awaited<ReturnType<typeof startHost>>
  let gateway: TestGateway
  let hosts: Record<'vehicleData' | 'vehicle' | 'management', string>
  const env = {
    TRUSTED_PROXY: '127.0.0.1',
    TRUSTED_USER_HEADER: 'x-remote-user',
    ROLE_CLAIM: 'x-remote-roles',
    ACCESS_TOKEN: 't',
    VEHICLE_DATA_TOKEN: 't',
  }
  beforeAll(async () => {
    host = await startHost()
    hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    gateway = await startTestGateway(hosts, env)
  })
  beforeEach(() => {
    host.requests.length = 0
  })
  const own: TestGateway[] = []
  afterEach(async () => {
    for (const one of own.splice(0)) await one.close()
  })
  afterAll(async () => {
    await gateway.close()
    host.close()
  })
  const as = (roles: string, init: RequestInit = {}, user = 'operator-1') => ({
    ...init,
    headers: { 'x-remote-user': user, 'x-remote-roles': roles },
  })
  const free = '/api/vehicle/v3/connections'
  const billed = '/api/vehicle-data/v2.0/vehicles/v/vin'
  const remove = { method: 'DELETE' }
  const post = { method: 'POST', body: '{"version3":"handed-over"}' }

  it.each([
    ['viewer', [200, 403, 403, 403]],
    ['reader', [200, 200, 403, 403]],
    ['operator', [200, 200, 200, 200]],
    ['x, reader ,viewer', [200, 200, 403, 403]],
    ['nobody', [403, 403, 403, 403]],
    ['', [403, 403, 403, 403]],
  ])('%s may do what the role holds', async (roles, expected) => {
    const statuses = [
      (await gateway.ask(`${free}?${encodeURIComponent(roles)}`, as(roles))).status, // like no other
      (await gateway.ask(billed, as(roles))).status,
      (await gateway.ask(`${free}/c`, as(roles, remove))).status,
      (await gateway.ask('/session', as(roles, post))).status,
    ]
    expect(statuses).toEqual(expected)
    expect(host.requests).toHaveLength(expected.slice(0, 3).filter((one) => one === 200).length)
  })
  it('names the role that is needed and the one held; a batch is a billed read', async () => {
    const response = await gateway.ask(`${free}/c`, as('reader', remove))
    const { errors } = (await response.clone().json()) as { errors: { detail: string }[] }
    expect(await codeOf(response)).toBe('403 GATEWAY ROLE')
    expect(errors[0]?.detail).toBe(
      'DELETE /v3/connections/{connectionId} requires the operator role. This sign-in has the reader role.',
    )
    const batch = { method: 'POST', body: '{"requests":[]}' }
    const path = '/api/vehicle-data/v2.0/vehicles/v/batch'
    expect(await codeOf(await gateway.ask(path, as('viewer', batch)))).toBe('403 GATEWAY ROLE')
    expect((await gateway.ask(path, as('reader', batch))).status).toBe(200)
    expect(await codeOf(await gateway.ask(free, as('x')))).toBe('403 GATEWAY NO_ROLE')
  })
  it('forgetting a token takes no more than a role', async () => {
    expect((await gateway.ask('/session', as('viewer', remove))).status).toBe(200)
  })
  it('says who it is, without an end of its own', async () => {
    const answer = await gateway.ask('/auth/session', as('reader'))
    expect(await answer.json()).toEqual({
      signIn: 'proxy',
      operator: { id: 'operator-1', name: 'operator-1', role: 'reader' },
      endsAt: null,
    })
    expect(await (await gateway.ask('/auth/session', as('x'))).json()).toMatchObject({
      operator: { name: 'operator-1', role: null },
    })
    expect((await gateway.ask('/auth/sign-in')).status).toBe(404)
    const out = await gateway.ask('/auth/sign-out', as('reader', { method: 'POST' }))
    expect(await out.json()).toEqual({ endSession: null })
  })
  it('everybody is an operator where that is said, READ_ONLY above all', async () => {
    const open = await startTestGateway(hosts, { ...env, ROLE_CLAIM: 'none' })
    const closed = await startTestGateway(hosts, { ...env, READ_ONLY: '1' })
    own.push(open, closed)
    expect((await open.ask(`${free}/c`, as('', remove))).status).toBe(200)
    expect(await codeOf(await closed.ask(`${free}/c`, as('operator', remove)))).toBe('403 GATEWAY READ_ONLY')
  })
  it('refuses a billed read past the budget, with the counts and when it starts anew', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(path, '{"dailyVehicleReads":{"perOperator":2}}')
    const counted = await startTestGateway(hosts, { ...env, CONFIG: path })
    own.push(counted)
    for (const vehicle of ['a', 'b'])
      expect((await counted.ask(`/api/vehicle-data/v2.0/vehicles/${vehicle}/vin`, as('reader'))).status).toBe(200)
    const refused = await counted.ask(billed, as('reader'))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await codeOf(refused)).toBe('429 GATEWAY BUDGET')
    expect((await counted.ask(free, as('reader'))).status).toBe(200)
    expect((await counted.ask(billed, as('reader', {}, 'operator-2'))).status).toBe(200)
    expect(host.requests).toHaveLength(4)
  })
  it('counts no read that was not sent', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(path, '{"dailyVehicleReads":{"perVehicle":1}}')
    const { VEHICLE_DATA_TOKEN: _, ...without } = env
    const counted = await startTestGateway(hosts, { ...without, CONFIG: path })
    own.push(counted)
    for (let turn = 0; turn < 3; turn += 1)
      expect(await codeOf(await counted.ask(billed, as('reader')))).toBe('401 GATEWAY NO_TOKEN')
    expect(host.requests).toEqual([])
  })
  it('counts each endpoint of a batch, on the record too; another body is refused and counts nothing', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(path, '{"dailyVehicleReads":{"perVehicle":7}}')
    const counted = await startTestGateway(hosts, { ...env, CONFIG: path })
    own.push(counted)
    const send = (body: string) =>
      counted.ask('/api/vehicle-data/v2.0/vehicles/v/batch', { method: 'POST', body, ...as('reader') })
    const batch = (size: number) => JSON.stringify({ requests: Array(size).fill({ path: '/odometer' }) })
    for (const body of [batch(2), `\uFEFF${batch(3)}`, '{"requests":[]}']) expect((await send(body)).status).toBe(200)
    for (const body of ['{"requests":{"length":9}}', '['])
      expect(await codeOf(await send(body))).toBe('400 GATEWAY BAD_REQUEST')
    expect(await codeOf(await send(batch(2)))).toBe('429 GATEWAY BUDGET')
    expect((await send(batch(1))).status).toBe(200)
    expect(await codeOf(await counted.ask(billed, as('reader')))).toBe('429 GATEWAY BUDGET')
    expect(host.requests).toHaveLength(4)
    const outcomes = counted.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'outcome')
    expect(outcomes.map(({ requests }) => requests)).toEqual([2, 3, 1, 1])
  })
})
