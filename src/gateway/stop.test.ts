/** A stop: quick where nothing runs, patient with what does, and no change without its outcome. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { drain } from './drain'
import { codeOf, startSocketHost, startTestGateway, type TestGateway } from './harness'

const LONG_MS = 60_000
const LONG = { readsMs: LONG_MS, changesMs: LONG_MS }
let host: Awaited<ReturnType<typeof startSocketHost>>
let gateway: TestGateway
afterEach(async () => {
  await gateway.close()
  host.close()
})

async function start(more: Record<string, string> = {}) {
  host = await startSocketHost(() => {}) // answers when the test says so
  const { address } = host
  gateway = await startTestGateway(
    { vehicleData: address, vehicle: address, management: address },
    { ACCESS_TOKEN: 't', READ_TIMEOUT_MS: String(LONG_MS), ...more },
  )
}
const connections = '/api/vehicle/v3/connections'
const outcomes = () => gateway.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'outcome')
const isRefused = async () => {
  const socket = connect(gateway.port, '127.0.0.1')
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException] // the event's one argument
  return error.code === 'ECONNREFUSED'
}

describe('drain', () => {
  it('ends at once where connections are only kept alive', async () => {
    await start()
    const agent = new Agent({ keepAlive: true })
    const asked = request({ port: gateway.port, host: '127.0.0.1', path: '/healthz', agent }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    await once(answer, 'end')
    await drain(gateway.server, gateway.app, LONG)
    expect(await isRefused()).toBe(true)
    agent.destroy()
  })
  it('ends at once where a browser has opened a connection ahead, and sent nothing on it', async () => {
    await start()
    const socket = connect(gateway.port, '127.0.0.1')
    const ended = once(socket, 'close')
    await Promise.all([once(socket, 'connect'), once(gateway.server, 'connection')])
    const began = performance.now()
    await drain(gateway.server, gateway.app, LONG)
    expect(performance.now() - began).toBeLessThan(2_000) // Node itself waits until its headers are late
    await ended
  })
  it('waits for a request whose headers are still on their way', async () => {
    await start()
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\n')
    const [taken] = (await once(gateway.server, 'connection')) as [Socket]
    await vi.waitFor(() => expect(taken.bytesRead).toBeGreaterThan(0))
    const drained = drain(gateway.server, gateway.app, LONG)
    expect(await isRefused()).toBe(true)
    socket.write(`Host: localhost:${gateway.port}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('200 OK')
    await drained
  })
  it('takes nothing new, answers what runs, and does not wait for its kept connection', async () => {
    await start()
    const agent = new Agent({ keepAlive: true })
    const headers = { host: `localhost:${gateway.port}`, 'x-forecourt': '1' }
    const asked = request({ port: gateway.port, host: '127.0.0.1', path: connections, agent, headers }).end()
    const [socket] = await host.arrived
    const drained = drain(gateway.server, gateway.app, LONG)
    expect(await isRefused()).toBe(true)
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
    const [answer] = await once(asked, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(200)
    const began = performance.now()
    await drained
    expect(performance.now() - began).toBeLessThan(2_000) // Node itself keeps the connection for five seconds
    agent.destroy()
  })
  it('waits for a change whose browser has left', async () => {
    await start()
    const browser = new AbortController()
    const asked = gateway.ask(`${connections}/x`, { method: 'DELETE', signal: browser.signal }).catch(() => undefined)
    const [socket] = await host.arrived
    browser.abort()
    await asked
    const drained = drain(gateway.server, gateway.app, LONG)
    await once(gateway.server, 'close') // every connection has ended, and still it waits
    expect(outcomes()).toEqual([])
    socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    await drained
    expect(outcomes()).toMatchObject([{ status: 204 }])
  })
  it('gives up after its limit, and says that the outcome is unknown, once', async () => {
    await start()
    const asked = gateway.ask(`${connections}/x`, { method: 'DELETE' })
    const [socket] = await host.arrived
    await drain(gateway.server, gateway.app, { readsMs: 1, changesMs: 50 })
    expect(await codeOf(await asked)).toBe('504 GATEWAY OUTCOME_UNKNOWN')
    expect(outcomes()).toMatchObject([{ status: 'unknown', reason: 'The server stopped before a response came.' }])
    socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    await once(socket, 'close')
    expect(outcomes()).toHaveLength(1)
  })
  it('waits for a change for longer than for reads', async () => {
    await start()
    const free = gateway.ask(connections)
    const [first] = await host.arrived
    const change = gateway.ask(`${connections}/x`, { method: 'DELETE' })
    await vi.waitFor(() => expect(host.seen).toHaveLength(2))
    const hurry = new AbortController()
    const drained = drain(gateway.server, gateway.app, { readsMs: 1, changesMs: LONG_MS, hurry: hurry.signal })
    await vi.waitFor(() => expect(gateway.server.listening).toBe(false))
    expect(outcomes()).toEqual([])
    hurry.abort() // somebody asks a second time
    expect(await codeOf(await free)).toBe('503 GATEWAY STOPPING')
    expect(await codeOf(await change)).toBe('504 GATEWAY OUTCOME_UNKNOWN')
    await drained
    expect(outcomes()).toMatchObject([{ status: 'unknown' }])
    first.destroy()
  })
  it('does not wait for reads alone past their limit', async () => {
    await start()
    const free = gateway.ask(connections)
    await host.arrived
    await drain(gateway.server, gateway.app, { readsMs: 1, changesMs: LONG_MS })
    expect(await codeOf(await free)).toBe('503 GATEWAY STOPPING')
  })
})

describe('a server that waits no longer', () => {
  it('sends nothing any more: not what comes, and not what was still to have its turn', async () => {
    const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(CONFIG, '{"bucket":{"capacity":1,"refillPerMinute":120}}')
    await start({ CONFIG })
    const first = gateway.ask(`${connections}/sent`, { method: 'DELETE' })
    await host.arrived
    const second = gateway.ask(`${connections}/waiting`, { method: 'DELETE' })
    const waiting = async () => /forecourt_waiting_turns (\d+)/.exec(await gateway.app.metrics.text())?.[1]
    await vi.waitFor(async () => expect(await waiting()).toBe('1'))
    await gateway.app.abandon('The server was stopped.')
    expect(await codeOf(await first)).toBe('504 GATEWAY OUTCOME_UNKNOWN')
    expect(await codeOf(await second)).toBe('504 GATEWAY OUTCOME_UNKNOWN')
    expect(await codeOf(await gateway.ask(`${connections}/late`, { method: 'DELETE' }))).toBe('503 GATEWAY STOPPING')
    await vi.waitFor(async () => expect(await waiting()).toBe('0'), 5_000) // it has had its turn
    await gateway.app.settled()
    expect(host.seen).toHaveLength(1)
    expect(gateway.lines.map((line) => JSON.parse(line).parameters.connectionId)).toEqual(['sent', 'sent'])
  })
})
