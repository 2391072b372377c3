/** A user's subscriptions are noted as removed in the ledger of the account that removed the user, and in no other. */
import { afterEach, expect, it, vi } from 'vitest'
import { removalOf } from '../../changes/define-removal'
import { nextAccount, openAccount } from '../../core/account'
import { memoryStorage } from '../../core/storage-harness'
import { inOrder, ledgerNow, ledgerWriter, load } from '../subscriptions/ledger'
import { noted } from '../subscriptions/ledger-changes'
import { userRemoval } from './user-removal'

const service = ['https://management.example']
const statesIn = (ledger: ReturnType<typeof ledgerNow>) => inOrder(ledger).map(({ state }) => state)
const seen = { webhookId: 'w', userId: 'u', vehicleId: 'v', subscriptionId: 's', state: 'present' } as const

afterEach(() => {
  nextAccount(null)
  vi.unstubAllGlobals()
})

it.each([
  ['the account of then', 'one', ['removed']],
  ['another one', 'two', ['present']],
])('while %s is on screen', async (_, account, here) => {
  vi.stubGlobal('localStorage', memoryStorage())
  openAccount(service, null, 'one')
  const note = () => ledgerWriter()((old) => noted(old, seen))
  note()
  const { keep } = removalOf(userRemoval, 'u', 'user u')
  if (account === 'two') {
    nextAccount('two')
    note()
  }
  keep?.()
  await vi.waitFor(() => {
    nextAccount(account) // writes what there is
    expect(statesIn(load(JSON.stringify([service, null, 'one'])))).toEqual(['removed'])
  })
  expect(statesIn(ledgerNow())).toEqual(here)
})
