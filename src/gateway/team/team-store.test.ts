/** The team's directory as a whole: a real store in memory, the sandbox as the provider, and the gateway in between. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { directoryRow } from '../../api/directory-row'
import type { TeamDirectory, TeamFound } from '../../api/team'
import { startSandbox } from '../../sandbox/server'
import { createDirectory } from '../../store/directory'
import { storeOf } from '../../store/harness'
import { openRealm } from '../../store/realms'
import type { Store } from '../../store/store'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from './store-source'

/** An engine that begins is compiled while it runs, beside other tests that keep the processor busy. */
const COLD_MS = 20_000

const store = await storeOf('embedded')
const host = await startHost()
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(host.close)
/** One store for all: it outlives each server here. */
const lent = (): Store => ({ ...store, close: async () => undefined })
const source = (account?: string) => ({ open: async () => lent(), keep: keepOwn, account })
const hostsAt = (address: string) => ({ vehicleData: address, vehicle: address, management: address })
async function start(
  hosts: ReturnType<typeof hostsAt>,
  env: Record<string, string>,
  { account, isSandbox = false }: { account?: string; isSandbox?: boolean } = {},
): Promise<TestGateway> {
  const gateway = await startTestGateway(hosts, env, undefined, { store: source(account), isSandbox })
  closers.push(gateway.close)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
  return gateway
}
async function read<T>(gateway: TestGateway, path: string): Promise<T> {
  const response = await gateway.ask(path)
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as T // as the contract says, which the routes' own tests check
}
type Users = { rows: { id: string; externalId: string | null }[]; next: string | null }

describe('a sandbox', () => {
  let gateway: TestGateway
  const directory = () => read<TeamDirectory>(gateway, '/team/directory')
  beforeAll(async () => {
    const sandbox = await startSandbox({ connections: 150, seed: 7, latencyMs: 0 })
    const { vehicleData, vehicle, management, token } = sandbox
    gateway = await start({ vehicleData, vehicle, management }, { ACCESS_TOKEN: token }, { isSandbox: true })
    closers.unshift(sandbox.close)
    await vi.waitFor(async () => expect((await directory()).asOf).not.toBeNull(), { timeout: COLD_MS, interval: 100 })
  }, COLD_MS)
  it('is crawled without being asked, searched, and a removed user is nowhere any more', async () => {
    const { counts, makes, engine } = await directory()
    expect([counts.live + counts.simulated, counts.isExact, engine]).toEqual([150, true, 'embedded'])
    expect(makes?.length).toBeGreaterThan(0)

    const { rows } = await read<Users>(gateway, '/team/users?limit=200')
    const user =
      rows.find(({ externalId }) => (externalId ?? '').length > 6) ?? expect.fail('nobody has an external ID')
    const part = encodeURIComponent((user.externalId ?? '').slice(1, -1))
    const search = () => read<Users>(gateway, `/team/users?q=${part}`)
    expect((await search()).rows.map(({ id }) => id)).toContain(user.id)
    expect((await read<TeamFound>(gateway, `/team/find?q=${part}`)).users.map(({ id }) => id)).toContain(user.id)

    const removal = await gateway.ask(`/api/vehicle/v3/users/${encodeURIComponent(user.id)}`, { method: 'DELETE' })
    expect(removal.ok).toBe(true)
    expect((await search()).rows.map(({ id }) => id)).not.toContain(user.id)
    expect((await directory()).counts.users).toBe(counts.users - 1)
    const left = await store.query(
      `SELECT FROM connections WHERE user_id = $1 UNION ALL SELECT FROM users WHERE id = $1 OR external_id = $2
       UNION ALL SELECT FROM vehicles WHERE user_id = $1 OR external_id = $2`,
      [user.id, user.externalId],
    )
    expect(left).toEqual([])
    expect(await store.query("SELECT kind FROM tombstones WHERE id = $1 AND kind = 'user'", [user.id])).toHaveLength(1)
    const lines = [...gateway.log, ...gateway.faults].join('\n')
    expect(lines).not.toContain(user.externalId ?? user.id)
  })
})

