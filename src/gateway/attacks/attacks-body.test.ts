/** Attacks by bodies that two readers read differently: the gateway reads them strictly, and sends its own spelling. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'

let host: Awaited<ReturnType<typeof startHost>>
/** With a budget of one read of each vehicle a day. */
let gateway: TestGateway
let readOnly: TestGateway
const batchOf = (vehicle: string) => `/api/vehicle-data/v2.0/vehicles/${vehicle}/batch`
const subscriptions = '/api/management/v3/subscriptions'

beforeAll(async () => {
  host = await startHost()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
  writeFileSync(CONFIG, '{"dailyVehicleReads":{"perVehicle":1}}')
  const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }
  gateway = await startTestGateway(hosts, { ...tokens, CONFIG })
  readOnly = await startTestGateway(hosts, { ...tokens, READ_ONLY: '1' })
})
beforeEach(() => {
  host.requests.length = 0
  gateway.lines.length = 0
})
afterAll(async () => {
  await gateway.close()
  await readOnly.close()
  host.close()
})

const send = (path: string, body: BodyInit, more: Record<string, string> = {}, to = gateway) =>
  to.ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...more } })
let vehicles = 0
/** A vehicle that has its whole budget left. */
const fresh = () => {
  vehicles += 1
  return batchOf(`v-${vehicles}`)
}
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const [two, none] = ['[{"path":"/odometer"},{"path":"/fuel"}]', '[]']

describe('a batch', () => {
  it.each<[string, BodyInit]>([
    ['a list that stands twice, the short one last', `{"requests":${two},"requests":${none}}`],
    ['a list that stands twice under another spelling', `{"requests":${two},"re\\u0071uests":${none}}`],
    ['a list that stands twice, the long one last', `{"requests":${none},"requests":${two}}`],
  ])('cannot say one thing here and another there by %s', async (_, body) => {
    const path = fresh()
    const answer = await send(path, body)
    const reached = host.requests.flatMap(({ body: text }) => JSON.parse(text).requests)
    // Whichever list is read, the one that is counted is the one that is sent.
    expect([answer.status, reached]).toEqual(body.toString().endsWith(`${none}}`) ? [200, []] : [429, []])
    expect(host.requests.map((request) => request.body)).toEqual(answer.status === 200 ? ['{"requests":[]}'] : [])
  })
  it.each<[string, BodyInit]>([
    ['a trailing comma', '{"requests":[{"path":"/odometer"},{"path":"/fuel"},]}'],
    ['a comment', `{/**/"requests":${two}}`],
    ['single quotes', "{'requests':[{'path':'/odometer'}]}"],
    ['another case', `{"Requests":${two}}`],
    ['another case beside it', `{"requests":${none},"REQUESTS":${two}}`],
    ['UTF-16', utf16(`{"requests":${two}}`)],
    ['UTF-16 without a mark', Buffer.from(`{"requests":${two}}`, 'utf16le')],
    ['bytes that are no UTF-8', Buffer.from(`{"requests":[{"path":"/odo\xff"}]}`, 'latin1')],
    ['two texts', `{"requests":${none}}{"requests":${two}}`],
    ['a text behind a NUL', `{"requests":${none}}\0{"requests":${two}}`],
    ['lines of JSON', `{"requests":${none}}\n{"requests":${two}}`],
    ['a list alone', two],
    ['a list that is none', '{"requests":{"length":1}}'],
    ['a name more', `{"requests":${none},"more":1}`],
    ['a name more in an item', '{"requests":[{"path":"/odometer","body":{}}]}'],
    ['a prototype', `{"requests":${none},"__proto__":{"requests":${two}}}`],
    ['a prototype in an item', '{"requests":[{"path":"/odometer","__proto__":{"method":"POST"}}]}'],
    ['a path that is a number', '{"requests":[{"path":1}]}'],
    ['a path that is a list', '{"requests":[{"path":["/odometer"]}]}'],
    ['a method', '{"requests":[{"path":"/charge","method":"POST"}]}'],
    ['a form', 'requests=%5B%5D'],
    ['nothing', ''],
    ['no object', 'null'],
    ['very many brackets', '['.repeat(200_000)],
  ])('with %s is refused, and is not counted', async (_, body) => {
    const path = fresh()
    expect(await codeOf(await send(path, body))).toBe('400 GATEWAY BAD_REQUEST')
    expect([host.requests, gateway.lines]).toEqual([[], []])
    expect((await send(path, '{"requests":[{"path":"/odometer"}]}')).status).toBe(200)
  })
  it.each([
    ['no host', 'https://evil.example/odometer'],
    ['no host without a scheme', '//evil.example/odometer'],
    ['no other vehicle', '/vehicles/other/odometer'],
    ['no other vehicle, escaped', '/%76ehicles/other/odometer'],
    ['no other version', '/v3/connections'],
    ['no climb', '/../other/odometer'],
    ['no hidden climb', '/%2e%2e/other/odometer'],
    ['no hidden separator', '/..%2fother%2fodometer'],
    ['no climb before a parameter', '/..;/other/odometer'],
    ['no control character, escaped', '/odometer%0aX'],
    ['no control character, escaped twice', '/odometer%2500'],
    ['no backslash', '/..\\other'],
    ['no line break', '/odometer\r\nDELETE /'],
    ['no batch', '/batch'],
    ['no batch, escaped', '/%62atch'],
    ['no fragment', '/odometer#x'],
    ['no emptiness', ''],
  ])('takes %s for a path', async (_, path) => {
    const answer = await send(fresh(), JSON.stringify({ requests: [{ path }] }))
    expect(await codeOf(answer)).toBe('400 GATEWAY BAD_REQUEST')
    expect(host.requests).toEqual([])
  })
  it('is sent as it was read, whatever its spelling and its type said', async () => {
    const body = `\uFEFF { "requests" : [ {"pa\\u0074h": "odometer/"} ] } `
    const answer = await send(fresh(), body, { 'content-type': 'application/json; charset=utf-16' })
    expect(answer.status).toBe(200)
    expect(host.requests).toMatchObject([
      { body: '{"requests":[{"path":"/odometer"}]}', headers: { 'content-type': 'application/json' } },
    ])
  })
  it('for an id that cannot be decoded is sent as it is addressed', async () => {
    expect((await send(batchOf('%zz'), '{"requests":[{"path":"/odometer"}]}')).status).toBe(200)
    expect(host.requests.map(({ target }) => target)).toEqual(['/v2.0/vehicles/%zz/batch'])
  })
  it('of any shape is counted as what is sent, or is not sent', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify({ requests: value })),
      fc.array(fc.jsonValue()).map((items) => JSON.stringify({ requests: items })),
      fc.array(fc.string()).map((paths) => JSON.stringify({ requests: paths.map((path) => ({ path })) })),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        host.requests.length = 0
        gateway.lines.length = 0
        const { status } = await send(fresh(), body)
        const [reached, ...more] = host.requests
        expect([200, 400, 429]).toContain(status)
        expect([reached !== undefined, more]).toEqual([status === 200, []])
        if (!reached) return
        const { requests } = JSON.parse(reached.body)
        expect(requests.length).toBeLessThanOrEqual(1) // the budget of the vehicle
        expect(JSON.parse(gateway.lines[0] ?? '')).toMatchObject({ event: 'attempt', kind: 'read', requests: 1 })
      }),
      { numRuns: 50 },
    )
  })
})

