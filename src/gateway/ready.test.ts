/** The look at the start: a token is tried with a list of one row, in the provider's own words. */
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { startHost } from './harness'
import { createLooks } from './reach'
import { createReadiness } from './ready'
import type { StoreState } from './team/store-away'

it('is not ready until the store was opened once, and ready without it after that', async () => {
  const hosts = { vehicleData: 'http://a', vehicle: 'http://a', management: 'http://a' }
  let state: StoreState = 'starting'
  const store = { state: () => state, reason: () => undefined }
  const app = new Hono().get(
    '/',
    createReadiness({ hosts, look: createLooks(hosts), serviceToken: undefined, store }).answer,
  )
  const statuses: number[] = []
  for (state of ['starting', 'ready', 'away'] as const) statuses.push((await app.request('/')).status)
  expect(statuses).toEqual([503, 200, 200])
})
it.each([
  [undefined, 'page[size]=1'],
  [{ 'page[size]': 'per_page' }, 'per_page=1'],
])('with the names %j it asks for %s', async (parameters, query) => {
  const host = await startHost()
  try {
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const tokens = { vehicle: 'v', management: 'm', vehicleData: undefined }
    const store = { state: () => 'ready' as const, reason: () => undefined }
    const given = { hosts, look: createLooks(hosts), serviceToken: undefined, tokens, store }
    const lines = await createReadiness({ ...given, ...(parameters && { parameters }) }).report()
    expect(lines.filter((line) => line.endsWith('it accepted the token.'))).toHaveLength(2)
    const asked = host.requests.filter(({ headers }) => headers.authorization).map(({ target }) => target)
    expect(asked.toSorted()).toEqual([`/v3/connections?${query}`, `/v3/webhooks?${query}`])
  } finally {
    host.close()
  }
})
