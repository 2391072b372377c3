/** Attacks on the token server, through a host that refuses whatever it is given. */
import { afterEach, describe, expect, it } from 'vitest'
import { startHost, startTestGateway } from '../harness'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** @param refuses whether a request gets 401, whichever token it has */
async function start(refuses: (method: string, target: string) => boolean) {
  let fetched = 0
  const tokens = await startHost((_, res) => {
    fetched += 1
    const body = { access_token: `token-${fetched}`, token_type: 'Bearer', expires_in: 3600 }
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const host = await startHost((req, res) =>
    refuses(req.method ?? '', req.url ?? '')
      ? res.writeHead(401).end('{"errors":[{"code":"UNAUTHENTICATED"}]}')
      : res.writeHead(200).end('{"data":[]}'),
  )
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const env = { TOKEN_URL: `${tokens.address}/token`, CLIENT_ID: 'a', CLIENT_SECRET: 'b' }
  const gateway = await startTestGateway(hosts, env)
  closers.push(tokens.close, host.close, gateway.close)
  return { gateway, host, fetched: () => fetched }
}
const ROUNDS = 20

describe('a host that refuses every token', () => {
  it('has no token fetched for each of its 401s, while another host takes them', async () => {
    const { gateway, host, fetched } = await start((_, target) => target.startsWith('/v3/webhooks'))
    for (let round = 0; round < ROUNDS; round += 1) {
      expect((await gateway.ask(`/api/management/v3/webhooks/${round}`)).status).toBe(401)
      expect((await gateway.ask(`/api/vehicle/v3/connections/${round}`)).status).toBe(200)
    }
    expect(fetched()).toBe(2)
    expect(host.requests).toHaveLength(2 * ROUNDS + 1)
  })
  it('nor where it takes them for other operations', async () => {
    const { gateway, fetched } = await start((method) => method === 'DELETE')
    for (let round = 0; round < ROUNDS; round += 1) {
      expect((await gateway.ask(`/api/vehicle/v3/connections/${round}`)).status).toBe(200)
      expect((await gateway.ask(`/api/vehicle/v3/connections/${round}`, { method: 'DELETE' })).status).toBe(401)
    }
    expect(fetched()).toBe(2)
  })
  it('nor for many at once', async () => {
    const { gateway, fetched } = await start(() => true)
    const asked = Array.from({ length: ROUNDS }, (_, nth) =>
      gateway.ask(`/api/${nth % 2 ? 'vehicle/v3/connections' : 'management/v3/webhooks'}/${nth}`),
    )
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(401)
    for (let round = 0; round < ROUNDS; round += 1) await gateway.ask(`/api/vehicle/v3/connections/x${round}`)
    expect(fetched()).toBeLessThanOrEqual(4)
  })
})
