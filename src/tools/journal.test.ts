/** What of the journal is kept in the browser: ids, and none of the service's words. */
import { beforeEach, expect, it, vi } from 'vitest'
import { connections } from '../api/connections'
import { memoryStorage } from './storage-harness'

let storage = memoryStorage()
const service = ['https://vehicle.example']
const file = `forecourt.journal ${JSON.stringify([service, 'operator-1', 'account-1'])}`
/** The tab as it is after a reload. */
async function openTab() {
  vi.resetModules()
  const { openAccount } = await import('./account')
  openAccount(service, 'operator-1', 'account-1')
}
beforeEach(() => {
  storage = memoryStorage()
  vi.stubGlobal('sessionStorage', storage)
  return () => vi.unstubAllGlobals()
})
const refusal = () => Response.json({ errors: [{ title: 'Not yours', detail: 'Ask Ann.' }] }, { status: 403 })

it('a receipt has its words in memory; a reload leaves its ids, its outcome and its status', async () => {
  await openTab()
  const { remove } = await import('./send-removal')
  const before = (await import('./journal')).journal
  vi.stubGlobal('fetch', async () => refusal())
  await remove({
    id: 'c-1',
    endpoint: connections.remove,
    input: { path: { connectionId: 'c-1' } },
    subject: 'connection c-1 (live, 2024 Polestar 3)',
    isThere: async () => true,
    onAccepted: () => undefined,
  })
  const ids = { operation: 'DELETE /v3/connections/{connectionId}', ids: 'c-1', outcome: 'failed', status: 403 }
  expect(before.get()).toEqual([
    expect.objectContaining({
      ...ids,
      subject: 'connection c-1 (live, 2024 Polestar 3)',
      detail: expect.stringContaining('Ask Ann.'),
    }),
  ])
  expect([...storage.entries.values()].join()).not.toMatch(/live|2024|Polestar|Not yours|Ann/)
  await openTab()
  const { journal } = await import('./journal')
  expect(journal.get()).toEqual([{ ...ids, id: expect.stringContaining('c-1'), at: expect.any(Number) }])
})
it('words that stand in the storage are not read; a receipt of an earlier version, which had no ids, is none', async () => {
  const words = { subject: 'connection c-1 (live)', detail: 'The service answered 204.' }
  const receipt = { id: '1', at: 1, operation: 'DELETE', ids: 'c-1', outcome: 'removed' }
  const keep = (...receipts: object[]) => storage.setItem(file, JSON.stringify(receipts))
  keep({ ...receipt, ...words })
  await openTab()
  expect((await import('./journal')).journal.get()).toEqual([receipt])
  keep({ ...receipt, ...words, ids: undefined })
  await openTab()
  expect((await import('./journal')).journal.get()).toEqual([])
})
