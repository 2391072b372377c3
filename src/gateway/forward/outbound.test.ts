/** A proxy of the environment: hosts, token server and provider are reached through it, this computer never is. */
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createProvider } from '../auth/provider'
import { codeOf, startHost, startTestGateway } from '../harness'
import { createOutbound } from './outbound'
import { createServiceToken } from './service-token'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Connects every name to one port of this computer, or refuses to. */
async function startProxy(to: string | undefined) {
  const asked: string[] = []
  const credentials: (string | undefined)[] = []
  const server = createServer((_, res) => res.writeHead(400).end())
  server.on('connect', (req, socket, head) => {
    asked.push(req.url ?? '')
    credentials.push(req.headers['proxy-authorization'])
    socket.on('error', () => {})
    if (to === undefined) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const other = connect(Number(new URL(to).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      other.write(head)
      other.pipe(socket).pipe(other)
    })
    other.on('error', () => socket.destroy())
    socket.on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, credentials, address: `http://someone:canary@127.0.0.1:${port}` }
}
async function hostThat(...reply: Parameters<typeof startHost>) {
  const host = await startHost(...reply)
  closers.push(host.close)
  return host
}
const far = {
  vehicleData: 'http://vehicle-data.example',
  vehicle: 'http://vehicle.example/base',
  management: 'http://management.example:8080',
}
/** Sent in the clear: what the proxy was asked for is to be seen. */
const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't', INSECURE_HTTP: '1' }
async function gatewayFor(hosts: typeof far, env: Record<string, string>) {
  const gateway = await startTestGateway(hosts, { ...tokens, ...env })
  closers.push(gateway.close)
  return gateway
}