describe('READ_ONLY', () => {
  it.each(['POST', 'DELETE', 'post', 'PUT', ''])('lets no batch through that says %j', async (method) => {
    const body = JSON.stringify({ requests: [{ path: '/odometer' }, { path: '/charge', method }] })
    expect(await codeOf(await send(batchOf('v'), body, {}, readOnly))).toBe('403 GATEWAY READ_ONLY')
    expect(host.requests).toEqual([])
  })
  it('lets none through that hides it', async () => {
    for (const item of ['{"path":"/charge","METHOD":"POST"}', '{"path":"/charge","__proto__":{"method":"POST"}}'])
      expect(await codeOf(await send(batchOf('v'), `{"requests":[${item}]}`, {}, readOnly))).toBe(
        '400 GATEWAY BAD_REQUEST',
      )
    expect(host.requests).toEqual([])
  })
  it('lets a batch of reads through', async () => {
    expect((await send(batchOf('v'), `{"requests":${two}}`, {}, readOnly)).status).toBe(200)
    expect(host.requests).toMatchObject([{ body: `{"requests":${two}}` }])
  })
})

describe('a subscription', () => {
  const attributes = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
  it.each<[string, BodyInit]>([
    ['an id that is missing', JSON.stringify({ data: { attributes: { ...attributes, userId: undefined } } })],
    ['an id that is no text', JSON.stringify({ data: { attributes: { ...attributes, userId: 7 } } })],
    ['a name more', JSON.stringify({ data: { attributes: { ...attributes, more: 1 } } })],
    ['a name more around it', JSON.stringify({ data: { attributes }, meta: {} })],
    ['UTF-16', utf16(JSON.stringify({ data: { attributes } }))],
    ['no JSON', '{'],
  ])('with %s is refused, and is on no record', async (_, body) => {
    expect(await codeOf(await send(subscriptions, body))).toBe('400 GATEWAY BAD_REQUEST')
    expect([host.requests, gateway.lines]).toEqual([[], []])
  })
  it('is sent as it was read', async () => {
    await send(subscriptions, `{"data":{"attributes":{"webhookId":"x","userId":"u","vehicleId":"v","webhookId":"w"}}}`)
    expect(host.requests.map(({ body }) => JSON.parse(body))).toEqual([{ data: { attributes } }])
  })
})
