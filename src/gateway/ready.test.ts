/** The look at the start: a token is tried with a list of one row, in the provider's own words. */
import { expect, it } from 'vitest'
import { startHost } from './harness'
import { createLooks } from './reach'
import { createReadiness } from './ready'

it.each([
  [undefined, 'page[size]=1'],
  [{ 'page[size]': 'per_page' }, 'per_page=1'],
])('with the names %j it asks for %s', async (parameters, query) => {
  const host = await startHost()
  try {
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const tokens = { vehicle: 'v', management: 'm', vehicleData: undefined }
    const given = { hosts, look: createLooks(hosts), serviceToken: undefined, tokens }
    const lines = await createReadiness({ ...given, ...(parameters && { parameters }) }).report()
    expect(lines.filter((line) => line.endsWith('it accepted the token.'))).toHaveLength(2)
    const asked = host.requests.filter(({ headers }) => headers.authorization).map(({ target }) => target)
    expect(asked.toSorted()).toEqual([`/v3/connections?${query}`, `/v3/webhooks?${query}`])
  } finally {
    host.close()
  }
})
