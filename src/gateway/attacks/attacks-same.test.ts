/** Requests that are the same, over real sockets: one at the host, and nobody is told what another one was. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'

const connections = '/api/vehicle/v3/connections'
const vin = '/api/vehicle-data/v2.0/vehicles/v/vin'
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
/** What the host does with a request. */
let reply: (req: IncomingMessage, res: ServerResponse) => void
let answers = 0
const count = (_: IncomingMessage, res: ServerResponse) => {
  answers += 1
  res.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":${answers}}`)
}
const held: ServerResponse[] = []
const hold = (_: IncomingMessage, res: ServerResponse) => void held.push(res)
/** Answers all that is held, each with a number of its own. */
const letGo = () => {
  for (const res of held.splice(0)) count(res.req, res)
}

beforeAll(async () => {
  host = await startHost((req, res) => reply(req, res))
  const { address } = host
  const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
  const hosts = { vehicleData: address, vehicle: address, management: address }
  gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't', ...proxy })
})
beforeEach(() => {
  reply = count
  answers = 0
  host.requests.length = 0
  gateway.log.length = 0
})
afterEach(() => letGo())
afterAll(async () => {
  await gateway.close()
  host.close()
})

let operators = 0
/** Somebody who has asked nothing yet. */
const somebody = (roles = 'operator') => {
  operators += 1
  return { 'x-remote-user': `operator-${operators}`, 'x-remote-roles': roles }
}
const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  gateway.ask(path, { ...init, headers })
const dataOf = async (answer: Response) => ((await answer.json()) as { data: unknown }).data
const reached = () => vi.waitFor(() => expect(held.length).toBeGreaterThan(0), 5000)

describe('the same free read, many times at once', () => {
  it('is one at the host, and says so to those who did not send it', async () => {
    reply = hold
    const path = `${connections}?once`
    const all = Array.from({ length: 50 }, () => ask(path, somebody()))
    await reached()
    await vi.waitFor(() => expect(host.requests).toHaveLength(1))
    const late = ask(path, somebody())
    await ask('/healthz', somebody()) // by now the late one has joined
    letGo()
    const responses = await Promise.all([...all, late])
    expect(await Promise.all(responses.map(dataOf))).toEqual(Array(51).fill(1))
    expect(host.requests).toHaveLength(1)
    const reused = responses.map(({ headers }) => headers.get('x-forecourt-reused'))
    expect(reused.toSorted()).toEqual([...Array(50).fill('flight'), null])
    await vi.waitFor(() => expect(gateway.log).toHaveLength(51))
    expect(gateway.log.filter((line) => JSON.parse(line).reused === 'flight')).toHaveLength(50)
    const labels = 'host="vehicle",operation="GET /v3/connections",from="flight"'
    expect(await gateway.app.metrics.text()).toContain(`forecourt_requests_reused_total{${labels}} 50\n`)
  })
  it('is told to nobody whose role, or whose token, is another', async () => {
    reply = hold
    const path = `${connections}?rights`
    const own = somebody()
    const handed = await ask('/session', own, { method: 'POST', body: '{"version3":"other"}' })
    const other = { ...own, cookie: cookieOf(handed.headers.getSetCookie()) }
    const first = ask(path, own)
    await reached()
    expect(await codeOf(await ask(path, somebody('none')))).toBe('403 GATEWAY NO_ROLE')
    const second = ask(path, other)
    await vi.waitFor(() => expect(host.requests).toHaveLength(2))
    expect(host.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer t', 'Bearer other'])
    letGo()
    expect([await dataOf(await first), await dataOf(await second)]).toEqual([1, 2])
  })
  it('goes on when the one who sent it leaves, and ends when all have', async () => {
    reply = hold
    const path = `${connections}?leave`
    const browsers = [new AbortController(), new AbortController()] as const
    const [first, second] = browsers.map(({ signal }) => ask(path, somebody(), { signal }))
    await reached()
    browsers[0].abort()
    await expect(first).rejects.toThrow()
    await ask('/healthz', somebody())
    expect(held[0]?.destroyed).toBe(false)
    const gone = new Promise((resolve) => held[0]?.once('close', resolve))
    browsers[1].abort()
    await Promise.all([expect(second).rejects.toThrow(), gone])
    held.length = 0
  })
  it('that is billed is sent each time: each was asked for, and is counted', async () => {
    const answer = await Promise.all([ask(vin, somebody()), ask(vin, somebody())])
    expect((await Promise.all(answer.map(dataOf))).toSorted()).toEqual([1, 2])
    expect(answer.map(({ headers }) => headers.get('x-forecourt-reused'))).toEqual([null, null])
  })
})

describe('an answer just given', () => {
  it('is given again to the same operator alone', async () => {
    const path = `${connections}?again`
    const own = somebody()
    expect(await dataOf(await ask(path, own))).toBe(1)
    const again = await ask(path, own)
    expect([again.headers.get('x-forecourt-reused'), await dataOf(again)]).toEqual(['memory', 1])
    const fresh = await ask(path, { ...own, 'x-forecourt-fresh': '1' })
    expect([fresh.headers.get('x-forecourt-reused'), await dataOf(fresh)]).toEqual([null, 2])
    expect(await dataOf(await ask(path, somebody()))).toBe(3)
    expect(host.requests).toHaveLength(3)
  })
  it('is no error: who tries again asks again', async () => {
    const own = somebody()
    reply = (_, res) => res.writeHead(503).end('{}')
    expect((await ask(`${connections}?retry`, own)).status).toBe(503)
    reply = count
    expect((await ask(`${connections}?retry`, own)).status).toBe(200)
  })
  it('is forgotten by a change of anybody, and the reads that confirm a removal are new ones', async () => {
    const [own, other] = [somebody(), somebody()]
    const path = `${connections}/c`
    await ask(path, own)
    await ask(path, other)
    expect((await ask(path, own, { method: 'DELETE' })).status).toBe(200)
    const looked: unknown[] = []
    for (const who of [own, own, other, own]) looked.push(await dataOf(await ask(path, who)))
    expect(new Set(looked).size).toBe(4)
    expect(host.requests.filter(({ method }) => method === 'GET')).toHaveLength(6)
  })
  it('to a read that began before a removal ended is given to nobody after it', async () => {
    const own = somebody()
    const path = `${connections}/d`
    reply = (req, res) => (req.method === 'DELETE' ? res.writeHead(204).end() : hold(req, res))
    const before = ask(path, own)
    await reached()
    expect((await ask(path, own, { method: 'DELETE' })).status).toBe(204)
    reply = (_, res) => res.writeHead(404).end('{}')
    expect((await ask(path, own)).status).toBe(404)
    letGo()
    expect((await before).status).toBe(200)
    expect((await ask(path, own)).status).toBe(404)
  })
})
