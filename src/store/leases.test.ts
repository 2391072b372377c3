/** The bound of connections in accounts of added tokens. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDirectory } from './directory'
import { at, rowOf } from './directory-harness'
import { openTestStore } from './harness'
import { createLeases } from './leases'
import type { Store } from './store'

vi.mock('../api/team-bounds', async (load) => {
  const real = await load<typeof import('../api/team-bounds')>()
  return { ...real, teamBounds: { ...real.teamBounds, addedConnections: { owner: 3, all: 5 } } }
})

let store: Store
beforeAll(async () => {
  store = await openTestStore('postgresql')
})
afterAll(() => store.close())

it('counts connections of every mode, also those without one', async () => {
  const leases = createLeases(store)
  const lease = { id: 'lease-1', owner: 'ann', endsAt: new Date(Date.now() + 60_000) }
  const realm = await leases.begin('account', lease)
  const { save } = createDirectory(store, realm)
  await save([rowOf('c-ann-1'), rowOf('c-ann-2', { mode: 'simulated' })], at(1))
  expect(await leases.reached(realm)).toBeUndefined()
  await save([rowOf('c-ann-3', { mode: 'unknown', createdAt: undefined })], at(2))
  expect((await leases.reached(realm))?.reached).toMatchObject({ bound: 'addedConnections', of: 'owner' })

  const other = await leases.begin('other', { ...lease, id: 'lease-2', owner: 'bob' })
  await createDirectory(store, other).save(
    [rowOf('c-bob-1', { mode: 'unknown' }), rowOf('c-bob-2', { mode: 'unknown' })],
    at(3),
  )
  expect((await leases.reached(other))?.reached).toMatchObject({ of: 'all' })
})
