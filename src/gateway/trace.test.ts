/** A proxy's id of a request is in its line: from the trusted proxy alone, and only where it is one. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startHost, startTestGateway } from './harness'
import { readEnvironment } from './settings/environment'
import { traceOf } from './trace'

const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const secret = 'a secret for tests, of more than thirty-two bytes'
const { signIn } = readEnvironment({ ...proxy, SESSION_SECRET: secret })
const from = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  traceOf({ socket: { remoteAddress } as never, headers }, signIn) // as far as it is read
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${parentId}-01`
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

describe('traceOf', () => {
  it('is what the proxy says', () => {
    expect(from({ traceparent, 'x-request-id': 'r-1' })).toEqual({ traceId, parentId, proxyRequestId: 'r-1' })
    expect(from({ traceparent: `01-${traceId}-${parentId}-00-more` })).toEqual({ traceId, parentId })
    expect(from({ 'x-request-id': 'Root=1-67891233-abcdef012345678912345678' })).toHaveProperty('proxyRequestId')
    expect(from({})).toEqual({})
  })
  it('is nothing from any other socket', () => {
    expect(from({ traceparent, 'x-request-id': 'r-1' }, '192.0.2.1')).toEqual({})
    const socket = { remoteAddress: '127.0.0.1' } as never // as far as it is read
    expect(traceOf({ socket, headers: { traceparent, 'x-request-id': 'r-1' } }, undefined)).toEqual({})
  })
  it.each([
    ...['', 'x', `00-${traceId}-${parentId}`, `00-${traceId}-${parentId}-01-more`, `ff-${traceId}-${parentId}-01`],
    ...[`00-${'0'.repeat(32)}-${parentId}-01`, `00-${traceId}-${'0'.repeat(16)}-01`, traceparent.toUpperCase()],
    ...[
      `${traceparent}, ${traceparent}`,
      ` ${traceparent}`,
      `00-${traceId}-${parentId}-0g`,
      `01-${traceId}-${parentId}-00x`,
    ],
  ])('is not the traceparent %j', (traceparent) => expect(from({ traceparent })).toEqual({}))
  it.each(['', 'a b', 'a, b', 'a"b', 'a<b', 'ä', 'a\u0000', 'x'.repeat(129)])('is not the request id %j', (id) =>
    expect(from({ 'x-request-id': id })).toEqual({}),
  )
})

describe('a request through a proxy', () => {
  async function lineOf(env: Record<string, string>) {
    const host = await startHost()
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't', ...env })
    closers.push(host.close, gateway.close)
    const headers = { traceparent, 'x-request-id': 'r-1', 'x-remote-user': 'one', 'x-remote-roles': 'operator' }
    const answer = await gateway.ask('/api/vehicle/v3/connections/c', { method: 'DELETE', headers })
    expect(answer.status).toBe(200)
    await vi.waitFor(() => expect(gateway.log).toHaveLength(1))
    for (const header of ['traceparent', 'x-request-id']) expect(host.requests[0]?.headers[header]).toBeUndefined()
    const id = answer.headers.get('x-forecourt-request-id')
    expect(gateway.lines.map((line) => JSON.parse(line).id)).toEqual([id, id]) // its own: another may come twice
    return JSON.parse(gateway.log[0] ?? '')
  }
  it('has the proxy’s ids in its line, beside its own', async () => {
    expect(await lineOf(proxy)).toMatchObject({ traceId, parentId, proxyRequestId: 'r-1' })
  })
  it('has none where no proxy is trusted', async () => {
    const line = await lineOf({})
    for (const name of ['traceId', 'parentId', 'proxyRequestId']) expect(line).not.toHaveProperty(name)
  })
})
