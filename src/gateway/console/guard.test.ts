/** A slow body or a slow download of one operator delays no other. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { consoleEndpoint } from '../../api/console/endpoint'
import type { Credential } from '../auth/account'
import { settleResponses } from '../server-limits'
import { createGuard } from './guard'
import type { TeamEnv } from './handler'

const own: Credential = { kind: 'token', token: 't' }
let server: Server
let origin: string
let validated = 0
let handled = 0
beforeAll(async () => {
  const guard = createGuard({
    team: {
      accountOf: async () => ({ now: () => undefined }) as never,
      opened: async () => true,
      settled: async () => undefined,
    }, // no handler uses it
    session: {
      resolve: async () => ({
        account: 'a',
        credentials: { vehicle: own, vehicleData: own, management: own },
        added: { version3: undefined, version2: undefined },
        lease: undefined,
      }),
      credentialFor: async () => own,
    },
    settings: { signIn: undefined, readTimeoutMs: 20_000, bodyLimitBytes: 16 * 1024 * 1024, readOnly: false },
    log: undefined as never, // nothing fails
  })
  const app = new Hono<TeamEnv>()
  app.use(async (c, next) => {
    const name = c.req.header('x-user') ?? ''
    c.set('operator', { subject: name, name, role: 'operator', signedInAt: 0 })
    await next()
  })
  const schema = z.array(z.unknown()).check(
    z.refine(() => {
      validated += 1
      return true
    }),
  )
  const body = consoleEndpoint('POST /body', { role: 'viewer', use: 'A body.', body: () => schema, expected: 'JSON' })
  const file = consoleEndpoint('GET /file', { role: 'viewer', use: 'A file.', sends: 'file' })
  app.post(
    '/body',
    guard.guarded(body, async () => {
      handled += 1
      return { isHandled: true } as never // the response of an endpoint without a schema is a file's
    }),
  )
  app.get(
    '/file',
    guard.guarded(file, async () => {
      handled += 1
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) }))
    }),
  )
  server = await new Promise<Server>((resolve) => {
    const started = serve(
      { fetch: app.fetch, port: 0, hostname: '127.0.0.1', createServer },
      ({ port }: AddressInfo) => {
        origin = `http://127.0.0.1:${port}`
        resolve(started as Server) // an http server
      },
    )
  })
  settleResponses(server)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('sends an operator four files at once; the next one begins when one of them has ended', async () => {
  handled = 0
  const leaving = new AbortController()
  const get = (user: string, signal?: AbortSignal) =>
    fetch(`${origin}/file`, { headers: { 'x-user': user }, ...(signal && { signal }) })
  const first = await get('eve', leaving.signal)
  const files = [first, await get('eve'), await get('eve'), await get('eve')]
  const waiting = get('eve')
  expect((await get('bob')).status).toBe(200) // sent after the fifth of eve
  expect(handled).toBe(5)
  leaving.abort()
  expect((await waiting).status).toBe(200)
  expect(handled).toBe(6)
  for (const file of files.slice(1)) await file.body?.cancel()
})

it('parses no body of more values than the largest job has', async () => {
  const post = (body: string) => fetch(`${origin}/body`, { method: 'POST', body, headers: { 'x-user': 'eve' } })
  const parse = vi.spyOn(JSON, 'parse')
  expect((await post(`[${'[],'.repeat(200_000)}[]]`)).status).toBe(400)
  expect([parse.mock.calls.length, validated]).toEqual([0, 0])
  parse.mockRestore()
  expect((await post(JSON.stringify(Array.from({ length: 100_000 }, () => 'a target, [one]')))).status).toBe(200)
  expect(validated).toBe(1)
})
