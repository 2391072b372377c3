/** A read of a subscription is noted in the ledger of the account that was asked, and in no other. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ofServer } from '../../api/own-response-harness'
import { nextAccount, openAccount } from '../../core/account'
import { memoryStorage } from '../../core/storage-harness'
import { clearLedger, inOrder, ledgerNow, load } from './ledger'
import { readSubscription } from './subscription-read'

const service = ['https://management.example']
const placeOf = (account: string) => JSON.stringify([service, null, account])
const related = (id: string) => ({ data: { id, type: 'x' } })
const row = {
  id: 's',
  type: 'subscription',
  relationships: { webhook: related('w'), user: related('u'), vehicle: related('v') },
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  openAccount(service, null, 'one')
})
afterEach(() => {
  clearLedger()
  nextAccount(null)
  vi.unstubAllGlobals()
})
const read = (answer: () => Response) => {
  vi.stubGlobal('fetch', async () => answer())
  return readSubscription('s').catch(() => undefined)
}
const missing = () => new Response('{}', { status: 404, headers: ofServer })
const statesIn = (ledger: ReturnType<typeof ledgerNow>) => inOrder(ledger).map(({ state }) => state)

describe('one subscription', () => {
  it('that is read is present, with its three; one that is not there is not found', async () => {
    await read(() => Response.json({ data: row }))
    expect(inOrder(ledgerNow())).toEqual([
      expect.objectContaining({ webhookId: 'w', userId: 'u', vehicleId: 'v', subscriptionId: 's', state: 'present' }),
    ])
    await read(missing)
    expect(statesIn(ledgerNow())).toEqual(['not found'])
  })
  it('that cannot be read is noted as nothing', async () => {
    await read(() => new Response('{}', { status: 403 }))
    expect(statesIn(ledgerNow())).toEqual([])
  })
  it('whose answer comes under other tokens is noted under those that asked', async () => {
    await read(() => {
      nextAccount('two')
      return missing()
    })
    expect(statesIn(ledgerNow())).toEqual([])
    expect(statesIn(load(placeOf('one')))).toEqual(['not found'])
  })
})
