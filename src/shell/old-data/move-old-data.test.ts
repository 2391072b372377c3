/** The move of old data to the server: in pieces, each of which leaves the browser only once the server has taken it. */
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ofServer } from '../../api/own-response-harness'
import { TellSubscriptions } from '../../api/told-subscriptions'
import { leaveAccount, nextAccount, openAccount } from '../../core/account'
import { type MemoryStorage, memoryStorage } from '../../core/storage-harness'
import { moveOldData } from './move-old-data'
import { readOldData } from './old-data'

const hosts = ['https://vehicle.example']
const at = Date.UTC(2026, 0, 1)
let storage: MemoryStorage
let client: QueryClient
const keep = (count: number, idLength = 8) =>
  storage.setItem(
    `forecourt.ledger ${JSON.stringify([hosts, null, 'one'])}`,
    JSON.stringify(
      Array.from({ length: count }, (_, n) => ({
        subscriptionId: `s-${n}`.padEnd(idLength, 'x'),
        state: 'present',
        at: at - n,
      })),
    ),
  )
const keepViews = (...names: string[]) =>
  storage.setItem(
    `forecourt.views ${JSON.stringify([hosts, null])}`,
    JSON.stringify({ version: 1, views: names.map((name) => ({ name, address: `/users?q=${name}` })) }),
  )

interface Sent {
  path: string
  account: string | null
  body: unknown
}
const sent: Sent[] = []
function serve(respond: (request: Sent, count: number) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    const account = new Headers(headers).get('x-forecourt-account')
    const request = { path, account, body: body ? JSON.parse(String(body)) : null }
    sent.push(request)
    return respond(request, sent.length)
  })
}
const taken = ({ body }: Sent) => {
  const { subscriptions } = TellSubscriptions.parse(body)
  return Response.json({ told: subscriptions.length })
}
const refused = (status: number, detail = 'Why.') =>
  Response.json({ errors: [{ type: 'GATEWAY', code: 'BOUND', title: 'No', detail }] }, { status, headers: ofServer })
const sizes = () => sent.map(({ body }) => TellSubscriptions.parse(body).subscriptions.length)

beforeEach(() => {
  client = new QueryClient()
  storage = memoryStorage()
  vi.stubGlobal('localStorage', storage)
  sent.length = 0
  openAccount(hosts, null, 'one')
})
afterEach(() => {
  leaveAccount()
  vi.unstubAllGlobals()
})

it('goes in pieces, names its account, and erases the copy', async () => {
  keep(450)
  serve(taken)
  expect(await moveOldData(client, readOldData())).toEqual({ subscriptions: 450, views: 0, remainingViews: 0 })
  expect(sizes()).toEqual([200, 200, 50])
  expect(sent.map(({ account }) => account)).toEqual(['one', 'one', 'one'])
  expect(storage.entries.size).toBe(0)
})
it('of long IDs goes in smaller pieces', async () => {
  keep(200, 500)
  serve(taken)
  await moveOldData(client, readOldData())
  expect(sizes().reduce((sum, size) => sum + size)).toBe(200)
  for (const { body } of sent) expect(JSON.stringify(body).length).toBeLessThan(61_000)
})
it('that is refused in the middle keeps what the server has not taken', async () => {
  keep(450)
  keepViews('Mine')
  serve((request, count) => (count === 2 ? refused(429) : taken(request)))
  await expect(moveOldData(client, readOldData())).rejects.toThrow('429')
  expect(readOldData().subscriptions.map(({ subscriptionId }) => subscriptionId?.replaceAll('x', ''))).toEqual(
    Array.from({ length: 250 }, (_, n) => `s-${n + 200}`),
  )
  expect(readOldData().views).toHaveLength(1)
})
it.each([
  ['without a response', () => Promise.reject(new TypeError('failed to fetch'))],
  ['whose response is of another kind', () => Response.json({ taken: 'perhaps' })],
])('%s keeps all of it', async (_, respond) => {
  keep(3)
  serve(respond)
  await expect(moveOldData(client, readOldData())).rejects.toThrow()
  expect(readOldData().subscriptions).toHaveLength(3)
})
it('during which the account changes erases nothing of either account', async () => {
  keep(300)
  serve(async (request) => {
    await nextAccount('two')
    return taken(request)
  })
  await expect(moveOldData(client, readOldData())).rejects.toThrow()
  await nextAccount('one')
  expect(readOldData().subscriptions).toHaveLength(300)
})
it('saves views as the operator’s own; one whose name the server has for another address stays', async () => {
  keepViews('New', 'Same', 'Other')
  const stored = (name: string, address: string, isOwn = true) => ({
    ...{ id: name, name, address, isShared: false, isOwn, owner: null, changedAt: new Date(at).toISOString() },
  })
  const views = [stored('Same', '/users?q=Same'), stored('Other', '/vehicles'), stored('New', '/vehicles', false)]
  serve(() => Response.json({ views }))
  expect(await moveOldData(client, readOldData())).toEqual({ subscriptions: 0, views: 2, remainingViews: 1 })
  expect(sent.slice(1).map(({ body }) => body)).toEqual([{ name: 'New', address: '/users?q=New', isShared: false }])
  expect(readOldData().views).toEqual([{ name: 'Other', address: '/users?q=Other' }])
})
