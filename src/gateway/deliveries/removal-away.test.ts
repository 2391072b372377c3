/** A removal while the store is away, and a restart before it is back: the record has it, and the deliveries are erased. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { directoryRow } from '../../api/directory-row'
import { createDirectory } from '../../store/directory'
import { openTestStore } from '../../store/harness'
import { openRealm } from '../../store/realms'
import { type Store, StoreError } from '../../store/store'
import { startHost } from '../harness'
import { as, COLD_MS, receiving, startDeliveryGateway, startStoreGateway } from './delivery-harness'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-removal-away-'))
const env = { ...receiving, AUDIT_LOG: join(folder, 'record.jsonl') }
const charge = { code: 'tractionbattery-stateofcharge', body: { value: 61 }, status: { value: 'SUCCESS' } }
const failure = { type: 'VEHICLE_STATE', code: 'ASLEEP', state: 'ERROR' }
let store: Store
let host: Awaited<ReturnType<typeof startHost>>
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost(({ method }, res) => {
    if (method === 'DELETE') res.writeHead(204).end()
    else res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
}, COLD_MS)
afterAll(async () => {
  host.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

it('erases what was removed, and nothing of an added token’s account', async () => {
  const before = await startDeliveryGateway(store, host.address, env)
  const [realm] = await store.query('SELECT key FROM realms')
  const rows = [
    ['c-bob', 'bob', 'v-bob'],
    ['c-cem', 'cem', 'v-cem'],
  ].map(([id, userId, vehicleId]) => ({ ...directoryRow({ id: String(id) }), userId, vehicleId, mode: 'live' }))
  await createDirectory(store, await openRealm(store, String(realm?.key))).save(rows, new Date())
  for (const user of ['ann', 'bob', 'cem', 'dan'])
    await before.deliver(
      { userId: user, vehicleId: `v-${user}`, signals: [charge] },
      { userId: user, vehicleId: `v-${user}`, errors: [failure] },
    )
  await before.gateway.close()

  const away = () => Promise.reject(new StoreError('unavailable'))
  const during = await startStoreGateway(away, host.address, env)
  const remove = async (path: string, cookie = '') =>
    (
      await during.ask(`/api/vehicle/v3/${path}`, {
        method: 'DELETE',
        headers: { ...as('operator'), ...(cookie && { cookie }) },
      })
    ).status
  const added = await during.ask('/session', {
    ...{ method: 'POST', body: JSON.stringify({ version3: 'added' }) },
    headers: { ...as('operator'), 'content-type': 'application/json' },
  })
  const cookie = added.headers
    .getSetCookie()
    .map((one) => one.replace(/;.*/, ''))
    .join('; ')
  expect(await Promise.all([remove('users/ann'), remove('connections/c-bob'), remove('users/dan', cookie)])).toEqual([
    204, 204, 204,
  ])
  await during.close()

  const after = await startDeliveryGateway(store, host.address, env)
  await vi.waitFor(async () => {
    const users = (await after.rows()).map(({ userId }) => userId)
    expect(new Set(users)).toEqual(new Set(['cem', 'dan']))
  }, COLD_MS)
  const follows = async (vehicle: string) => {
    const { values, errors } = await after.read<{ values: object[]; errors: object[] }>(`/last-values/${vehicle}.json`)
    return values.length + errors.length
  }
  expect(await Promise.all(['v-ann', 'v-bob', 'v-cem', 'v-dan'].map(follows))).toEqual([0, 0, 2, 2])
  await after.deliver({ userId: 'ann', vehicleId: 'v-ann', signals: [charge] })
  expect((await after.rows('&user=ann')).map(({ flags, hasBody }) => [flags, hasBody])).toEqual([[['removed'], false]])
  await after.gateway.close()
}, 60_000)
