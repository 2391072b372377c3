/** A running server erases what was delivered of a connection that a crawl finds gone, within seconds. */
import { expect, it, vi } from 'vitest'
import { directoryRow } from '../../api/directory-row'
import { createDirectory } from '../../store/directory'
import { openTestStore } from '../../store/harness'
import { startHost } from '../harness'
import { startDeliveryGateway } from './delivery-harness'

it('without a removal, a restart or a request', async () => {
  const store = await openTestStore('postgresql')
  const host = await startHost((_, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  const stage = await startDeliveryGateway(store, host.address)
  const [realm] = await store.query('SELECT id FROM realms')
  const directory = createDirectory(store, Number(realm?.id))
  const row = { ...directoryRow({ id: 'c-1' }), userId: 'ann', vehicleId: 'v-ann', mode: 'live' }
  await directory.save([row], new Date())
  await stage.deliver({ userId: 'ann', vehicleId: 'v-ann' }, { userId: 'bob', vehicleId: 'v-bob' })
  await directory.gone(['c-1'], new Date())
  await vi.waitFor(async () => expect((await stage.rows()).map(({ userId }) => userId)).toEqual(['bob']), {
    timeout: 15_000,
    interval: 200,
  })
  await stage.gateway.close()
  host.close()
  await store.close()
}, 40_000)
