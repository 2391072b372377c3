/** What other accounts of the same operator hold is offered by its number and moved; nobody else's ever is. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextAccount, openAccount } from '../../core/account'
import { memoryStorage } from '../../core/storage-harness'
import { clearLedger, inOrder, ledgerNow, load } from './ledger'
import { ledgersElsewhere, moveHere } from './ledger-elsewhere'

const service = ['https://data.example', 'https://vehicle.example', 'https://management.example']
const placeIn = (operator: string | null, account: string, hosts = service) =>
  JSON.stringify([hosts, operator, account])
let stored = memoryStorage()

beforeEach(() => {
  stored = memoryStorage()
  vi.stubGlobal('localStorage', stored)
})
afterEach(() => {
  clearLedger()
  nextAccount(null)
  vi.unstubAllGlobals()
})
const entry = (subscriptionId: string, state = 'present') => ({ subscriptionId, state, at: 5 })
const keep = (place: string, ...ids: string[]) =>
  stored.setItem(`forecourt.ledger ${place}`, JSON.stringify(ids.map((id) => entry(id))))
const idsHere = () =>
  inOrder(ledgerNow())
    .map(({ subscriptionId }) => subscriptionId)
    .toSorted()

describe('ledgers of other accounts', () => {
  it('are counted, each subscription once, and moved with all that they know', () => {
    keep(placeIn(null, 'one'), 'a', 'b')
    keep(placeIn(null, 'two'), 'b', 'c')
    keep(placeIn(null, 'three'), 'd')
    const subscriptionKey = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
    stored.setItem(
      `forecourt.ledger.begun ${placeIn(null, 'gone')} c1`, // its page went in the middle
      JSON.stringify({ ...subscriptionKey, creation: 'c1', state: 'unknown', at: 5, since: 5 }),
    )
    openAccount(service, null, 'three')
    expect(ledgersElsewhere().count).toBe(4)
    moveHere(ledgersElsewhere())
    expect(ledgersElsewhere()).toEqual({ count: 0, places: [] })
    expect(idsHere()).toEqual(['a', 'b', 'c', 'd', undefined])
    expect(load(placeIn(null, 'three')).size).toBe(5)
    expect([...stored.entries.keys()]).toEqual([`forecourt.ledger ${placeIn(null, 'three')}`])
  })
  it('are left where they are where they cannot be written here', () => {
    keep(placeIn(null, 'one'), 'a')
    openAccount(service, null, 'two')
    const found = ledgersElsewhere()
    vi.spyOn(stored, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    moveHere(found)
    expect(load(placeIn(null, 'one')).size).toBe(1)
  })
  it('of another operator, or of another service, are not among them', () => {
    keep(placeIn('operator-2', 'one'), 'a')
    keep(placeIn(null, 'one'), 'b')
    keep(placeIn('operator-1', 'one', ['https://another.example']), 'c')
    keep('["broken', 'd')
    keep('{"length":3}', 'd')
    openAccount(service, 'operator-1', 'two')
    expect(ledgersElsewhere()).toEqual({ count: 0, places: [] })
    keep(placeIn('operator-1', 'one'), 'e')
    expect(ledgersElsewhere()).toEqual({ count: 1, places: [placeIn('operator-1', 'one')] })
  })
  it('of an older version are, only where nobody signs in and for the same service', () => {
    keep('https://management.example', 'a')
    keep('https://management.example Operator', 'b')
    keep('https://another.example', 'c')
    openAccount(service, null, 'one')
    expect(ledgersElsewhere()).toEqual({ count: 1, places: ['https://management.example'] })
    moveHere(ledgersElsewhere())
    expect(idsHere()).toEqual(['a'])
    nextAccount(null)
    keep('https://management.example', 'a')
    openAccount(service, 'Operator', 'one')
    expect(ledgersElsewhere().count).toBe(0)
  })
  it('are not offered while the account is not known', () => {
    keep(placeIn(null, 'one'), 'a')
    openAccount(service, null, null)
    expect(ledgersElsewhere().count).toBe(0)
  })
})
