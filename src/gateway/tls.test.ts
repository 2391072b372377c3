/** A TLS failure is explained wherever people see it: which host, which issuer, what to do. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createCertificate } from '../receiver/certificate-harness'
import { createForwardSend } from '../receiver/forward-send'
import { createProvider } from './auth/provider'
import { createOutbound } from './forward/outbound'
import { createServiceToken } from './forward/service-token'
import { startTestGateway } from './harness'
import { createJobNotice } from './team/job-notice'
import { createConnector, tlsWords } from './tls-words'

const authority = createCertificate({ name: 'Example Root CA', isAuthority: true })
const leaf = createCertificate({ name: 'vehicle.example', hosts: ['127.0.0.1'], issuer: authority })
const chain = { key: leaf.key, cert: leaf.cert + authority.cert }

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A server over TLS whose certificate this process doesn’t trust. It counts requests. */
async function startTlsHost() {
  let requests = 0
  const server: Server = createServer(chain, (_, response) => {
    requests += 1
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // listening on TCP
  return { address: `https://127.0.0.1:${port}`, authority: `127.0.0.1:${port}`, requests: () => requests }
}

/** The parts that a person needs, wherever the words appear. */
function expectWords(text: string, host: string) {
  expect(text).toContain(`the certificate of ${host} was issued by “Example Root CA”, which this server doesn’t trust`)
  expect(text).toContain('NODE_EXTRA_CA_CERTS')
}

describe('a certificate of an unknown issuer', () => {
  it('is named in the error of a request, in reachability checks and in the lines of the start', async () => {
    const host = await startTlsHost()
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 'canary-token' })
    closers.push(gateway.close)
    const response = await gateway.ask('/api/vehicle/v3/connections')
    expect(response.status).toBe(502)
    const { errors } = (await response.json()) as { errors: { code: string; detail: string }[] }
    expect(errors[0]?.code).toBe('UPSTREAM_UNREACHABLE')
    expectWords(errors[0]?.detail ?? '', host.authority)
    const reach = (await (await gateway.ask('/reach/vehicle')).json()) as { reachable: boolean; error: string }
    expect(reach.reachable).toBe(false)
    expectWords(reach.error, host.authority)
    expectWords((await gateway.app.hosts()).hosts.management.error ?? '', host.authority)
    expectWords((await gateway.app.report())[0] ?? '', host.authority)
    expect(host.requests()).toBe(0)
  })

  it('leaves a change not sent, on record as such', async () => {
    const host = await startTlsHost()
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 'canary-token' })
    closers.push(gateway.close)
    const response = await gateway.ask('/api/vehicle/v3/connections/one', { method: 'DELETE' })
    expect(response.status).toBe(502)
    const text = await response.text()
    expectWords(text, host.authority)
    expect(text).toContain('Nothing was sent.')
    expect(gateway.lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'outcome')).toMatchObject({
      status: 'not sent',
      reason: expect.stringContaining('Example Root CA'),
    })
    expect(host.requests()).toBe(0)
  })

  it('is named by the token server, the sign-in provider and NOTIFY_URL', async () => {
    const host = await startTlsHost()
    const outbound = createOutbound()
    closers.push(outbound.close)
    const failures = [
      createServiceToken(
        { tokenUrl: `${host.address}/token`, clientId: 'a', clientSecret: 'canary-secret' },
        { outbound },
      ).get(),
      createProvider(
        {
          ...{ kind: 'oidc', issuer: host.address, clientId: 'a', clientSecret: 'canary-secret' },
          ...{ roleClaim: undefined, trusts: () => false },
        },
        outbound,
      ).begin('http://localhost/auth/callback'),
      createJobNotice({
        ...{ url: `${host.address}/hook`, secret: 'canary-secret', outbound },
        publicAddress: () => 'http://localhost/',
      })({ begunAt: new Date(0), endedAt: new Date(0) } as never), // as much of a job as its notice reads
    ]
    for (const failure of await Promise.allSettled(failures)) {
      const { message } = failure.status === 'rejected' ? (failure.reason as Error) : expect.fail() // all throw errors
      expectWords(message, host.authority)
      expect(message).not.toContain('canary')
    }
    expect(host.requests()).toBe(0)
  })
  it('is named by a destination of FORWARD_TO', async () => {
    const host = await startTlsHost()
    const resolve = async () => ['127.0.0.1']
    const send = createForwardSend({
      ...{ header: 'x-signature', resolve, mayReach: () => true },
      ...{ createConnector, explain: tlsWords },
    })
    closers.push(send.close)
    const to = {
      name: 'archive',
      url: `${host.address.replace('127.0.0.1', 'hooks.example')}/in`,
      webhookId: undefined,
    }
    const original = { body: Buffer.from('canary-body'), signature: 'ab' }
    const { error, reason } = await send.send(to, original, new AbortController().signal)
    expect(error).toBe('certificate')
    expectWords(reason ?? '', host.authority.replace('127.0.0.1', 'hooks.example'))
    expect(host.requests()).toBe(0)
  })
})
