/** Attacks on the team's directory, each by name: nobody else's page, role, account or cursor gets anything of it. */
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { createDouble } from '../team/team-harness'
import { answersIn, rawRequest } from './attack-harness'

const double = createDouble()
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
const reads = ['/team/directory', '/team/users', '/team/vehicles', '/team/find?q=a', '/team/makes']
const as = (roles: string, user = 'ann') => ({ 'x-remote-user': user, 'x-remote-roles': roles })
const ask = (path: string, init: RequestInit = {}) =>
  gateway.ask(path, { ...init, headers: { ...as('operator'), ...(init.headers as Record<string, string>) } })
const order = (body: string, headers = {}) => ask('/team/crawl', { method: 'POST', body, headers })

beforeAll(async () => {
  host = await startHost()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  gateway = await startTestGateway(
    hosts,
    {
      ...{ ACCESS_TOKEN: 'canary-own', VEHICLE_DATA_TOKEN: 'canary-data', BODY_LIMIT_KB: '1' },
      ...{ TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' },
    },
    undefined,
    { store: double.source },
  )
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'))
})
beforeEach(() => {
  double.asked.length = 0
})
/** No attack reaches a host or gives an order, and the directory is still there for those whose it is. */
afterEach(async () => {
  expect(host.requests).toEqual([])
  const orders = double.asked
    .map(([what]) => what)
    .filter((what) => /start|pause|resume|stop|remove|purge/.test(`${what}`))
  expect(orders).toEqual([])
  expect((await ask('/team/users')).status).toBe(200)
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

describe('from another site, with the operator’s sign-in', () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  it.each(reads)('a page that reads %s', async (path) => {
    expect(await codeOf(await ask(path, { headers: evil }))).toBe('403 GATEWAY FOREIGN_ORIGIN')
  })
  it.each(reads)('an image of %s, in a browser that says nothing of where it is', async (path) => {
    const answer = await fetch(`${gateway.origin}${path}`, { headers: { ...as('operator'), accept: 'image/*' } })
    expect(await codeOf(answer)).toBe('403 GATEWAY FOREIGN_ORIGIN')
  })
  it('a form that stops the crawl', async () => {
    for (const headers of [evil, { ...evil, 'content-type': 'text/plain' }, { origin: 'null' }])
      expect(await codeOf(await order('{"action":"stop"}', headers))).toBe('403 GATEWAY FOREIGN_ORIGIN')
    // The header that scripts send is enough to read, and never to change anything.
    const { port } = gateway
    const start = 'POST /team/crawl HTTP/1.1'
    const own = [`Host: localhost:${port}`, 'x-forecourt: 1', 'x-remote-user: ann', 'x-remote-roles: operator']
    const body = '{"action":"stop"}'
    const headers = [...own, `Content-Length: ${body.length}`, 'Connection: close']
    expect(answersIn(await gateway.raw(rawRequest(start, headers, body)))).toEqual({ status: 403, count: 1 })
  })
  it('a page under a name of its own (DNS rebinding)', async () => {
    const headers = ['Host: evil.example', 'Origin: http://evil.example', 'x-remote-user: ann', 'Connection: close']
    const text = await gateway.raw(rawRequest('GET /team/users HTTP/1.1', headers))
    expect(answersIn(text)).toEqual({ status: 403, count: 1 })
    expect(text).not.toContain('u-1')
  })
})

describe('somebody', () => {
  it('without a sign-in, or without a role, gets nothing', async () => {
    for (const path of reads) {
      expect(await codeOf(await gateway.ask(path))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
      expect(await codeOf(await gateway.ask(path, { headers: as('nobody') }))).toBe('403 GATEWAY NO_ROLE')
    }
  })
  it('who may only read orders nothing, whatever is sent', async () => {
    for (const role of ['viewer', 'reader'])
      for (const body of ['{"action":"stop"}', '{', 'x'.repeat(5_000)])
        expect(await codeOf(await order(body, as(role)))).toBe('403 GATEWAY ROLE')
  })
  it('who names an account that is not theirs is refused', async () => {
    for (const account of ['', 'x', 'null', 'A'.repeat(16)])
      expect(await codeOf(await ask('/team/users', { headers: { 'x-forecourt-account': account } }))).toBe(
        '409 GATEWAY ACCOUNT_CHANGED',
      )
  })
  it('who forges the cookie of a token is not shown what the server’s shows', async () => {
    for (const value of ['x', 'a.b.c.d.e']) {
      const cookie = `${gateway.named('forecourt-version3')}=${value}`
      expect(await codeOf(await ask('/team/users', { headers: { cookie } }))).toBe('401 GATEWAY NO_TOKEN')
    }
  })
})

describe('a query', () => {
  const refused = '400 GATEWAY BAD_REQUEST'
  it('that is huge is refused before anything is searched', async () => {
    for (const name of ['q', 'mode', 'make', 'sort', 'limit', 'after'])
      expect(await codeOf(await ask(`/team/vehicles?${name}=${'%'.repeat(1)}25${'a'.repeat(3_000)}`))).toBe(refused)
    expect(await codeOf(await ask(`/team/users?${'q=a&'.repeat(1_001)}`))).toBe(refused)
    expect(await codeOf(await ask(`/team/users?${'x'.repeat(10_000)}=1`))).toBe(refused)
    expect(await codeOf(await ask(`/team/find?q=${'ä'.repeat(301)}`))).toBe(refused)
    expect(double.asked).toEqual([])
  })
  it('with a cursor that no page can have given reaches no statement', async () => {
    const cursors = [
      "' OR 1=1--",
      '\0',
      '../..%00',
      '{"sort":"name"}',
      'a b',
      'ä',
      '\u{1f600}',
      '"',
      '<script>',
      '\r\nx: y',
    ]
    const answers = await Promise.all(cursors.map((after) => ask(`/team/users?after=${encodeURIComponent(after)}`)))
    for (const answer of answers) expect(await codeOf(answer)).toBe(refused)
    expect(double.asked).toEqual([])
  })
  it('is a value and never a statement', async () => {
    const q = "'; DROP TABLE users; --"
    await ask(`/team/users?q=${encodeURIComponent(q)}`)
    expect(double.asked.filter(([what]) => what === 'users')).toEqual([['users', { q, limit: 50 }]])
  })
  it('in a body, a fragment or another method is none', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])
      expect(await codeOf(await ask('/team/users', { method, body: '{"q":"a"}' }))).toBe('404 GATEWAY NOT_AN_OPERATION')
    for (const path of ['/team/users/', '/team//users', '/team/%75sers/..', '/team/users%00', '/team/USERS'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })
})

describe('an order', () => {
  it.each([
    ['huge', JSON.stringify({ action: 'stop', more: 'x'.repeat(2_000) }), '413 GATEWAY BODY_TOO_LARGE'],
    ['nested a thousand levels', `${'['.repeat(400)}${']'.repeat(400)}`, '400 GATEWAY BAD_REQUEST'],
    ['no JSON', '{"action":"stop"', '400 GATEWAY BAD_REQUEST'],
    ['of a method that every object has', '{"action":"constructor"}', '400 GATEWAY BAD_REQUEST'],
    ['of what no operator may', '{"action":"close"}', '400 GATEWAY BAD_REQUEST'],
    ['with a prototype', '{"__proto__":{"action":"stop"}}', '400 GATEWAY BAD_REQUEST'],
    ['in somebody else’s name', '{"action":"stop","by":"bob"}', '400 GATEWAY BAD_REQUEST'],
  ])('that is %s', async (_, body, code) => {
    expect(await codeOf(await order(body))).toBe(code)
  })
})

describe('many at once', () => {
  it('of one operator wait for their own turn, not for another’s', async () => {
    const go = double.hold()
    const mine = Array.from({ length: 40 }, () => ask('/team/users', { headers: as('viewer', 'eve') }))
    await vi.waitFor(() => expect(double.asked.filter(([what]) => what === 'users')).toHaveLength(4))
    const other = ask('/team/find?q=a', { headers: as('viewer', 'bob') })
    await vi.waitFor(() => expect(double.asked.map(([what]) => what)).toContain('find'))
    expect(double.asked.filter(([what]) => what === 'users')).toHaveLength(4)
    go()
    for (const response of await Promise.all([...mine, other])) expect(response.status).toBe(200)
  })
  it('of browsers that left hold no place', async () => {
    const go = double.hold()
    const left = new AbortController()
    const gone = Array.from({ length: 40 }, () =>
      ask('/team/users', { headers: as('viewer', 'eve'), signal: left.signal }).catch(() => 'left'),
    )
    await vi.waitFor(() => expect(double.asked.filter(([what]) => what === 'users')).toHaveLength(4))
    gateway.log.length = 0
    left.abort()
    await vi.waitFor(() => expect(gateway.log).toHaveLength(36)) // those that wait, once their end is heard
    expect(new Set(await Promise.all(gone))).toEqual(new Set(['left']))
    go()
    expect((await ask('/team/users', { headers: as('viewer', 'eve') })).status).toBe(200)
    expect(double.asked.filter(([what]) => what === 'users')).toHaveLength(5)
  })
})

describe('a body that never ends', () => {
  const { own, end } = unfinishedBodies()
  afterEach(end)
  it('keeps nobody else from the store, however many there are', async () => {
    const users = ['eve', 'mallory', 'oscar', 'trudy']
    let begun = 0
    const count = () => {
      begun += 1
    }
    gateway.server.on('request', count)
    for (const user of users) for (let nth = 0; nth < 8; nth += 1) own('POST /team/crawl', 100, as('operator', user))
    await vi.waitFor(() => expect(begun).toBe(32))
    gateway.server.off('request', count)
    for (let nth = 0; nth < 5; nth += 1) await ask('/session') // by then each has what it takes
    const beside = ask('/team/users', { headers: as('viewer', 'bob') })
    expect((await beside).status).toBe(200)
    // Their own searches, too: a body has no place of the store.
    expect((await ask('/team/users', { headers: as('viewer', 'eve') })).status).toBe(200)
  })
  it('of someone whose role is not enough is refused before any of it has come', async () => {
    const megabytes = 8 * 1024 * 1024
    for (const [start, size, role] of [
      ['POST /team/crawl', 100, 'viewer'],
      ['POST /team/jobs', megabytes, 'viewer'],
    ] as const)
      expect([start, await own(start, size, as(role)).code()]).toEqual([start, '403 ROLE'])
    expect(await own('POST /team/jobs', megabytes, as('none')).code()).toBe('403 NO_ROLE')
    const account = { ...as('operator'), 'x-forecourt-account': 'another' }
    expect(await own('POST /team/jobs', megabytes, account).code()).toBe('409 ACCOUNT_CHANGED')
  })
})

/** Requests whose bodies are announced and not sent. */
function unfinishedBodies() {
  const sockets: Socket[] = []
  function own(start: string, size: number, headers: Record<string, string>) {
    let received = ''
    const lines = [`Host: localhost:${gateway.port}`, `Origin: ${gateway.origin}`, `Content-Length: ${size}`]
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const socket = connect(gateway.port, '127.0.0.1', () =>
      socket.write(rawRequest(`${start} HTTP/1.1`, [...lines, ...more], '{')),
    )
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => undefined) // cut off
    sockets.push(socket)
    const code = async () => {
      await vi.waitFor(() => expect(received).toContain('"code"'))
      return `${answersIn(received).status} ${/"code":"(\w+)"/.exec(received)?.[1]}`
    }
    return { code }
  }
  const end = () => {
    for (const socket of sockets.splice(0)) socket.destroy()
  }
  return { own, end }
}

describe('what customers are called', () => {
  it('is in no line of the log and the record, whatever becomes of the search', async () => {
    await ask('/team/users?q=canary-name&after=canary-cursor')
    await ask('/team/find?q=canary-name')
    await ask('/team/users?canary-parameter=1')
    for (const failure of ['timeout', 'failed', 'unavailable'] as const) {
      double.fail(failure)
      expect(await (await ask('/team/vehicles?q=canary-name')).text()).not.toContain('canary')
    }
    double.fail(undefined)
    await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'))
    const lines = [...gateway.lines, ...gateway.events, ...gateway.log, ...gateway.faults].join('\n')
    expect(lines).not.toContain('canary')
    expect(gateway.log.filter((line) => JSON.parse(line).route === '/team').length).toBeGreaterThan(5)
    expect(await gateway.app.metrics.text()).not.toContain('canary')
  })
})
