/** Lines of the record that cost nothing to cause: the first of a minute, and a count of the others. */
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { createNoteLimit, type Joined, type NoteKey } from './note-limit'
import { verifyRecord } from './verify-record'

function createLimit() {
  let time = 0
  const joined: Joined<string>[] = []
  const limit = createNoteLimit<string>({ write: (one) => joined.push(one), now: () => time })
  const key = (of: string, more: Partial<NoteKey> = {}): NoteKey => ({ event: 'refused', most: 2, of, ...more })
  return { limit, joined, key, pass: (ms: number) => (time += ms) }
}

describe('the limit', () => {
  it('writes the first lines of a minute, and then how many more there were', () => {
    const { limit, joined, key, pass } = createLimit()
    expect(['a', 'b', 'c', 'd'].map((line) => limit.takes(key('ann'), line))).toEqual([true, true, false, false])
    pass(59_999)
    limit.flush()
    expect(joined).toEqual([])
    pass(1)
    limit.flush()
    expect(joined).toEqual([{ key: key('ann'), first: 'a', more: 2, since: 0, until: 0 }])
    expect(limit.takes(key('ann'), 'e')).toBe(true)
    limit.close()
    expect(joined).toHaveLength(1)
  })
  it('counts the others of a minute when the next line comes, and at the end', () => {
    const { limit, joined, key, pass } = createLimit()
    for (let nth = 0; nth < 14; nth += 1) limit.takes(key('ann'), 'line')
    pass(60_000)
    for (let nth = 0; nth < 3; nth += 1) limit.takes(key('ann'), 'line')
    expect(joined.map(({ more }) => more)).toEqual([12])
    limit.close()
    expect(joined.map(({ more }) => more)).toEqual([12, 1])
  })
  it('joins nothing of another operator, event or code', () => {
    const { limit, key } = createLimit()
    for (const of of ['ann', 'bob'])
      for (const more of [{}, { event: 'sign-in failed' }, { code: 'ROLE' }])
        expect(limit.takes(key(of, { most: 1, ...more }), 'line')).toBe(true)
    expect(limit.takes(key('bob', { most: 1 }), 'line')).toBe(false)
    limit.close()
  })
  it('counts together what more than a hundred clients cause', () => {
    const { limit, joined, key, pass } = createLimit()
    const taken = Array.from({ length: 500 }, (_, nth) => limit.takes(key(`10.0.0.${nth}`), 'line'))
    expect(taken.filter(Boolean)).toHaveLength(100)
    pass(60_000)
    limit.flush()
    expect(joined).toMatchObject([{ first: undefined, more: 400 }])
    expect(limit.takes(key('10.0.0.499'), 'line')).toBe(true)
    limit.close()
  })
})

describe('a server whose viewers ask for what they may not do', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'forecourt-notes-')), 'record.jsonl')
  let host: Awaited<ReturnType<typeof startHost>>
  let gateway: TestGateway
  beforeAll(async () => {
    host = await startHost()
    const { address } = host
    const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
    gateway = await startTestGateway(
      { vehicleData: address, vehicle: address, management: address },
      { ACCESS_TOKEN: 'canary', AUDIT_LOG: path, ...proxy },
    )
  })
  afterAll(async () => {
    await gateway.close()
    host.close()
  })
  const longId = 'x'.repeat(14_000)
  const as = (name: string, role: string) => ({ 'x-remote-user': name, 'x-remote-roles': role })
  const remove = (role: string, name = role, id = longId) =>
    gateway.ask(`/api/vehicle/v3/connections/${id}`, { method: 'DELETE', headers: as(name, role) })
  const recorded = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))

  it('records a few kilobytes of 60 refusals, in the file and on standard output', async () => {
    for (let nth = 0; nth < 60; nth += 1) expect((await remove('viewer')).status).toBe(403)
    await gateway.app.noted()
    const lines = recorded()
    expect(lines).toHaveLength(6)
    expect(lines[0]).toMatchObject({ code: 'ROLE', operator: 'viewer', parameters: { connectionId: 'x'.repeat(200) } })
    expect(lines.at(-1)).toMatchObject({ event: 'refused', code: 'ROLE', operator: 'viewer', more: 55 })
    expect(statSync(path).size).toBeLessThan(6_000)
    expect(gateway.events.join('').length).toBeLessThan(6_000)
  })
  it('records every attempt of a change meanwhile, with IDs of 200 characters, in one chain', async () => {
    const before = recorded().length
    await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        Promise.all([remove('operator', 'operator', nth + longId), remove('viewer')]),
      ),
    )
    await gateway.app.noted()
    const lines = recorded().slice(before)
    const changes = lines.filter(({ event }) => event === 'attempt' || event === 'outcome')
    expect(changes).toHaveLength(60)
    for (const { parameters } of changes) expect(parameters.connectionId).toHaveLength(200)
    expect(lines.filter(({ event }) => event === 'refused')).toMatchObject([{ more: 30 }])
    expect(await verifyRecord([path])).toMatchObject({ isWhole: true })
  })
  it('joins tokens that are added and forgotten again and again', async () => {
    const before = recorded().length
    for (let nth = 0; nth < 30; nth += 1) {
      const { headers } = await gateway.ask('/session', {
        method: 'POST',
        body: JSON.stringify({ version3: 'canary-added' }),
        headers: as('operator', 'operator'),
      })
      const cookie = headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      await gateway.ask('/session', { method: 'DELETE', headers: { ...as('operator', 'operator'), cookie } })
    }
    await gateway.app.noted()
    const lines = recorded().slice(before)
    expect(lines).toHaveLength(42)
    expect(lines.slice(-2)).toMatchObject([
      { event: 'token added', operator: 'operator', more: 10 },
      { event: 'tokens forgotten', operator: 'operator', more: 10 },
    ])
  })
})
