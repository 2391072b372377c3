/** `GET /activity.json`: who may read the record, which parameters it takes, and every page of it to the end. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActivityRecord } from '../../api/activity'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-activity-'))
const path = join(folder, 'audit.jsonl')
const proxy = {
  TRUSTED_PROXY: '127.0.0.1',
  TRUSTED_USER_HEADER: 'x-remote-user',
  ROLE_CLAIM: 'x-remote-roles',
}

let host: Awaited<ReturnType<typeof startHost>>
let local: TestGateway
let signedIn: TestGateway
let without: TestGateway
beforeAll(async () => {
  host = await startHost()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const tokens = { ACCESS_TOKEN: 'canary-token', VEHICLE_DATA_TOKEN: 'canary-token' }
  local = await startTestGateway(hosts, { ...tokens, AUDIT_LOG: path })
  signedIn = await startTestGateway(hosts, { ...tokens, ...proxy, AUDIT_LOG: path })
  without = await startTestGateway(hosts, { ...tokens, ...proxy })
})
beforeEach(() => rmSync(path, { force: true, recursive: true }))
afterAll(async () => {
  await Promise.all([local.close(), signedIn.close(), without.close()])
  host.close()
  rmSync(folder, { recursive: true })
})

interface Answer {
  data: ActivityRecord[]
  next: string | null
  skipped: number
}
const read = async (query = '', gateway = local) =>
  (await (await gateway.ask(`/activity.json${query}`)).json()) as Answer
const as = (roles: string) => ({ headers: { 'x-remote-user': 'operator-1', 'x-remote-roles': roles } })
const detailOf = async (response: Response) =>
  ((await response.json()) as { errors: { detail: string }[] }).errors[0]?.detail

const epoch = Date.parse('2026-01-01T00:00:00Z')
const line = (event: string, number: number, more = {}) =>
  `${JSON.stringify({
    ...{ event, time: new Date(epoch + number * 1000).toISOString(), id: `id-${number}`, client: '127.0.0.1' },
    ...{ host: 'vehicle', operation: 'DELETE /v3/connections/{connectionId}' },
    ...{ parameters: { connectionId: `c-${number}` }, ...more },
  })}\n`
/** 1,000 lines: 400 changes with their outcome, 200 reads; every tenth change has failed. */
const thousand = () =>
  Array.from({ length: 400 }, (_, number) => {
    const status = number % 10 === 0 ? 500 : 204
    return [
      line('attempt', number),
      line('outcome', number, { status, durationMs: 0 }),
      number % 2 === 0 ? line('read', number, { id: `read-${number}`, status: 200, operator: 'operator-1' }) : '',
    ].join('')
  }).join('')

describe('what operators do to what the team shares', () => {
  it('is shown with who and what, and what of it was joined with how often', async () => {
    const at = (number: number) => new Date(epoch + number * 1000).toISOString()
    const lines = [
      line('outcome', 0, { status: 204, durationMs: 0 }),
      { event: 'job pause', time: at(1), id: 'a', operator: 'ann', client: '127.0.0.1', job: 12, previous: 'x' },
      { event: 'refused', time: at(2), id: 'b', operator: 'eve', client: '127.0.0.1', code: 'ROLE' },
      { event: 'job begun', time: at(3), id: 'c', operator: 'ann', job: 13, operation: 'DELETE', hours: { from: 1 } },
      { event: 'delivery pinned', time: at(4), id: 'd', operator: 'ann', more: 12, since: at(0), until: at(4) },
    ]
    writeFileSync(path, lines.map((one) => (typeof one === 'string' ? one : `${JSON.stringify(one)}\n`)).join(''))
    const { data } = await read('?kind=team')
    expect(data).toEqual(
      [
        { id: 'd', time: at(4), operation: 'delivery pinned', parameters: { more: '12' } },
        { id: 'c', time: at(3), operation: 'job begun', parameters: { job: '13', operation: 'DELETE' } },
        { id: 'a', time: at(1), operation: 'job pause', parameters: { job: '12' }, client: '127.0.0.1' },
      ].map((one) => ({ ...one, kind: 'team', host: 'console', operator: 'ann', status: 200 })),
    )
    expect((await read('?operation=job+pause')).data).toHaveLength(1)
    expect((await read('?text=13')).data).toHaveLength(1)
    expect((await read()).data).toHaveLength(4)
  })
})

describe('who may read the record', () => {
  it('every browser of this computer if no sign-in is configured', async () => {
    expect(await read()).toEqual({
      ...{ data: [], next: null, skipped: 0 },
      source: { kind: 'file', since: null, isOfAccount: true },
    })
  })
  it('nobody without a sign-in where one is', async () => {
    expect(await codeOf(await signedIn.ask('/activity.json'))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
  })
  it.each([
    ['viewer', '403 GATEWAY ROLE'],
    ['reader', '403 GATEWAY ROLE'],
    ['nobody', '403 GATEWAY NO_ROLE'],
  ])('not the %s', async (role, code) => {
    expect(await codeOf(await signedIn.ask('/activity.json', as(role)))).toBe(code)
  })
  it('the operator', async () => {
    const response = await signedIn.ask('/activity.json', as('operator'))
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })
  it('says the role that it takes', async () => {
    expect(await detailOf(await signedIn.ask('/activity.json', as('reader')))).toBe(
      'The record of this server requires the operator role. This sign-in has the reader role.',
    )
  })
  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://elsewhere.example' },
  ])('no other site: %j', async (headers) => {
    expect(await codeOf(await local.ask('/activity.json', { headers }))).toBe('403 GATEWAY FOREIGN_ORIGIN')
  })
  it('a server without a store and a file says that it has neither, to operators alone', async () => {
    const response = await without.ask('/activity.json', as('operator'))
    expect(await codeOf(response.clone())).toBe('503 GATEWAY STORE_UNAVAILABLE')
    expect(await detailOf(response)).toContain('this server has no file of its record')
    expect(await codeOf(await without.ask('/activity.json', as('viewer')))).toBe('403 GATEWAY ROLE')
  })
  it('is read, never written', async () => {
    for (const method of ['POST', 'DELETE'])
      expect(await codeOf(await local.ask('/activity.json', { method }))).toBe('404 GATEWAY NOT_AN_OPERATION')
  })
})

