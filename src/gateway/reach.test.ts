/** `GET /reach/…`: whether a host answers, told apart from what it answers; without a token, for this console only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, startHost, startTestGateway, type TestGateway } from './harness'
import { createLooks, FRESH_MS } from './reach'

let gateway: TestGateway
let host: Awaited<ReturnType<typeof startHost>>
beforeAll(async () => {
  host = await startHost((_, res) => res.writeHead(401).end('who are you'))
  const hosts = { vehicleData: host.address, vehicle: 'http://127.0.0.1:9', management: host.address }
  gateway = await startTestGateway(hosts, { VEHICLE_DATA_TOKEN: 'held-token', ACCESS_TOKEN: 'held-token' })
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

describe('reachability', () => {
  it('is any answer of the root, asked without a token', async () => {
    const answers = await Promise.all([gateway.ask('/reach/vehicle-data'), gateway.ask('/reach/vehicle-data')])
    for (const answer of answers)
      expect(await answer.json()).toEqual({ reachable: true, status: 401, durationMs: expect.any(Number) })
    expect(host.requests.length).toBeLessThanOrEqual(2)
    for (const { method, target, headers } of host.requests) {
      expect([method, target]).toEqual(['GET', '/'])
      expect(JSON.stringify(headers)).not.toContain('held-token')
    }
  })
  it('is looked at once for all who ask at once, for the report about the hosts too', async () => {
    host.requests.length = 0
    const asked = Array.from({ length: 40 }, (_, nth) =>
      nth % 2 ? gateway.ask('/reach/management').then((answer) => answer.json()) : gateway.app.hosts(),
    )
    await Promise.all(asked)
    // vehicle data and management: two hosts here are one, the third refuses
    expect(host.requests.length).toBeLessThanOrEqual(2)
  })
  it('is looked at anew a little later, and while a look is under way by that one alone', async () => {
    host.requests.length = 0
    let time = 0
    const look = createLooks({ vehicleData: host.address, vehicle: '', management: '' }, () => time)
    const first = look('vehicleData')
    time = 60_000
    expect(look('vehicleData')).toBe(first) // it has not ended yet
    await first
    time += FRESH_MS - 1
    await look('vehicleData')
    expect(host.requests).toHaveLength(1)
    time += 1
    await look('vehicleData', 2 * FRESH_MS)
    expect(host.requests).toHaveLength(1)
    await look('vehicleData')
    expect(host.requests).toHaveLength(2)
  })
  it('is not a host that refuses the connection', async () => {
    expect(await (await gateway.ask('/reach/vehicle')).json()).toEqual({
      reachable: false,
      error: 'the connection was refused',
    })
  })
  it('is asked for the three hosts alone, and by this console alone', async () => {
    expect(await codeOf(await gateway.ask('/reach/elsewhere'))).toBe('404 GATEWAY NOT_AN_OPERATION')
    expect(
      await codeOf(await gateway.ask('/reach/vehicle-data', { headers: { 'sec-fetch-site': 'cross-site' } })),
    ).toBe('403 GATEWAY FOREIGN_ORIGIN')
    expect(await codeOf(await gateway.ask('/reach/vehicle-data', { method: 'POST' }))).toBe(
      '404 GATEWAY NOT_AN_OPERATION',
    )
  })
})
