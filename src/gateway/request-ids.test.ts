/** Every response names its request: the console takes one without that name for a proxy's. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REQUEST_ID_HEADER } from '../api/config'
import { startHost, startTestGateway, type TestGateway } from './harness'

let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
beforeAll(async () => {
  const dist = mkdtempSync(join(tmpdir(), 'forecourt-dist-'))
  writeFileSync(join(dist, 'first.js'), '/* a script */')
  host = await startHost()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't', BODY_LIMIT_KB: '1' }, dist)
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

const large = { method: 'POST', body: JSON.stringify({ version3: 'x'.repeat(5_000) }) }
const foreign = { headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' } }

it.each<[status: number, path: string, init?: RequestInit]>([
  [200, '/api/vehicle/v3/connections'],
  [404, '/api/vehicle/v3/nothing'],
  [403, '/api/vehicle/v3/connections', foreign],
  [200, '/session'],
  [413, '/session', large],
  [404, '/session/other'],
  [200, '/auth/session'],
  [200, '/reach/vehicle'],
  [404, '/team/state'],
  [200, '/events'],
  [200, '/config.json'],
  [200, '/healthz'],
  [200, '/openapi.json'],
  [200, '/first.js'],
  [404, '/assets/of-another-build.js'],
  [200, '/connections', { headers: { accept: 'text/html' } }],
  [200, '/connections', { method: 'HEAD', headers: { accept: 'text/html' } }],
])('%i of %s', async (status, path, init) => {
  const response = await gateway.ask(path, init)
  await response.body?.cancel()
  expect([response.status, response.headers.get(REQUEST_ID_HEADER)]).toEqual([
    status,
    expect.stringMatching(/^[\da-f-]{36}$/),
  ])
})
