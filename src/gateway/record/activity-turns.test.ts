/** Searches of the record: one at a time by an operator, ended with the browser that asked. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { codeOf, startTestGateway, type TestGateway } from '../harness'
import { type ActivityPage, type ActivityQuery, readActivity } from './audit-reader'

interface Search {
  text: string | undefined
  signal: AbortSignal | undefined
  end(): void
}
/** Those that began, each of which ends when the test says so, or is aborted. */
const searches: Search[] = []
vi.mock('./audit-reader', async (original) => ({
  ...(await original()),
  readActivity: vi.fn((_: string, { text }: ActivityQuery, signal?: AbortSignal) => {
    return new Promise<ActivityPage>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      searches.push({ text, signal, end: () => resolve({ records: [], next: undefined, broken: 0 }) })
    })
  }),
}))

let gateway: TestGateway
let hasty: TestGateway
let arrived = 0
let closed = 0
beforeAll(async () => {
  const hosts = { vehicleData: 'http://127.0.0.1:9', vehicle: 'http://127.0.0.1:9', management: 'http://127.0.0.1:9' }
  const env = {
    ...{ TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' },
    AUDIT_LOG: join(tmpdir(), 'forecourt-never-written.jsonl'),
  }
  gateway = await startTestGateway(hosts, env)
  gateway.server.on('request', (_, response) => {
    arrived += 1
    response.once('close', () => {
      closed += 1
    })
  })
  hasty = await startTestGateway(hosts, { ...env, READ_TIMEOUT_MS: '50' })
})
afterEach(() => {
  searches.length = 0
  arrived = 0
  closed = 0
})
afterAll(() => Promise.all([gateway.close(), hasty.close()]))

const ask = (operator: string, text: string, signal?: AbortSignal, at = gateway) =>
  at.ask(`/activity.json?text=${text}`, {
    headers: { 'x-remote-user': operator, 'x-remote-roles': 'operator' },
    ...(signal && { signal }),
  })
const begun = (count: number) => vi.waitFor(() => expect(searches).toHaveLength(count))
const texts = () => searches.map(({ text }) => text)

it('a second one of the same operator waits for the first, another operator’s does not', async () => {
  const first = ask('one', 'a')
  await begun(1)
  const second = ask('one', 'b')
  const other = ask('two', 'c')
  await begun(2)
  expect(texts()).toEqual(['a', 'c'])
  searches[1]?.end()
  expect((await other).status).toBe(200)
  expect(texts()).toEqual(['a', 'c'])
  searches[0]?.end()
  expect((await first).status).toBe(200)
  await begun(3)
  searches[2]?.end()
  expect((await second).status).toBe(200)
})
it('ends when its browser leaves, and so does its place among those that wait', async () => {
  const browser = new AbortController()
  const waiting = new AbortController()
  const gone = ask('one', 'a', browser.signal).catch(() => 'gone')
  await begun(1)
  const left = ask('one', 'b', waiting.signal).catch(() => 'gone')
  await vi.waitFor(() => expect(arrived).toBe(2))
  const next = ask('one', 'c')
  await vi.waitFor(() => expect(arrived).toBe(3))
  waiting.abort()
  expect(await left).toBe('gone')
  await vi.waitFor(() => expect(closed).toBe(1))
  browser.abort()
  expect(await gone).toBe('gone')
  await begun(2)
  expect(searches[0]?.signal?.aborted).toBe(true)
  searches[1]?.end()
  expect((await next).status).toBe(200)
  expect(texts()).toEqual(['a', 'c'])
})
it('that fails lets the next one begin', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.mocked(readActivity).mockRejectedValueOnce(new Error('x'))
  expect(await codeOf(await ask('one', 'a'))).toBe('500 GATEWAY INTERNAL')
  const next = ask('one', 'b')
  await begun(1)
  searches[0]?.end()
  expect((await next).status).toBe(200)
})
it('that has waited for long is told to come again', async () => {
  const first = ask('one', 'a', undefined, hasty)
  await begun(1)
  const refused = await ask('one', 'b', undefined, hasty)
  expect([refused.headers.get('retry-after'), await codeOf(refused)]).toEqual(['1', '503 GATEWAY BUSY'])
  searches[0]?.end()
  expect((await first).status).toBe(200)
})
