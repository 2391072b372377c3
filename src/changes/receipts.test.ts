/** What of the receipts is kept in the browser: ids, and none of the service's words. */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connections } from '../api/connections'
import { ofServer } from '../api/own-response-harness'
import { memoryStorage } from '../core/storage-harness'
import type { Receipt } from './receipts'

let storage = memoryStorage()
const service = ['https://vehicle.example']
const place = (account: string) => JSON.stringify([service, 'operator-1', account])
const file = `forecourt.journal ${place('account-1')}`
/** The tab as it is after a reload. */
async function openTab() {
  vi.resetModules()
  const account = await import('../core/account')
  account.openAccount(service, 'operator-1', 'account-1')
  return { ...account, ...(await import('./receipts')) }
}
const receipt = (n: number): Receipt => ({ id: `${n}`, at: n, operation: 'DELETE', ids: `c-${n}`, outcome: 'removed' })
beforeEach(() => {
  storage = memoryStorage()
  vi.stubGlobal('sessionStorage', storage)
  return () => vi.unstubAllGlobals()
})
const refusal = () =>
  Response.json({ errors: [{ title: 'Not yours', detail: 'Ask Ann.' }] }, { status: 403, headers: ofServer })

it('a receipt has its words in memory; a reload leaves its ids, its outcome and its status', async () => {
  await openTab()
  const { remove } = await import('./send-removal')
  const before = (await import('./receipts')).receipts
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
  const { receipts } = await import('./receipts')
  expect(receipts.get()).toEqual([{ ...ids, id: expect.stringContaining('c-1'), at: expect.any(Number) }])
})
it('words that stand in the storage are not read; a receipt of an earlier version, which had no ids, is none', async () => {
  const words = { subject: 'connection c-1 (live)', detail: 'Removed and confirmed (204).' }
  const keep = (...receipts: object[]) => storage.setItem(`${file} 0`, JSON.stringify(receipts))
  keep({ ...receipt(1), ...words })
  expect((await openTab()).receipts.get()).toEqual([receipt(1)])
  keep({ ...receipt(1), ...words, ids: undefined })
  expect((await openTab()).receipts.get()).toEqual([])
})

describe('every change', () => {
  it('is listed, however many there are, and rewritten in its place as more becomes known', async () => {
    const { receiptWriter, receipts } = await openTab()
    const write = receiptWriter()
    for (let n = 1; n <= 1500; n += 1) write(receipt(n))
    expect(receipts.get()).toHaveLength(1500)
    write({ ...receipt(3), outcome: 'accepted' })
    expect(receipts.get()).toHaveLength(1500)
    const again = await openTab()
    expect(again.receipts.get()).toHaveLength(1500)
    expect(again.receipts.get().find(({ id }) => id === '3')?.outcome).toBe('accepted')
    expect(again.receipts.get().map(({ id }) => id)).toEqual(
      Array.from({ length: 1500 }, (_, n) => `${1500 - n}`), // the newest first
    )
    again.receiptWriter()(receipt(1501))
    expect((await openTab()).receipts.get()[0]).toEqual(receipt(1501))
  })
  it('that the browser does not keep over a reload is counted', async () => {
    const { receiptWriter, receipts, leftOutNow } = await openTab()
    const write = receiptWriter()
    for (let n = 1; n <= 10_500; n += 1) write(receipt(n))
    expect([receipts.get().length, leftOutNow()]).toEqual([10_500, 0]) // in this page's life all of them are there
    const again = await openTab()
    expect(again.receipts.get().length + again.leftOutNow()).toBe(10_500)
    expect(again.receipts.get()[0]).toEqual(receipt(10_500))
    expect(again.leftOutNow()).toBe(500)
  })
  it('is kept in the place of the oldest where the storage is full', async () => {
    const { receiptWriter } = await openTab()
    const { setItem } = storage
    storage.setItem = (key, value) => {
      const others = [...storage.entries].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0)
      if (others + value.length > 60_000) throw new DOMException('full', 'QuotaExceededError')
      setItem(key, value)
    }
    const write = receiptWriter()
    for (let n = 1; n <= 2000; n += 1) write(receipt(n))
    const again = await openTab()
    expect(again.receipts.get()[0]).toEqual(receipt(2000))
    expect(again.receipts.get().length + again.leftOutNow()).toBe(2000)
    expect(again.leftOutNow()).toBeGreaterThan(0)
  })
  it('has its receipt under the account for which it was sent, and nowhere once its operator has left', async () => {
    const { receiptWriter, receipts, nextAccount, leaveAccount } = await openTab()
    const write = receiptWriter()
    nextAccount('account-2')
    write(receipt(1))
    expect(receipts.get()).toEqual([])
    nextAccount('account-1')
    expect(receipts.get()).toEqual([receipt(1)])
    write(receipt(2)) // this account is on screen again: both ways of writing end in one file
    receiptWriter()(receipt(3))
    expect((await openTab()).receipts.get().map(({ id }) => id)).toEqual(['3', '2', '1'])

    const tab = await openTab()
    const late = tab.receiptWriter()
    tab.nextAccount('account-2')
    tab.leaveAccount() // whichever account of theirs is on screen
    storage.clear() // as signing out does
    late(receipt(4))
    tab.receiptWriter()(receipt(5))
    expect([...storage.entries.keys()]).toEqual([])
    leaveAccount()
  })
})
