/** The record under attack: what anybody alters in it is found, and nothing of it tells a token. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { verifyRecord } from '../record/verify-record'

const path = join(mkdtempSync(join(tmpdir(), 'forecourt-record-')), 'audit.jsonl')
const connection = '/api/vehicle/v3/connections/c-1'
const subscriptions = '/api/management/v3/subscriptions'
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
const recorded = () =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
/** What is written while something is done. */
async function during(act: () => Promise<unknown>) {
  const before = recorded().length
  await act()
  return recorded().slice(before)
}

beforeAll(async () => {
  writeFileSync(path, '')
  host = await startHost()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  gateway = await startTestGateway(hosts, {
    ...{ ACCESS_TOKEN: 'canary-own', VEHICLE_DATA_TOKEN: 'canary-data', AUDIT_LOG: path },
    ...{ TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' },
  })
})
afterAll(async () => {
  await gateway.close()
  host.close()
})
const somebody = { 'x-remote-user': 'ann', 'x-remote-roles': 'operator' }
const ask = (address: string, init: RequestInit = {}) =>
  gateway.ask(address, { ...init, headers: { ...somebody, ...(init.headers as Record<string, string>) } })
async function handOver(body: object): Promise<string> {
  const { headers } = await ask('/session', { method: 'POST', body: JSON.stringify(body) })
  await gateway.app.noted()
  return cookieOf(headers.getSetCookie())
}

describe('who did what, and with which token', () => {
  it('is told of two removals with different tokens', async () => {
    const cookie = await handOver({ version3: 'canary-other' })
    const lines = await during(async () => {
      await ask(connection, { method: 'DELETE' })
      await ask(connection, { method: 'DELETE', headers: { cookie } })
    })
    const [own, , other] = lines.map(({ credential }) => credential)
    expect(lines.map(({ event }) => event)).toEqual(['attempt', 'outcome', 'attempt', 'outcome'])
    expect([own.source, other.source]).toEqual(['configured', 'handed over'])
    expect(own.fingerprint).not.toBe(other.fingerprint)
    expect(lines[2]).toMatchObject({ operator: 'ann', subject: 'ann', client: '127.0.0.1' })
  })
  it('is told of a vehicle read with that vehicle’s own token', async () => {
    const cookie = await handOver({ vehicles: { v: 'canary-vehicle' } })
    const [attempt] = await during(() => ask('/api/vehicle-data/v2.0/vehicles/v/vin', { headers: { cookie } }))
    expect(attempt).toMatchObject({ event: 'attempt', kind: 'read', credential: { source: 'vehicle' } })
  })
  it('names whom a subscription is for, and nothing else of its body', async () => {
    const attributes = { webhookId: 'w%2F1', userId: 'u-1', vehicleId: `v-${'x'.repeat(5_000)}` }
    const body = JSON.stringify({ data: { attributes } })
    const lines = await during(() => ask(subscriptions, { method: 'POST', body }))
    for (const { parameters } of lines)
      expect(parameters).toEqual({ webhookId: 'w%2F1', userId: 'u-1', vehicleId: `v-${'x'.repeat(198)}` })
    expect(lines).toHaveLength(2)
  })
  it('is told of adding and forgetting tokens, once where there were any', async () => {
    let cookie = ''
    const lines = await during(async () => {
      cookie = await handOver({ version3: 'canary-3', vehicles: { v: 'canary-v' } })
      await ask('/session', { method: 'DELETE', headers: { cookie } })
      await ask('/session', { method: 'DELETE' })
      await gateway.app.noted()
    })
    const named = expect.stringMatching(/^[\w-]{16}$/)
    expect(lines).toMatchObject([
      {
        event: 'token added',
        operator: 'ann',
        tokens: [
          { for: 'version3', fingerprint: named },
          { vehicleId: 'v', fingerprint: named },
        ],
      },
      { event: 'tokens forgotten', operator: 'ann', subject: 'ann' },
    ])
  })
  it('never tells a token', () => {
    expect(readFileSync(path, 'utf8')).not.toContain('canary')
  })
})

describe('a record that somebody alters', () => {
  const other = join(path, '..', 'altered.jsonl')
  it('no longer verifies, whichever line is changed, removed, doubled, moved or added', async () => {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
    expect(await verifyRecord([path])).toMatchObject({ isWhole: true })
    const act = fc.constantFrom('change', 'remove', 'double', 'swap', 'add')
    await fc.assert(
      // The last line is covered by what is written after it, or by its hash where that is kept elsewhere.
      fc.asyncProperty(act, fc.integer({ min: 0, max: lines.length - 2 }), async (how, at) => {
        const altered = [...lines]
        const line = lines[at] ?? ''
        if (how === 'change') altered[at] = line.replace('"time":"2', '"time":"1')
        if (how === 'remove') altered.splice(at, 1)
        if (how === 'double') altered.splice(at, 0, line)
        if (how === 'swap') altered.splice(at, 2, lines[at + 1] ?? '', line)
        if (how === 'add') altered.splice(at, 0, JSON.stringify({ ...JSON.parse(line), operator: 'eve' }))
        writeFileSync(other, altered.map((one) => `${one}\n`).join(''))
        expect(await verifyRecord([other])).toMatchObject({ isWhole: false })
      }),
      { numRuns: 200 },
    )
  })
})

describe('a record that cannot be written', () => {
  it('lets no vehicle read through either', async () => {
    const place = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'gone', 'audit.jsonl')
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const own = await startTestGateway(hosts, { VEHICLE_DATA_TOKEN: 't', AUDIT_LOG: place })
    const before = host.requests.length
    expect(await codeOf(await own.ask('/api/vehicle-data/v2.0/vehicles/v/vin'))).toBe('503 GATEWAY AUDIT_UNAVAILABLE')
    expect(host.requests).toHaveLength(before)
    await own.close()
  })
})
