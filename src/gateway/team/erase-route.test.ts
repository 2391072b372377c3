/** `POST /team/store/erase`: for operators of the server's own account alone, by its name, recorded. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createDirectory } from '../../store/directory'
import { rowOf } from '../../store/directory-harness'
import { storeOf } from '../../store/harness'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { recordParts } from '../record/record-parts'
import { keepOwn } from './store-source'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-erase-route-'))
const AUDIT_LOG = join(folder, 'record.jsonl')
const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const store = await storeOf('postgresql')
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
let readOnly: TestGateway
let realm: number
const start = async (more: Record<string, string> = {}) => {
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const env = { ACCESS_TOKEN: 'canary-own', ...proxy, AUDIT_LOG, ...more }
  const started = await startTestGateway(hosts, env, undefined, {
    store: { account: 'fleet', open: async () => ({ ...store, close: async () => undefined }), keep: keepOwn },
  })
  await vi.waitFor(() => expect(started.app.team.state()).toBe('ready'))
  return started
}
const erase = (body: object, { role = 'operator', at = gateway, headers = {} } = {}) =>
  at.ask('/team/store/erase', {
    method: 'POST',
    body: JSON.stringify({ account: 'fleet', includesRecord: false, ...body }),
    headers: { 'x-remote-user': 'ann', 'x-remote-roles': role, ...headers },
  })
const known = async () => (await createDirectory(store, realm).counts()).live

beforeAll(async () => {
  host = await startHost((_, res) => res.writeHead(204).end())
  gateway = await start()
  readOnly = await start({ READ_ONLY: '1', AUDIT_LOG: '' })
  const [row] = await store.query('SELECT id FROM realms')
  realm = Number(row?.id)
})
beforeEach(async () => {
  await store.query('TRUNCATE jobs, connections, users, vehicles, fleet_counts CASCADE')
  await store.query('UPDATE directory_counts SET live = 0, simulated = 0, users = 0, vehicles = 0')
  await createDirectory(store, realm).save([rowOf('c-ada-1')], new Date())
})
afterAll(async () => {
  await Promise.all([gateway.close(), readOnly.close()])
  host.close()
  rmSync(folder, { recursive: true })
})

it('erases the account for an operator, who is on record; the server continues with an empty one', async () => {
  const response = await erase({})
  expect([response.status, await response.json()]).toEqual([200, { erased: expect.any(Number) }])
  expect(await known()).toBe(0)
  await gateway.app.noted()
  const last = JSON.parse(readFileSync(AUDIT_LOG, 'utf8').trimEnd().split('\n').at(-1) ?? '')
  expect(last).toMatchObject({ event: 'account erased', operator: 'ann', account: 'fleet', record: false })
  await createDirectory(store, realm).save([rowOf('c-bob-2')], new Date())
  expect(await createDirectory(store, realm).counts()).toMatchObject({ live: 1, users: 1 })
})
it('erases the record if it is named, too, and begins a new one with this line', async () => {
  await gateway.ask('/api/vehicle/v3/connections/c-1', {
    method: 'DELETE',
    headers: { 'x-remote-user': 'ann', 'x-remote-roles': 'operator' },
  })
  expect((await erase({ includesRecord: true })).status).toBe(200)
  await gateway.app.noted()
  expect(await recordParts(AUDIT_LOG)).toEqual([])
  const lines = readFileSync(AUDIT_LOG, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['account erased'])
  // The server’s copy begins with it, too: nothing of the erased file is copied again.
  await vi.waitFor(async () => expect(await store.query('SELECT FROM activity')).toHaveLength(1), 10_000)
})
it.each([
  ['another name', () => erase({ account: 'Fleet' }), '400 GATEWAY BAD_REQUEST'],
  ['no name', () => erase({ account: undefined }), '400 GATEWAY BAD_REQUEST'],
  ['more than it takes', () => erase({ all: true }), '400 GATEWAY BAD_REQUEST'],
  ['a reader', () => erase({}, { role: 'reader' }), '403 GATEWAY ROLE'],
  ['a server that is read-only', () => erase({}, { at: readOnly }), '403 GATEWAY READ_ONLY'],
  ['another site', () => erase({}, { headers: { origin: 'https://evil.example' } }), '403 GATEWAY FOREIGN_ORIGIN'],
])('refuses %s, and erases nothing', async (_, send, code) => {
  expect(await codeOf(await send())).toBe(code)
  expect(await known()).toBe(1)
})
it('refuses a browser whose added token is of another account', async () => {
  const headers = { 'x-remote-user': 'ann', 'x-remote-roles': 'operator', 'content-type': 'application/json' }
  const added = await gateway.ask('/session', { method: 'POST', headers, body: JSON.stringify({ version3: 'added' }) })
  const response = await erase({}, { headers: { cookie: cookieOf(added.headers.getSetCookie()) } })
  expect([response.ok, await known()]).toEqual([false, 1])
})
it('refuses while a job of changes is unfinished', async () => {
  await store.query(
    "INSERT INTO jobs (realm, key, operation, phase, client) VALUES ($1, 'k', 'DELETE /v3/users/{userId}', 'paused', 'c')",
    [realm],
  )
  expect(await codeOf(await erase({ includesRecord: true }))).toBe('409 GATEWAY JOBS_UNFINISHED')
  expect(await known()).toBe(1)
})
