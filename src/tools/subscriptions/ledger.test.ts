/** The ledger: its states, what is kept, what other tabs write in it. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearLedger,
  duplicateOf,
  type Entry,
  entriesOf,
  IN_PROGRESS_MS,
  inOrder,
  type Ledger,
  ledgerNow,
  merged,
  note,
  openLedger,
  stateOf,
  trioKey,
} from './ledger'

const trio = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
const stored = new Map<string, string>()
const listeners = new Map<string, (event: object) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('window', {
    addEventListener: (name: string, hear: (event: object) => void) => listeners.set(name, hear),
  })
  openLedger('https://management.example')
})
afterEach(() => {
  clearLedger()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const place = 'forecourt.ledger https://management.example'
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
    stored.set(place, JSON.stringify([{ subscriptionId: 'old', state: 'present', at: 5 }])) // of an older version
    openLedger('https://management.example')
    for (const webhookId of ['w1', 'w2', 'w3']) note({ ...trio, webhookId, state: 'accepted' }, 10) // by one job
    note({ subscriptionId: 'last', state: 'not found' }, 20)
    const before = ['last', 'w1', 'w2', 'w3', 'old']
    expect(names()).toEqual(before)
    note({ subscriptionId: 'old', state: 'removed' }, 30)
    note({ ...trio, webhookId: 'w1', subscriptionId: 's1', state: 'present' }, 31)
    note({ subscriptionId: 's1', state: 'removed' }, 32)
    expect(names()).toEqual(before)
    vi.runAllTimers()
    openLedger('https://management.example')
    expect(names()).toEqual(before)
    note({ ...trio, webhookId: 'w1', state: 'accepted' }, 40)
    expect(names()).toEqual(['w1', 'last', 'w2', 'w3', 'old'])
  })
  it('is written a little later, at the latest when the page goes, and read again', () => {
    note({ ...trio, state: 'accepted' })
    expect(stored.has(place)).toBe(false)
    listeners.get('pagehide')?.({})
    expect(JSON.parse(stored.get(place) ?? '')).toEqual([expect.objectContaining(trio)])
    openLedger('https://another.example')
    expect(entries()).toEqual([])
    openLedger('https://management.example')
    expect(entries()).toHaveLength(1)
  })
  it('is one for each who signs in, and the one of before where nobody does', () => {
    for (const operator of [undefined, 'One', 'Two']) {
      openLedger('https://management.example', operator)
      expect(entries()).toEqual([])
      note({ ...trio, state: 'accepted' })
      vi.runAllTimers()
    }
    expect([...stored.keys()]).toEqual([place, `${place} One`, `${place} Two`])
    openLedger('https://management.example', 'One')
    expect(entries()).toHaveLength(1)
  })
  it('another tab’s entries join, and what it cleared is gone', () => {
    note({ ...trio, state: 'accepted' })
    const theirs = [{ webhookId: 'w2', userId: 'u', vehicleId: 'v', state: 'present', at: 5 }]
    stored.set(place, JSON.stringify(theirs))
    listeners.get('storage')?.({ key: place, newValue: 'x' })
    expect(entries()).toHaveLength(2)
    vi.runAllTimers()
    expect(JSON.parse(stored.get(place) ?? '')).toHaveLength(2)
    listeners.get('storage')?.({ key: place, newValue: null })
    expect(entries()).toEqual([])
  })
  it.each(['{', '{}', '[1,null,{"state":"flying"}]', 'null'])(
    'a storage that holds %s is no reason to fail',
    (text) => {
      stored.set(place, text)
      openLedger('https://management.example')
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