describe('HTTP_PROXY and HTTPS_PROXY', () => {
  it('carry reads, changes and looks to the hosts, which see nothing of the proxy', async () => {
    const host = await hostThat()
    const proxy = await startProxy(host.address)
    const gateway = await gatewayFor(far, { HTTP_PROXY: proxy.address })
    expect((await gateway.ask('/api/vehicle/v3/connections?x=%zz')).status).toBe(200)
    expect((await gateway.ask('/api/vehicle/v3/connections/a%2Fb', { method: 'DELETE' })).status).toBe(200)
    expect((await gateway.ask('/api/vehicle-data/v2.0/vehicles/v/vin')).status).toBe(200)
    expect(host.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /base/v3/connections?x=%zz',
      'DELETE /base/v3/connections/a%2Fb',
      'GET /v2.0/vehicles/v/vin',
    ])
    expect(host.requests.map(({ headers }) => headers.host)).toEqual([
      'vehicle.example',
      'vehicle.example',
      'vehicle-data.example',
    ])
    expect(await (await gateway.ask('/reach/management')).json()).toMatchObject({ reachable: true })
    expect((await gateway.app.report()).join()).toContain(`${far.vehicle} responds (200); it accepted the token.`)
    expect(new Set(proxy.asked)).toEqual(
      new Set(['vehicle.example:80', 'vehicle-data.example:80', 'management.example:8080']),
    )
    expect(new Set(proxy.credentials)).toEqual(new Set([`Basic ${btoa('someone:canary')}`]))
    expect(JSON.stringify(host.requests)).not.toMatch(/canary|proxy/)
  })
  it('carry what is fetched from the token server and the provider', async () => {
    const host = await hostThat((req, res) => {
      const isToken = req.url === '/token'
      res.writeHead(isToken ? 200 : 404, { 'content-type': 'application/json' })
      res.end(isToken ? '{"access_token":"t","token_type":"bearer"}' : '{}')
    })
    const { address, asked } = await startProxy(host.address)
    const outbound = createOutbound({ httpsProxy: '', httpProxy: address, noProxy: '' })
    closers.push(outbound.close)
    const credentials = { tokenUrl: 'http://id.example/token', clientId: 'a', clientSecret: 'b' }
    expect(await createServiceToken(credentials, { outbound }).get()).toBe('t')
    const oidc = { clientId: 'a', clientSecret: 'b', roleClaim: undefined, trusts: () => false }
    const provider = createProvider({ kind: 'oidc', issuer: 'http://provider.example', ...oidc }, outbound)
    await expect(provider.begin('http://localhost/auth/callback')).rejects.toThrow()
    expect(asked).toEqual(['id.example:80', 'provider.example:80'])
    expect(host.requests.map(({ target }) => target)).toEqual(['/token', '/.well-known/openid-configuration'])
  })
  it.each([
    ['someone@', 'someone:'],
    ['some%40one:100%@', 'some@one:100%'],
    ['someone:p@ss@', 'someone:p@ss'],
  ])('may have no scheme, and credentials as people write them: %s', async (written, credentials) => {
    const host = await hostThat()
    const proxy = await startProxy(host.address)
    const gateway = await gatewayFor(far, { HTTP_PROXY: written + new URL(proxy.address).host })
    expect(await (await gateway.ask('/reach/management')).json()).toMatchObject({ reachable: true })
    expect((await gateway.ask('/api/vehicle/v3/connections')).status).toBe(200)
    expect(new Set(proxy.credentials)).toEqual(new Set([`Basic ${btoa(credentials)}`]))
  })
  it('carry https by HTTPS_PROXY, as a tunnel', async () => {
    const proxy = await startProxy(undefined)
    const hosts = { ...far, vehicle: 'https://vehicle.example' }
    const gateway = await gatewayFor(hosts, { https_proxy: proxy.address, HTTPS_PROXY: 'http://127.0.0.1:9' })
    const answer = await gateway.ask('/api/vehicle/v3/connections')
    expect(await answer.clone().text()).toContain('the proxy (HTTPS_PROXY) didn’t connect')
    expect(await answer.clone().text()).not.toContain('canary')
    expect(await codeOf(answer)).toBe('502 GATEWAY UPSTREAM_UNREACHABLE')
    expect(proxy.asked).toEqual(['vehicle.example:443'])
  })
  it('are named if they can’t be reached, with the reason', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // listening on TCP
    await new Promise((resolve) => server.close(resolve))
    const address = `someone:canary@127.0.0.1:${port}`
    const hosts = { ...far, vehicle: 'https://vehicle.example' }
    const gateway = await gatewayFor(hosts, { HTTPS_PROXY: address, HTTP_PROXY: address })
    const words = `the proxy 127.0.0.1:${port} can’t be reached, because the connection was refused (check HTTPS_PROXY and HTTP_PROXY)`
    for (const path of ['vehicle/v3/connections', 'management/v3/webhooks']) {
      const text = await (await gateway.ask(`/api/${path}`)).text()
      expect(text).toContain(words)
      expect(text).not.toContain('canary')
    }
    expect((await gateway.app.report()).join()).toContain(`${hosts.vehicle} can’t be reached: ${words}.`)
    const outbound = createOutbound({ httpsProxy: `http://${address}`, httpProxy: '', noProxy: '' })
    closers.push(outbound.close)
    const oidc = { clientId: 'a', clientSecret: 'b', roleClaim: undefined, trusts: () => false }
    const provider = createProvider({ kind: 'oidc', issuer: 'https://provider.example', ...oidc }, outbound)
    await expect(provider.begin('http://localhost/auth/callback')).rejects.toThrow(words)
  })
  it('are left out for what is on this computer, and for the names of NO_PROXY', async () => {
    const host = await hostThat()
    const proxy = await startProxy(host.address)
    const hosts = { vehicleData: host.address, vehicle: host.address, management: 'http://management.invalid' }
    const env = { HTTP_PROXY: proxy.address, HTTPS_PROXY: proxy.address, NO_PROXY: '.example, management.invalid' }
    const gateway = await gatewayFor(hosts, env)
    expect((await gateway.ask('/api/vehicle/v3/connections')).status).toBe(200)
    expect((await gateway.ask('/api/vehicle/v3/connections/c', { method: 'DELETE' })).status).toBe(200)
    expect(await (await gateway.ask('/reach/vehicle')).json()).toMatchObject({ reachable: true })
    expect((await gateway.ask('/api/management/v3/webhooks')).status).toBe(502)
    expect(proxy.asked).toEqual([])
  })
})
