/** One click, sent more than once: by a browser on another connection, by a script, at once, and to the next process. */
import { mkdtempSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'

const connection = '/api/vehicle/v3/connections/c-1'
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
/** @param reply what the host does with a change */
async function start(reply: (res: ServerResponse) => void = (res) => void res.writeHead(204).end()) {
  const AUDIT_LOG = join(mkdtempSync(join(tmpdir(), 'forecourt-click-')), 'audit.jsonl')
  const host = await startHost((_, res) => reply(res))
  closers.push(host.close)
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const begin = async (env: Record<string, string> = {}): Promise<TestGateway> => {
    const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't', AUDIT_LOG, ...env })
    closers.push(gateway.close)
    return gateway
  }
  return { host, begin, gateway: await begin(), AUDIT_LOG }
}
const clicked = (id: string, more: Record<string, string> = {}): RequestInit => ({
  method: 'DELETE',
  headers: { 'x-forecourt-click': id, ...more },
})
const firstOf = async (response: Response) => (await response.json()).errors[0].first

describe('a click', () => {
  it('that is sent again is refused with what became of the first, and is not made twice', async () => {
    const { host, gateway, AUDIT_LOG } = await start()
    expect((await gateway.ask(connection, clicked('click-0001'))).status).toBe(204)
    const repeat = await gateway.ask(connection, clicked('click-0001'))
    expect(await codeOf(repeat.clone())).toBe('409 GATEWAY REPEATED')
    expect(await firstOf(repeat)).toBe(204)
    expect(host.requests).toHaveLength(1)
    expect(readFileSync(AUDIT_LOG, 'utf8').match(/"click":"click-0001"/g)).toHaveLength(2)
    expect((await gateway.ask(connection, clicked('click-0002'))).status).toBe(204)
    expect((await gateway.ask(connection, { method: 'DELETE' })).status).toBe(204) // a script need not name one
    expect(host.requests).toHaveLength(3)
  })
  it('that is sent fifty times at once is made once, and all hear what became of it', async () => {
    const held: ServerResponse[] = []
    const { host, gateway } = await start((res) => void held.push(res))
    const all = Array.from({ length: 50 }, () => gateway.ask(connection, clicked('click-at-once')))
    await vi.waitFor(() => expect(held).toHaveLength(1), 5_000)
    held[0]?.writeHead(202).end()
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([202, ...Array(49).fill(409)])
    expect(host.requests).toHaveLength(1)
  })
  it('whose change was refused before it was on record may be sent again', async () => {
    const { host, begin } = await start()
    const without = await begin({ ACCESS_TOKEN: '' })
    for (const _ of [1, 2])
      expect(await codeOf(await without.ask(connection, clicked('click-0003')))).toBe('401 GATEWAY NO_TOKEN')
    expect(host.requests).toEqual([])
  })
  it('is known to the process after the next start, a lost one as unknown', async () => {
    const { host, begin, gateway } = await start((res) => {
      if (host.requests.length === 1) res.writeHead(204).end()
    })
    await gateway.ask(connection, clicked('click-done'))
    const lost = gateway.ask(connection, clicked('click-lost')).catch(() => undefined)
    await vi.waitFor(() => expect(host.requests).toHaveLength(2), 5_000)
    const next = await begin()
    const again = async (id: string) => firstOf(await next.ask(connection, clicked(id)))
    expect([await again('click-done'), await again('click-lost')]).toEqual([204, 'unknown'])
    expect(host.requests).toHaveLength(2)
    await gateway.app.abandon('The test is over.')
    await lost
  })
  it('is its operator’s alone: nobody hears what became of another’s, nor takes their id away', async () => {
    const { host, begin } = await start()
    const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'none' }
    const gateway = await begin(proxy)
    for (const name of ['ann', 'bob'])
      expect((await gateway.ask(connection, clicked('click-same', { 'x-remote-user': name }))).status).toBe(204)
    const next = await begin(proxy)
    const statusOf = async (name: string) =>
      (await next.ask(connection, clicked('click-same', { 'x-remote-user': name }))).status
    expect([await statusOf('ann'), await statusOf('bob'), await statusOf('eve')]).toEqual([409, 409, 204])
    expect(host.requests).toHaveLength(3)
  })
  it.each(['', 'short', 'x'.repeat(101), 'with space and so on', '{"event":"outcome"}', 'ümlaut-12345'])(
    'has no such name: %j',
    async (id) => {
      const { host, gateway } = await start()
      const sent = Buffer.from(id, 'utf8').toString('latin1')
      expect(await codeOf(await gateway.ask(connection, clicked(sent)))).toBe('400 GATEWAY BAD_REQUEST')
      expect([host.requests, gateway.lines]).toEqual([[], []])
    },
  )
})
