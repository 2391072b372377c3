/** Who is removed while the directory is read: in no list, count, search or copy, whatever the service still answers. */

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DirectoryRow } from '../../api/directory-row'
import { nextAccount, openAccount } from '../../core/account'
import { memoryStorage } from '../../core/storage-harness'
import { testSandbox } from '../../sandbox/harness'
import { setPageSizes } from '../connections/load-connection-page'
import { freshDatabase, stored } from './database-harness'
import {
  closeDirectory,
  directoryNow,
  forget,
  keepDirectory,
  openDirectory,
  readRest,
  refreshDirectory,
} from './directory'
import { isWhole } from './directory-state'
import { isPresent } from './entries'
import { countFleet } from './fleet-counts'
import { isRemoved, noteRemoved, noteStillThere } from './removed'

const CONNECTIONS = 234
let world = 0

/** A world of its own; `held` keeps back the answers to what it names until it is let go. */
function serve(fault: string, held?: RegExp) {
  const sandbox = testSandbox({ connections: CONNECTIONS })
  const token = `sandbox-${fault}:${world++}`
  const letGo = new EventTarget()
  vi.stubGlobal('fetch', async (address: string) => {
    const target = address.replace('/api/vehicle', '')
    const response = await sandbox.handle(
      'vehicle',
      target,
      new Request(`http://sandbox.test${target}`, { headers: { authorization: `Bearer ${token}` } }),
    )
    if (held?.test(decodeURIComponent(target)))
      await new Promise((resolve) => letGo.addEventListener('now', resolve, { once: true }))
    return response
  })
  const ask = (target: string, method = 'GET') => sandbox.ask(target, { token, method })
  return {
    page: async (page: number): Promise<{ id: string; user: string }[]> => {
      const { body } = await ask(`/v3/connections?page[number]=${page}&page[size]=100`)
      return body.data.map(
        ({ id, relationships }: { id: string; relationships: { user: { data: { id: string } } } }) => ({
          id,
          user: relationships.user.data.id,
        }),
      )
    },
    remove: (path: string) => ask(path, 'DELETE'),
    letGo: () => letGo.dispatchEvent(new Event('now')),
  }
}
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
const settled = () => vi.waitFor(() => expect(directoryNow().crawl?.phase).toBe('done'), { timeout: 4000 })
const listed = () => directoryNow().entries.userList.filter(isPresent)
const saved = async () => (await stored()).filter(Array.isArray).flat() as DirectoryRow[] // the header is no array

beforeEach(() => {
  freshDatabase()
  vi.stubGlobal('localStorage', memoryStorage())
  setPageSizes([10, 25, 50, 100])
  openAccount(['https://service.example'], null, 'account-1')
})
afterEach(() => {
  closeDirectory()
  nextAccount(null)
  vi.unstubAllGlobals()
})

/** In no list, no count, no copy. */
async function expectGone(user: string, connections: readonly string[]): Promise<void> {
  expect(listed().map(({ id }) => id)).not.toContain(user)
  const { makes } = countFleet(directoryNow().entries)
  expect(makes.reduce((sum, { live, simulated }) => sum + live + simulated, 0)).toBe(CONNECTIONS - connections.length)
  await keepDirectory()
  expect(await saved()).toHaveLength(CONNECTIONS - connections.length)
  expect((await saved()).filter(({ userId }) => userId === user)).toEqual([])
  // What is kept says of itself that it is whole, as it was.
  closeDirectory()
  await openDirectory(client())
  expect(isWhole(directoryNow())).toBe(true)
  expect(listed().map(({ id }) => id)).not.toContain(user)
}

describe('who is removed', () => {
  it('while the page that lists them is on its way is not listed by it', async () => {
    const { page, remove, letGo } = serve('removed', /page\[number\]=3/)
    const [last] = await page(3)
    const user = last?.user ?? ''
    const theirs = [...(await page(1)), ...(await page(2)), ...(await page(3))].filter((one) => one.user === user)
    await openDirectory(client())
    readRest()
    await vi.waitFor(() => expect(directoryNow().crawl?.left).toBe(1))
    await remove(`/v3/users/${user}`)
    forget('user', [user])
    letGo()
    await settled()
    await expectGone(
      user,
      theirs.map(({ id }) => id),
    )
  })
  it('and takes their time to go is listed by no page that is read later, nor by another crawl', async () => {
    const { page, remove } = serve('slow-purge')
    await openDirectory(client())
    const last = (await page(3)).at(-1)
    const user = last?.user ?? ''
    const theirs = [...(await page(1)), ...(await page(2)), ...(await page(3))].filter((one) => one.user === user)
    await remove(`/v3/users/${user}`)
    forget('user', [user])
    readRest()
    await settled()
    expect(directoryNow().entries.connections.has(last?.id ?? '')).toBe(true) // the service still lists them
    await expectGone(
      user,
      theirs.map(({ id }) => id),
    )
    await refreshDirectory(client())
    expect(listed().map(({ id }) => id)).not.toContain(user)
  })
  it('by one connection of several keeps the others', async () => {
    const { page, remove } = serve('slow-purge')
    const [first] = await page(1)
    await remove(`/v3/connections/${first?.id}`)
    forget('connection', [first?.id ?? ''])
    await openDirectory(client())
    readRest()
    await settled()
    await keepDirectory()
    expect((await saved()).map(({ id }) => id)).not.toContain(first?.id)
    expect(await saved()).toHaveLength(CONNECTIONS - 1)
  })
  it('a directory that is kept while the tokens change is kept under neither account', async () => {
    serve('removed')
    await openDirectory(client())
    const keeping = keepDirectory()
    nextAccount('account-2')
    await keeping
    expect(directoryNow()).toMatchObject({ phase: 'closed', keeping: 'no', persistedAt: undefined })
    expect(await stored()).toEqual([])
  })
})

it('is removed in whatever case the UUID was written', () => {
  const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  noteRemoved('user', [uuid.toUpperCase()])
  noteRemoved('connection', [uuid])
  expect([isRemoved('c-1', uuid, undefined), isRemoved(uuid.toUpperCase(), undefined, undefined)]).toEqual([true, true])
  noteStillThere('user', [uuid])
  expect(isRemoved('c-1', uuid, undefined)).toBe(false)
})
