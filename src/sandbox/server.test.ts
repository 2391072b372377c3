/** The sandbox behind real sockets: addresses, log, docs pages, and answers that are cut where a fault says so. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECRET, startTestReceiver } from './deliver-harness'
import { type LogEntry, type RunningSandbox, startSandbox } from './server'

const seen: LogEntry[] = []
let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ connections: 100, seed: 1, latencyMs: 0, log: (entry) => seen.push(entry) })
})
afterAll(() => sandbox.close())

/** What came over the socket, and whether it came to its end. */
function ask(target: string, token = sandbox.token, method = 'GET') {
  return new Promise<{ status: number; text: string; isWhole: boolean }>((resolve) => {
    let [status, text] = [0, '']
    const headers = { authorization: `Bearer ${token}` }
    const sent = request(`${sandbox.vehicle}${target}`, { method, headers, agent: false }, (answer) => {
      status = answer.statusCode ?? 0
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('error', () => {}) // the cut itself
      answer.on('close', () => resolve({ status, text, isWhole: answer.complete }))
    })
    sent.on('error', () => resolve({ status, text, isWhole: false }))
    sent.end()
  })
}

describe('the hosts', () => {
  it('have addresses without a version, and one token for all of them', async () => {
    const { vehicleData, vehicle, management, connect, docs, token } = sandbox
    const addresses = [vehicleData, vehicle, management, connect, docs]
    expect(new Set(addresses).size).toBe(5)
    for (const address of addresses) expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    for (const [host, path] of [
      [vehicle, '/v3/connections'],
      [management, '/v3/webhooks'],
    ]) {
      const answer = await fetch(`${host}${path}`, { headers: { authorization: `Bearer ${token}` } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    }
  })
  it('tell of every request: host, method, raw target, bearer, status', async () => {
    await ask('/v3/connections?filter[user.externalId]=%5Bx%5D&page[size]=1')
    expect(seen.at(-1)).toEqual({
      host: 'vehicle',
      method: 'GET',
      target: '/v3/connections?filter[user.externalId]=%5Bx%5D&page[size]=1',
      authorization: `Bearer ${sandbox.token}`,
      status: 200,
    })
  })
  it('a removal has no body', async () => {
    const { data } = JSON.parse((await ask('/v3/connections')).text)
    const removed = await ask(`/v3/connections/${data[0].id}`, 'sandbox-sockets', 'DELETE')
    expect(removed).toEqual({ status: 204, text: '', isWhole: true })
  })
  it('an error leads to a page of the docs host', async () => {
    const { errors } = JSON.parse((await ask('/v3/connections/nope')).text)
    const page = await fetch(errors[0].links.about)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await fetch(`${sandbox.docs}/nothing`)).status).toBe(404)
  })
})

describe('deliveries', () => {
  it('begin with the hosts, where they are told to', async () => {
    const receiver = await startTestReceiver()
    const deliveries = { callback: receiver.url, secret: SECRET, perMinute: 0 }
    const own = await startSandbox({ connections: 20, seed: 1, latencyMs: 0, deliveries })
    await receiver.until(1)
    expect(receiver.take().map(({ json }) => json.eventType)).toEqual(['VERIFY'])
    const sent = await own.simulate({})
    expect(sent.answered).toEqual({ 200: 1 })
    const [one] = receiver.take()
    const headers = { authorization: `Bearer ${own.token}` }
    const remove = `${own.vehicle}/v3/users/${one?.json.data.user.id}`
    expect((await fetch(remove, { method: 'DELETE', headers })).status).toBe(204)
    await expect(own.simulate({ vehicleId: one?.json.data.vehicle.id })).rejects.toThrow(
      'No such vehicle is subscribed',
    )
    await own.close()
    await receiver.close()
  })
  it('are none without a receiver, and say nothing in the line of addresses', async () => {
    await expect(sandbox.simulate({})).rejects.toThrow('no receiver')
    const { close, ...addresses } = sandbox
    const names = ['vehicleData', 'vehicle', 'management', 'connect', 'docs', 'token']
    expect(Object.keys(JSON.parse(JSON.stringify(addresses)))).toEqual(names)
    const headers = { authorization: `Bearer ${sandbox.token}` }
    const listed = await (await fetch(`${sandbox.management}/v3/webhooks`, { headers })).json()
    expect(listed.meta.totalCount).toBe(14)
  })
})

describe('faults on the socket', () => {
  it('cut: nothing comes', async () => {
    expect(await ask('/v3/connections', 'sandbox-cut:s')).toEqual({ status: 0, text: '', isWhole: false })
    expect(seen.at(-1)?.status).toBe(0)
  })
  it('cut-body: half of it comes, and the rest never', async () => {
    const { status, text, isWhole } = await ask('/v3/connections', 'sandbox-cut-body:s')
    expect([status, isWhole]).toEqual([200, false])
    expect(text).toMatch(/^\{"data":\[/)
    expect(() => JSON.parse(text)).toThrow()
  })
  it('change-cut: the change is made, the answer never comes', async () => {
    const token = 'sandbox-change-cut:s'
    const { data } = JSON.parse((await ask('/v3/connections', token)).text)
    expect((await ask(`/v3/connections/${data[0].id}`, token, 'DELETE')).status).toBe(0)
    expect((await ask(`/v3/connections/${data[0].id}`, token)).status).toBe(404)
  })
  it.each(['sandbox-status-999', 'sandbox-status-204', 'sandbox-once-100'])(
    '%s is no error status, so the token has no fault',
    async (token) => {
      expect((await ask('/v3/connections?page[size]=1', token)).status).toBe(200)
    },
  )
  it('a page size below the default is also what no page size means', async () => {
    expect(JSON.parse((await ask('/v3/connections', 'sandbox-max-5')).text).meta.pageSize).toBe(5)
  })
  it('hang: never answered, and the sandbox can still be closed', async () => {
    const other = await startSandbox({ connections: 1, seed: 1, latencyMs: 0 })
    const headers = { authorization: 'Bearer sandbox-hang' }
    const pending = fetch(`${other.vehicle}/v3/connections`, { headers }).then(
      () => 'answered',
      () => 'cut',
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    await other.close()
    expect(await pending).toBe('cut')
  })
})
