/** The token of a browser is in the server’s memory while its crawl or job runs, and not afterwards. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cookieOf } from './harness'
import { folder, SLOW_MS, startProcess } from './process-harness'

const TOKEN = 'heap-canary-of-a-browser'
const wait = { timeout: SLOW_MS, interval: 100 }
let host: Server
/** Removals are answered once it is resolved. */
let release = () => {}
let isRemoving = false
beforeAll(async () => {
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  host = createServer(async ({ method }, res) => {
    if (method !== 'DELETE')
      return res
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":[],"meta":{"totalCount":0},"links":{}}')
    isRemoving = true
    await held
    res.writeHead(204).end()
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

it('is in the heap while a job runs, and not after it has ended and the browser has forgotten it', {
  timeout: 120_000,
}, async () => {
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}` // listening on TCP
  const { child, origin } = await startProcess({
    ...{ VEHICLE_DATA_URL: address, VEHICLE_URL: address, MANAGEMENT_URL: address, STORE: 'memory' },
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
  })
  const taken = () => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'))
  /** True if the token is in anything that the server still holds. */
  async function isHeld(): Promise<boolean> {
    const before = taken().length
    child.kill('SIGUSR2')
    await vi.waitFor(() => expect(taken().length).toBe(before + 1), wait)
    const newest = join(folder, taken().toSorted().at(-1) ?? '')
    return vi.waitFor(() => {
      const text = readFileSync(newest, 'utf8')
      expect(text.trimEnd().endsWith('}')).toBe(true) // it is written while the server stands still
      return text.includes(TOKEN)
    }, wait)
  }
  const headers = { origin, 'sec-fetch-site': 'same-origin' }
  const ask = (path: string, method: string, cookie: string, body?: object) =>
    fetch(`${origin}${path}`, { method, headers: { ...headers, cookie }, ...(body && { body: JSON.stringify(body) }) })
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), wait)
  const added = await ask('/session', 'POST', '', { version3: TOKEN })
  const cookie = cookieOf(added.headers.getSetCookie())
  const job = { key: 'click-0001', operation: 'DELETE /v3/connections/{connectionId}', targets: ['c-1'] }
  const begun = await (await ask('/team/jobs', 'POST', cookie, job)).json()
  await vi.waitFor(() => expect(isRemoving).toBe(true), wait)
  expect(await isHeld()).toBe(true)
  release()
  await vi.waitFor(async () => {
    expect(await (await ask(`/team/jobs/${begun.job.id}`, 'GET', cookie)).json()).toMatchObject({ phase: 'ended' })
  }, wait)
  await ask('/session', 'DELETE', cookie)
  await vi.waitFor(async () => expect(await isHeld()).toBe(false), { timeout: 60_000, interval: 3_000 })
  child.kill('SIGTERM')
  await once(child, 'exit')
})
