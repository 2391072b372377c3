/** `GET /reach/…`: whether a host answers, told apart from what it answers; without a token, for this console only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, startHost, startTestGateway, type TestGateway } from './harness'

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
