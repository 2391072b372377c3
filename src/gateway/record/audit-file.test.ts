/** The record's file: on the disk before anything goes on, whole lines whatever broke before, reopened when moved. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, startHost, startSocketHost, startTestGateway } from '../harness'
import { SettingError } from '../settings/setting-error'
import { hashOf } from './audit-chain'
import { checkAuditFile, openAuditFile } from './audit-file'

const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0)) await close()
})
const folder = () => mkdtempSync(join(tmpdir(), 'forecourt-audit-'))
const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [])
/** What stands in the lines, without the chain. */
const saidIn = (path: string) => linesOf(path).map((line) => (line.startsWith('{"is"') ? JSON.parse(line).is : line))
function openFile(path = join(folder(), 'audit.jsonl')) {
  const file = openAuditFile(path)
  closers.push(file.close)
  return { path, file }
}

describe('openAuditFile', () => {
  it('has the line on the disk when it says so, for its owner alone', async () => {
    const { path, file } = openFile()
    await file.append({ is: 'one' })
    expect(saidIn(path)).toEqual(['one'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
  it('flushes what is written together together, in order', async () => {
    const { path, file } = openFile()
    const handle = await open(join(folder(), 'other'), 'w')
    const flushes = vi.spyOn(Object.getPrototypeOf(handle), 'datasync')
    await handle.close()
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}`)
    await Promise.all(lines.map((line) => file.append({ is: line })))
    expect(saidIn(path)).toEqual(lines)
    expect(flushes.mock.calls.length).toBeGreaterThan(0)
    expect(flushes.mock.calls.length).toBeLessThanOrEqual(3)
  })
  it('goes on in a new file where the old one was renamed or removed', async () => {
    const { path, file } = openFile()
    await file.append({ is: 'one' })
    renameSync(path, `${path}.1`)
    await file.append({ is: 'two' })
    expect([saidIn(`${path}.1`), saidIn(path)]).toEqual([['one'], ['two']])
    rmSync(path)
    await file.append({ is: 'three' })
    expect(saidIn(path)).toEqual(['three'])
  })
  it('continues no line that was torn', async () => {
    const path = join(folder(), 'audit.jsonl')
    writeFileSync(path, 'one\n{"event":"att')
    const { file } = openFile(path)
    await file.append({ is: 'two' })
    expect(saidIn(path)).toEqual(['one', '{"event":"att', 'two'])
  })
  it('says what cannot be written, and writes again once it can', async () => {
    const place = join(folder(), 'logs')
    mkdirSync(place)
    const { path, file } = openFile(join(place, 'audit.jsonl'))
    await file.append({ is: 'one' })
    rmSync(place, { recursive: true })
    await expect(file.append({ is: 'two' })).rejects.toThrow('ENOENT')
    mkdirSync(place)
    await file.append({ is: 'three' })
    expect(saidIn(path)).toEqual(['three'])
  })
})

describe('checkAuditFile', () => {
  it('is one line about a file that cannot be written', () => {
    const path = join(folder(), 'nowhere', 'audit.jsonl')
    expect(() => checkAuditFile(path)).toThrow(SettingError)
    expect(() => checkAuditFile(path)).toThrow(`AUDIT_LOG: ${path}: can’t be written (ENOENT); expects a writable file`)
    expect(() => checkAuditFile(join(folder(), 'audit.jsonl'))).not.toThrow()
  })
})

describe('the gateway with AUDIT_LOG', () => {
  async function start(place = folder()) {
    const path = join(place, 'audit.jsonl')
    const atHost: string[][] = []
    const host = await startHost((_, res) => {
      atHost.push(linesOf(path).map((line) => JSON.parse(line).event))
      res.writeHead(200, { 'xy-request-id': 'r-7' }).end('{}')
    })
    const { address } = host
    const gateway = await startTestGateway(
      { vehicleData: address, vehicle: address, management: address },
      { ACCESS_TOKEN: 'canary', VEHICLE_DATA_TOKEN: 'canary', AUDIT_LOG: path },
    )
    closers.push(gateway.close, host.close)
    return { path, host, gateway, atHost }
  }
  const remove = '/api/vehicle/v3/connections/a%2Fb'

  it('has the attempt before the host hears of a change, and the outcome before the browser does', async () => {
    const { path, gateway, atHost } = await start()
    await gateway.ask(remove, { method: 'DELETE' })
    expect(atHost).toEqual([['attempt']])
    const [attempt, outcome] = linesOf(path).map((line) => JSON.parse(line))
    const common = {
      id: attempt.id,
      host: 'vehicle',
      operation: 'DELETE /v3/connections/{connectionId}',
      parameters: { connectionId: 'a/b' },
      client: '127.0.0.1',
      kind: 'change',
      credential: { source: 'configured', fingerprint: expect.stringMatching(/^[\w-]{16}$/) },
      previous: null,
    }
    expect(attempt).toEqual({ event: 'attempt', time: expect.stringMatching(/Z$/), ...common })
    expect(outcome).toEqual({
      event: 'outcome',
      time: expect.stringMatching(/Z$/),
      ...common,
      status: 200,
      requestId: 'r-7',
      durationMs: expect.any(Number),
      previous: hashOf(linesOf(path)[0] ?? ''),
    })
    const withoutChain = ({ previous: _, ...line }: { previous: unknown }) => JSON.stringify(line)
    expect(gateway.lines).toEqual([attempt, outcome].map(withoutChain))
  })
  it('has a vehicle read as it has a change, and no free one', async () => {
    const { path, gateway, atHost } = await start()
    await gateway.ask('/api/vehicle/v3/connections')
    await gateway.ask('/api/vehicle-data/v2.0/vehicles/v/vin')
    expect(atHost).toEqual([[], ['attempt']])
    const read = { operation: 'GET /v2.0/vehicles/{id}/vin', parameters: { id: 'v' }, kind: 'read', requests: 1 }
    expect(linesOf(path).map((line) => JSON.parse(line))).toMatchObject([
      { event: 'attempt', ...read },
      { event: 'outcome', ...read, status: 200, requestId: 'r-7' },
    ])
  })
  it('makes no change whose attempt it cannot write', async () => {
    const place = join(folder(), 'logs')
    mkdirSync(place)
    const { host, gateway } = await start(place)
    rmSync(place, { recursive: true })
    const response = await gateway.ask(remove, { method: 'DELETE' })
    expect(await codeOf(response)).toBe('503 GATEWAY AUDIT_UNAVAILABLE')
    expect([host.requests, gateway.lines]).toEqual([[], []])
    const msg = 'The record can’t be written (ENOENT). Changes and vehicle reads stop until it can.'
    const faults = gateway.faults.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'info')
    expect(faults).toMatchObject([{ level: 'error', msg }])
    await gateway.app.settled() // nothing waits for an outcome that cannot come
  })
  it('survives an answer that breaks off while its outcome is written', async () => {
    const path = join(folder(), 'audit.jsonl')
    const host = await startSocketHost((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{', () => socket.resetAndDestroy()),
    )
    const { address } = host
    const gateway = await startTestGateway(
      { vehicleData: address, vehicle: address, management: address },
      { ACCESS_TOKEN: 'canary', AUDIT_LOG: path },
    )
    closers.push(gateway.close, host.close)
    for (let turn = 0; turn < 5; turn += 1) {
      const text = gateway.ask(remove, { method: 'DELETE' }).then((response) => {
        if (response.status === 200) return response.text()
        throw new Error(`answered ${response.status}`)
      })
      await expect(text).rejects.toThrow()
    }
    expect(linesOf(path)).toHaveLength(10)
  })
})