describe('parameters', () => {
  it.each([
    ['limit=0', 'limit expects a whole number from 1 to 200, got "0".'],
    ['limit=201', 'limit expects'],
    ['limit=1e2', 'limit expects'],
    ['before=-1', 'before expects'],
    ['before=x', 'before expects'],
    ['before=99999999999999999', 'before expects'],
    ['outcome=asleep', 'outcome expects success, failure, unknown, got "asleep".'],
    ['kind=', 'kind expects change, read, team, got "".'],
    ['since=yesterday', 'since expects an ISO date'],
    ['since=2026-01-01T00:00', 'since expects'],
    ['until=2026-13-01', 'until expects'],
    ['text=', 'text expects'],
    ['operator=a&operator=b', 'The parameter "operator" appears more than once.'],
    ['opertor=a', 'Unknown parameter "opertor".'],
    ['constructor=a', 'Unknown parameter "constructor".'],
  ])('%s is refused by name', async (query, words) => {
    const response = await local.ask(`/activity.json?${query}`)
    expect(await codeOf(response.clone())).toBe('400 GATEWAY BAD_REQUEST')
    expect(await detailOf(response)).toContain(words)
  })
  it('filter the record', async () => {
    writeFileSync(path, thousand())
    const count = async (query: string) => (await read(`?limit=200&${query}`)).data.length
    expect(await count('kind=read')).toBe(200)
    expect(await count('kind=change&outcome=failure')).toBe(40)
    expect(await count('kind=change&text=C-399')).toBe(1)
    expect(await count(`operation=${encodeURIComponent('DELETE /v3/users/{userId}')}`)).toBe(0)
    expect(await count('operator=operator-1')).toBe(200)
    expect(await count('outcome=unknown')).toBe(0)
    expect(await count('since=2026-01-01T00:06:30Z&kind=change')).toBe(10)
    expect(await count('until=2026-01-01T01:00:10%2B01:00&kind=change')).toBe(10)
    expect(await count('until=2026-01-01')).toBe(0)
  })
})

describe('pages', () => {
  it('hold every record of 1,000 lines once, the newest first', async () => {
    writeFileSync(path, thousand())
    const found: ActivityRecord[] = []
    let pages = 0
    for (let next: string | null = ''; next !== null; pages += 1) {
      const page: Answer = await read(next === '' ? '?limit=37' : `?limit=37&before=${next}`)
      expect(page.data.length).toBeLessThanOrEqual(37)
      found.push(...page.data)
      next = page.next
    }
    expect([found.length, new Set(found.map(({ id }) => id)).size, pages]).toEqual([600, 600, 17])
    expect(found.map(({ time }) => time)).toEqual(
      found
        .map(({ time }) => time)
        .toSorted()
        .reverse(),
    )
    expect(found.filter(({ status }) => status === 'unknown')).toEqual([])
    expect((await read()).data).toHaveLength(50)
  })
  it('keep their place while lines are added', async () => {
    writeFileSync(path, thousand())
    const { next } = await read('?limit=10')
    const before = await read(`?limit=10&before=${next}`)
    writeFileSync(path, thousand() + line('read', 500, { status: 200 }))
    expect(await read(`?limit=10&before=${next}`)).toEqual(before)
  })
  it('say what is unknown and why, and count a last line that was cut off', async () => {
    const lost = line('attempt', 1)
    const stopped = line('attempt', 2) + line('outcome', 2, { status: 'unknown', durationMs: 5, reason: 'it stopped' })
    writeFileSync(path, lost + stopped + line('outcome', 3, { status: 204 }).slice(0, 40))
    const { data, skipped } = await read()
    expect(skipped).toBe(1)
    expect(data.map(({ id, status, reason }) => [id, status, reason])).toEqual([
      ['id-2', 'unknown', 'it stopped'],
      ['id-1', 'unknown', undefined],
    ])
  })
  it('show a change and a read that this server has just forwarded', async () => {
    await signedIn.ask('/api/vehicle/v3/connections/c-1', { ...as('operator'), method: 'DELETE' })
    await signedIn.ask('/api/vehicle-data/v2.0/vehicles/v-1/vin', as('operator'))
    const response = await signedIn.ask('/activity.json', as('operator'))
    const { data } = (await response.clone().json()) as Answer
    expect(data).toMatchObject([
      { kind: 'read', operation: 'GET /v2.0/vehicles/{id}/vin', parameters: { id: 'v-1' }, operator: 'operator-1' },
      { kind: 'change', parameters: { connectionId: 'c-1' }, status: 200, operator: 'operator-1' },
    ])
    expect(await response.text()).not.toContain('canary')
  })
  it('say that the file cannot be read', async () => {
    const said = local.faults.length
    mkdirSync(path)
    const response = await local.ask('/activity.json')
    expect(await codeOf(response.clone())).toBe('500 GATEWAY INTERNAL')
    expect(await detailOf(response)).toBe('The record can’t be read (EISDIR).')
    expect(local.faults.slice(said).map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', msg: 'The record can’t be read (EISDIR).' },
    ])
  })
})
