/** The directory over the sandbox: opened with one page, crawled on request, through everything a service does. */

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REQUEST_ID_HEADER } from '../../api/config'
import { memoryStorage } from '../../core/storage-harness'
import { testSandbox } from '../../sandbox/harness'
import { setPageSizes } from '../connections/load-connection-page'
import {
  cancelCrawl,
  closeDirectory,
  directoryNow,
  forget,
  openDirectory,
  readMissing,
  readRest,
  refreshDirectory,
} from './directory'
import { isWhole } from './directory-state'
import { isGone } from './entries'

const sandbox = testSandbox({ connections: 1234 })

function serve(token: string) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    if (signal?.aborted) throw new DOMException('', 'AbortError')
    asked.push(decodeURIComponent(address.replace('/api/vehicle', '')))
    const target = address.replace('/api/vehicle', '')
    const headers = { authorization: `Bearer ${token}` }
    const response = await sandbox.handle('vehicle', target, new Request(`http://sandbox.test${target}`, { headers }))
    response.headers.set(REQUEST_ID_HEADER, 'r')
    return response
  })
  return asked
}
/** Every connection that a world still has. */
async function remaining(token: string): Promise<string[]> {
  const ids = new Set<string>()
  for (let page = 1; page <= 13; page += 1) {
    const { body } = await sandbox.ask(`/v3/connections?page[number]=${page}&page[size]=100`, { token })
    for (const { id } of body.data) ids.add(id)
  }
  return [...ids]
}
const open = () => openDirectory(new QueryClient())
const settled = () => vi.waitFor(() => expect(directoryNow().crawl?.phase).toMatch(/done|stopped/), { timeout: 4000 })

beforeEach(() => {
  setPageSizes([10, 25, 50, 100])
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  closeDirectory()
  vi.unstubAllGlobals()
})

describe('opening', () => {
  it('reads one page and the totals of both modes, once', async () => {
    const asked = serve('sandbox-d1')
    await Promise.all([open(), open()])
    expect(asked.sort()).toEqual([
      '/v3/connections?filter[vehicle.mode]=live&page[size]=1',
      '/v3/connections?filter[vehicle.mode]=simulated&page[size]=1',
      '/v3/connections?page[number]=1&page[size]=100',
    ])
    const directory = directoryNow()
    expect(directory).toMatchObject({ phase: 'open', total: 1234, crawl: { phase: 'ready', left: 12 } })
    expect(directory.entries.connections.size).toBe(100)
    expect(isWhole(directory)).toBe(false)
  })
  it('fails where the page fails, and can be tried again', async () => {
    serve('sandbox-status-403')
    await open()
    expect(directoryNow()).toMatchObject({ phase: 'failed', error: { status: 403 } })
    serve('sandbox-d2')
    await refreshDirectory(new QueryClient())
    expect(directoryNow().phase).toBe('open')
  })
  it('is of no use to a page that came after it was closed', async () => {
    serve('sandbox-d3')
    const opening = open()
    closeDirectory()
    await opening
    expect(directoryNow().phase).toBe('closed')
  })
})

describe('the crawl', () => {
  it('reads every connection once, at its price', async () => {
    const asked = serve('sandbox-d4')
    await open()
    asked.length = 0
    readRest()
    await settled()
    expect(asked).toHaveLength(12)
    expect([...directoryNow().entries.connections.keys()].sort()).toEqual((await remaining('sandbox-d4')).sort())
    expect(isWhole(directoryNow())).toBe(true)
  })
  it('reads both modes where a service lists live ones only without one', async () => {
    serve('sandbox-live-only:d')
    await open()
    expect(directoryNow().total).toBe(1234)
    readRest()
    await settled()
    expect([...directoryNow().entries.connections.keys()].sort()).toEqual((await remaining('sandbox-x')).sort())
  })
  it('goes by the size that a service takes', async () => {
    const asked = serve('sandbox-max-25:d')
    await open()
    expect(directoryNow().crawl?.left).toBe(49)
    readRest()
    await settled()
    expect(directoryNow().entries.connections.size).toBe(1234)
    expect(asked.filter((one) => one.includes('page[size]=100'))).toHaveLength(1)
  })
  it('hides no connection behind broken ones, and counts those', async () => {
    serve('sandbox-wrong-shape:d')
    await open()
    expect(directoryNow().crawl?.broken).toBeGreaterThan(0)
    expect(directoryNow().entries.connections.size).toBeGreaterThan(50)
  })
  it('is not whole where rows cannot be read, and counts each of them once', async () => {
    serve('sandbox-wrong-shape:whole')
    await open()
    readRest()
    await settled()
    const { crawl, entries } = directoryNow()
    expect(entries.connections.size).toBe(1234)
    expect(crawl).toMatchObject({ phase: 'done', missing: [], unsure: [], short: [], broken: 26 }) // two on each page
    expect(isWhole(directoryNow())).toBe(false)
  })
  it('through moving totals, a page that fails twice and a 429 ends with every connection, and says what it did', async () => {
    vi.useFakeTimers()
    const token = 'sandbox-rough-list:d'
    const asked = serve(token)
    await open()
    readRest()
    await vi.runAllTimersAsync()
    const { crawl } = directoryNow()
    expect(crawl).toMatchObject({ phase: 'done', missing: [{ list: 'all', page: 4 }] })
    expect(crawl?.waits).toBeGreaterThan(0)
    expect(crawl?.moves).toBeGreaterThan(5)
    expect(crawl?.rereads).toBeGreaterThan(5)
    readMissing()
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect(directoryNow().crawl).toMatchObject({ phase: 'done', missing: [], unsure: [], left: 0 })
    const { connections } = directoryNow().entries
    const there = []
    for (const id of await remaining('sandbox-whole'))
      if ((await sandbox.ask(`/v3/connections/${id}`, { token })).status === 200) there.push(id)
    expect(there.length).toBeGreaterThan(1100)
    expect(there.length).toBeLessThan(1234)
    expect(there.filter((id) => !connections.has(id))).toEqual([])
    expect(asked.length).toBeLessThan(60)
  })
  it('sends nothing after it was cancelled; what was read stays', async () => {
    const asked = serve('sandbox-d5')
    await open()
    readRest()
    cancelCrawl()
    const sent = asked.length
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked.length).toBe(sent)
    expect(directoryNow()).toMatchObject({ crawl: { phase: 'stopped', left: 12, missing: [] } })
    expect(directoryNow().entries.connections.size).toBe(100)
    readRest()
    await settled()
    expect(directoryNow().entries.connections.size).toBe(1234)
  })
  it('forgets a user who was removed', async () => {
    serve('sandbox-d6')
    await open()
    const [user] = directoryNow().entries.userList
    forget('user', [user?.id ?? ''])
    expect(user?.connections.every(isGone)).toBe(true)
  })
})
