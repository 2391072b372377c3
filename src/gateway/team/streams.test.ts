/** Streams end for good: nothing is written after the end, and a reader that takes nothing is cut off. */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settleResponses } from '../server-limits'
import { createStreams, type Streams } from './streams'

/** In bytes: a reader that takes nothing leaves some of it unsent. */
const MORE_THAN_SOCKETS_HOLD = 16 * 1024 * 1024
let streams: Streams
let server: Server
let errors: unknown[]
let responses: HttpBindings['outgoing'][]
let signedIn: boolean
const clients: Socket[] = []
beforeEach(async () => {
  streams = createStreams(2 * MORE_THAN_SOCKETS_HOLD)
  errors = []
  responses = []
  signedIn = true
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/stream', (c) => {
    responses.push(c.env.outgoing)
    c.env.outgoing.on('error', (error) => errors.push(error))
    const request = { key: 'ann', isPerson: true, isSignedIn: async () => signedIn }
    return streams.open(c, request, (send) => send('event: live\ndata: \n\n'))
  })
  server = await new Promise<Server>((resolve) => {
    const started = serve(
      { fetch: app.fetch, port: 0, hostname: '127.0.0.1', createServer },
      () => resolve(started as Server), // an http server
    )
  })
  settleResponses(server)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.destroy()
  streams.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const GET = 'GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n'
/** Opens streams on one connection, whose reader takes what it is sent or nothing. */
async function open({ count = 1, isReading = true } = {}): Promise<Socket> {
  const before = streams.size()
  const { port } = server.address() as AddressInfo // listening on TCP
  const client = connect(port, '127.0.0.1', () => client.write(GET.repeat(count)))
  clients.push(client)
  client.on('error', () => undefined) // cut off
  if (isReading) client.resume()
  else client.pause()
  await vi.waitFor(() => expect(streams.size()).toBe(before + count))
  return client
}
async function signOut(): Promise<void> {
  signedIn = false
  await streams.recheck()
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A stream whose reader has not taken what it was sent. */
async function openUnread(): Promise<void> {
  await open({ isReading: false })
  streams.broadcast('x'.repeat(MORE_THAN_SOCKETS_HOLD))
  await turn()
  expect(responses[0]?.writableLength).toBeGreaterThan(0)
}

it('writes nothing after the end to a reader that has not read what came before', async () => {
  await openUnread()
  await signOut()
  streams.broadcast('event: hint\ndata: jobs\n\n')
  await turn()
  expect([errors, streams.size()]).toEqual([[], 0])
})

it('writes nothing after the end to two streams of one connection', async () => {
  await open({ count: 2 })
  await signOut()
  streams.broadcast('event: hint\ndata: jobs\n\n')
  await turn()
  expect([errors, streams.size()]).toEqual([[], 0])
})

it('forgets all streams of a connection that is gone, and writes to none of them', async () => {
  const client = await open({ count: 3 })
  client.destroy()
  await vi.waitFor(() => expect(streams.size()).toBe(0))
  await signOut()
  streams.broadcast('event: hint\ndata: jobs\n\n')
  await turn()
  expect(errors).toEqual([])
})

it('cuts off a reader that has not taken the end after a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await openUnread()
  await signOut()
  vi.advanceTimersByTime(999)
  expect(responses[0]?.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(responses[0]?.destroyed).toBe(true)
})

it('cuts off a reader that takes less than it is sent', async () => {
  await openUnread()
  streams.broadcast('x'.repeat(2 * MORE_THAN_SOCKETS_HOLD))
  streams.broadcast('event: hint\ndata: jobs\n\n')
  expect([responses[0]?.destroyed, streams.size()]).toEqual([true, 0])
})

it('HEAD gets the headers of a stream, and opens none', async () => {
  const printed = vi.spyOn(console, 'error')
  const { port } = server.address() as AddressInfo // listening on TCP
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/stream`, { method: 'HEAD' })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(streams.size()).toBe(0)
  expect(printed).not.toHaveBeenCalled()
  printed.mockRestore()
})
