/** The ledger: its states, what is kept, what other tabs write in it. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextAccount, openAccount } from '../account'
import { memoryStorage } from '../storage-harness'
import {
  clearLedger,
  duplicateOf,
  type Entry,
  entriesOf,
  IN_PROGRESS_MS,
  inOrder,
  keepLedger,
  type Ledger,
  ledgerNow,
  merged,
  note,
  stateOf,
  trioKey,
} from './ledger'

const trio = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
const service = ['https://management.example']
const placeOf = (operator: string | null, account: string) =>
  `forecourt.ledger ${JSON.stringify([service, operator, account])}`
const place = placeOf(null, 'one')
let stored = memoryStorage()
const listeners = new Map<string, (event: object) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  stored = memoryStorage()
  vi.stubGlobal('localStorage', stored)
  vi.stubGlobal('window', {
    addEventListener: (name: string, hear: (event: object) => void) => listeners.set(name, hear),
  })
  openAccount(service, null, 'one')
  keepLedger()
})
afterEach(() => {
  clearLedger()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const entries = () => [...ledgerNow().values()]

describe('the ledger', () => {
  it('goes from accepted to id unknown by itself, to present by a read, to removed', () => {
    note({ ...trio, state: 'accepted' }, 1000)
    const [entry] = entries()
    if (!entry) throw new Error('no entry')
    expect(stateOf(entry, 1000 + IN_PROGRESS_MS)).toBe('accepted')
    expect(stateOf(entry, 1001 + IN_PROGRESS_MS)).toBe('id unknown')
    expect(duplicateOf(ledgerNow(), trio)).toBeDefined()
    note({ ...trio, subscriptionId: 's', state: 'present' })
    note({ subscriptionId: 's', state: 'not found' })
    expect(entries()).toEqual([expect.objectContaining({ ...trio, subscriptionId: 's', state: 'not found' })])
    note({ subscriptionId: 's', state: 'removed' })
    expect(entries().map(({ state }) => state)).toEqual(['removed'])
    expect(duplicateOf(ledgerNow(), trio)).toBeUndefined()
    expect(entriesOf(ledgerNow(), 'userId', 'u')).toEqual([])
  })
  it('keeps what is known by its id only, until more is known', () => {
    note({ subscriptionId: 's', state: 'not found' })
    expect(entries()).toHaveLength(1)
    note({ ...trio, subscriptionId: 's', state: 'present' })
    expect(entries()).toEqual([expect.objectContaining({ ...trio, state: 'present' })])
  })
  it('each keeps its place, newest first, whatever is learnt of it; what is asked for anew is new', () => {
    const names = () => inOrder(ledgerNow()).map(({ webhookId, subscriptionId }) => webhookId ?? subscriptionId)
    stored.setItem(place, JSON.stringify([{ subscriptionId: 'old', state: 'present', at: 5 }])) // of an older version
    openAccount(service, null, 'one')
    for (const webhookId of ['w1', 'w2', 'w3']) note({ ...trio, webhookId, state: 'accepted' }, 10) // by one job
    note({ subscriptionId: 'last', state: 'not found' }, 20)
    const before = ['last', 'w1', 'w2', 'w3', 'old']
    expect(names()).toEqual(before)
    note({ subscriptionId: 'old', state: 'removed' }, 30)
    note({ ...trio, webhookId: 'w1', subscriptionId: 's1', state: 'present' }, 31)
    note({ subscriptionId: 's1', state: 'removed' }, 32)
    expect(names()).toEqual(before)
    vi.runAllTimers()
    openAccount(service, null, 'one')
    expect(names()).toEqual(before)
    note({ ...trio, webhookId: 'w1', state: 'accepted' }, 40)
    expect(names()).toEqual(['w1', 'last', 'w2', 'w3', 'old'])
  })
  it('is written a little later, at the latest when the page goes, and read again', () => {
    note({ ...trio, state: 'accepted' })
    expect(stored.getItem(place)).toBeNull()
    listeners.get('pagehide')?.({})
    expect(JSON.parse(stored.getItem(place) ?? '')).toEqual([expect.objectContaining(trio)])
    openAccount(['https://another.example'], null, 'one')
    expect(entries()).toEqual([])
    openAccount(service, null, 'one')
    expect(entries()).toHaveLength(1)
  })
  it('is one for each who signs in and each account of theirs; what was not written yet stays with its own', () => {
    const whose = [
      [null, 'one'],
      ['operator-1', 'one'],
      ['operator-2', 'one'],
      ['operator-2', 'two'],
    ] as const
    for (const [operator, account] of whose) {
      openAccount(service, operator, account)
      expect(entries()).toEqual([])
      note({ ...trio, state: 'accepted' })
      nextAccount(null) // before its time to be written
      expect(entries()).toEqual([])
    }
    expect([...stored.entries.keys()]).toEqual(whose.map(([operator, account]) => placeOf(operator, account)))
    openAccount(service, 'operator-1', 'one')
    expect(entries()).toHaveLength(1)
  })
  it('another tab’s entries join, and what it cleared is gone', () => {
    note({ ...trio, state: 'accepted' })
    const theirs = [{ webhookId: 'w2', userId: 'u', vehicleId: 'v', state: 'present', at: 5 }]
    stored.setItem(place, JSON.stringify(theirs))
    listeners.get('storage')?.({ key: place, newValue: 'x' })
    expect(entries()).toHaveLength(2)
    vi.runAllTimers()
    expect(JSON.parse(stored.getItem(place) ?? '')).toHaveLength(2)
    listeners.get('storage')?.({ key: place, newValue: null })
    expect(entries()).toEqual([])
  })
  it.each(['{', '{}', '[1,null,{"state":"flying"}]', 'null'])(
    'a storage that holds %s is no reason to fail',
    (text) => {
      stored.setItem(place, text)
      openAccount(service, null, 'one')
      expect(entries()).toEqual([])
    },
  )
  it('merging takes the newest of each, in any order, and loses none', () => {
    const entry = fc.record({
      webhookId: fc.constantFrom('w1', 'w2'),
      userId: fc.constantFrom('u1', 'u2'),
      vehicleId: fc.constant('v'),
      state: fc.constantFrom<Entry['state'][]>('accepted', 'present', 'removed'),
      at: fc.integer({ min: 0, max: 1000 }),
    })
    const ledgers = fc
      .uniqueArray(entry, { selector: trioKey, maxLength: 4 })
      .map((all): Ledger => new Map(all.map((one) => [trioKey(one), one])))
    fc.assert(
      fc.property(ledgers, ledgers, (a, b) => {
        const both = merged(a, b)
        expect(new Set(both.keys())).toEqual(new Set([...a.keys(), ...b.keys()]))
        for (const [key, { at }] of both) {
          expect(at).toBe(Math.max(a.get(key)?.at ?? -1, b.get(key)?.at ?? -1))
        }
      }),
    )
  })
})