describe('one store for two accounts', () => {
  const someone = (id: string, externalId: string) => ({
    ...directoryRow({ id: `c-${id}` }),
    ...{ userId: id, externalId, vehicleId: `v-${id}`, mode: 'live', make: 'TESLA' },
  })
  it('shows neither anything of the other: by no search, cursor or removal', async () => {
    const hosts = hostsAt(host.address)
    const first = await start(hosts, { ACCESS_TOKEN: 'token-one' })
    const second = await start(hosts, { ACCESS_TOKEN: 'token-two' })
    const realms = await store.query('SELECT id, key FROM realms WHERE key LIKE $1 ORDER BY id', [`%${host.address}%`])
    expect(realms.map(({ key }) => String(key).includes('token'))).toEqual([false, false])
    for (const [index, { id }] of realms.entries()) {
      const rows = Array.from({ length: 3 }, (_, nth) => someone(`u-${nth}`, `realm-${index}-name-${nth}`))
      await createDirectory(store, Number(id)).save(rows, new Date())
    }
    const namesOf = async (gateway: TestGateway, query: string) =>
      (await read<Users>(gateway, `/team/users?${query}`)).rows.map(({ externalId }) => externalId)
    for (const [index, gateway] of [first, second].entries()) {
      for (const name of await namesOf(gateway, 'q=name')) expect(name).toMatch(`realm-${index}`)
      expect(await namesOf(gateway, `q=realm-${1 - index}`)).toEqual([])
    }
    const { next } = await read<Users>(first, '/team/users?limit=1&sort=name')
    expect(await namesOf(second, `limit=5&sort=name&after=${next}`)).toEqual([
      'realm-1-name-0',
      'realm-1-name-1',
      'realm-1-name-2',
    ])
    expect((await first.ask('/api/vehicle/v3/users/u-0', { method: 'DELETE' })).status).toBe(200)
    expect(await namesOf(first, 'sort=name')).toEqual(['realm-0-name-1', 'realm-0-name-2'])
    expect(await namesOf(second, 'sort=name')).toHaveLength(3)
  })
  it('is the same account after a restart with another secret, and with a new token of a named one', async () => {
    const hosts = hostsAt(host.address)
    const realmsNow = async () => (await store.query('SELECT FROM realms')).length
    await start(hosts, { ACCESS_TOKEN: 'token-one', SESSION_SECRET: 'x'.repeat(40) })
    const before = await realmsNow()
    await start(hosts, { ACCESS_TOKEN: 'token-one', SESSION_SECRET: 'y'.repeat(40) })
    expect(await realmsNow()).toBe(before)
    await start(hosts, { ACCESS_TOKEN: 'token-three' }, { account: 'fleet' })
    await start(hosts, { ACCESS_TOKEN: 'token-four' }, { account: 'fleet' })
    expect(await realmsNow()).toBe(before + 1)
    expect(await openRealm(store, JSON.stringify([host.address, 'fleet']))).toEqual(expect.any(Number))
    expect(await realmsNow()).toBe(before + 1)
  })
  it('refuses cursors that are made up, and finds nothing by others', async () => {
    const gateway = await start(hostsAt(host.address), { ACCESS_TOKEN: 'token-two' })
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const count = { value: 0, isExact: false }
    const forged = [
      'x',
      made(null),
      made(['name', 'a']),
      made(['name', 'a', 'u']),
      made(['size', 'a', 'b']),
      made(['changed', 'yesterday', 'u', count]),
      made(['connections', '1); DROP TABLE users; --', 'u', count]),
      made(['name', 'a\0b', 'u', count]),
      made(['connections', 1e300, 'u', count]),
      made({ sort: 'name' }),
    ]
    for (const after of forged)
      for (const sort of ['changed', 'connections', 'name'])
        expect([after, sort, (await gateway.ask(`/team/users?sort=${sort}&after=${after}`)).status]).toEqual([
          after,
          sort,
          400,
        ])
    const beyond = made(['name', '\u{10ffff}', 'u', count])
    expect(await read<Users>(gateway, `/team/users?sort=name&after=${beyond}`)).toMatchObject({ rows: [], next: null })
    expect((await gateway.ask(`/team/users?q=${'a%20'.repeat(20)}b%20c%20d%20e%20f%20g%20h%20i`)).status).toBe(400)
  })
})
