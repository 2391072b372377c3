/** A disk that hangs: what waited for the record too long is not sent, and nobody waits for longer than they do. */
import { mkdtempSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, startHost, startTestGateway } from '../harness'

const TIMEOUT_MS = 300
const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0)) await close()
})

/** A gateway whose record is on a disk that hangs when told to. */
async function start(reply?: Parameters<typeof startHost>[0]) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-hung-'))
  const host = await startHost(reply)
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const limits = { READ_TIMEOUT_MS: String(TIMEOUT_MS), VEHICLE_READ_TIMEOUT_MS: String(TIMEOUT_MS) }
  const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }
  const AUDIT_LOG = join(folder, 'audit.jsonl')
  const gateway = await startTestGateway(hosts, { ...tokens, ...limits, AUDIT_LOG })
  const handle = await open(join(folder, 'other'), 'w')
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  const { datasync } = prototype
  let free = () => {}
  const hang = () => {
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: unknown) {
      await freed
      return datasync.call(this)
    })
  }
  closers.push(() => free(), gateway.close, host.close)
  return { host, gateway, hang, free: () => free() }
}
const told = (lines: readonly string[]) => lines.map((line) => JSON.parse(line))

describe('a disk that hangs', () => {
  it.each([
    ['a change', '/api/vehicle/v3/connections/c', 'DELETE'],
    ['a vehicle read', '/api/vehicle-data/v2.0/vehicles/v/vin', 'GET'],
  ])('has %s refused unsent, then and later', async (_, path, method) => {
    const { host, gateway, hang, free } = await start()
    hang()
    const began = performance.now()
    const refused = await gateway.ask(path, { method })
    expect(await codeOf(refused)).toBe('503 GATEWAY AUDIT_UNAVAILABLE')
    expect(performance.now() - began).toBeGreaterThanOrEqual(TIMEOUT_MS - 5)
    free()
    await gateway.app.settled()
    expect(host.requests).toEqual([])
    expect(told(gateway.lines)).toMatchObject([
      { event: 'attempt' },
      { event: 'outcome', status: 'not sent', reason: 'The record wasn’t written in time. Nothing was sent.' },
    ])
  })
  it('keeps nobody from the answer of what was sent before', async () => {
    const { gateway, hang } = await start((_, res) => {
      hang()
      res.end('{}')
    })
    expect((await gateway.ask('/api/vehicle/v3/connections/c', { method: 'DELETE' })).status).toBe(200)
    expect(told(gateway.lines)).toMatchObject([{ event: 'attempt' }, { event: 'outcome', status: 200 }])
  })
})
