/** The ledger: where it is kept, for whom, what other tabs write in it, and what a late answer may still change. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextAccount, openAccount } from '../../core/account'
import { memoryStorage } from '../../core/storage-harness'
import { noted, type Sighting } from './ledger-changes'

const listeners = new Map<string, (event: object) => void>()
vi.stubGlobal('addEventListener', (name: string, hear: (event: object) => void) => listeners.set(name, hear))
const { beginCreation, clearLedger, entriesOf, inOrder, ledgerNow, ledgerWriter, load } = await import('./ledger')

const subscriptionKey = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
const service = ['https://management.example']
const placeIn = (operator: string | null, account: string) => JSON.stringify([service, operator, account])
const fileIn = (operator: string | null, account: string) => `forecourt.ledger ${placeIn(operator, account)}`
const file = fileIn(null, 'one')
let stored = memoryStorage()

beforeEach(() => {
  vi.useFakeTimers()
  stored = memoryStorage()
  vi.stubGlobal('localStorage', stored)
  openAccount(service, null, 'one')
})
afterEach(() => {
  clearLedger()
  nextAccount(null)
  vi.useRealTimers()
})
const entries = () => inOrder(ledgerNow())
const states = () =>
  entries()
    .map(({ state }) => state)
    .toSorted()
const note = (seen: Sighting) => ledgerWriter()((old) => noted(old, seen))
const present = (subscriptionId: string): Sighting => ({ ...subscriptionKey, subscriptionId, state: 'present' })
/** The page goes, and another one begins with what is stored. */
function reload(account = 'one') {
  const left = memoryStorage(stored.entries)
  nextAccount(null)
  stored = left
  vi.stubGlobal('localStorage', stored)
  openAccount(service, null, account)
}
/** What another tab of this browser writes. */
function write(name: string, value: unknown) {
  const newValue = value === null ? null : JSON.stringify(value)
  if (newValue === null) stored.removeItem(name)
  else stored.setItem(name, newValue)
  listeners.get('storage')?.({ key: name, newValue })
}

describe('the ledger', () => {
  it('is written a little later, at the latest when the page goes, and read again', () => {
    note(present('s'))
    expect(stored.getItem(file)).toBeNull()
    listeners.get('pagehide')?.({})
    expect(JSON.parse(stored.getItem(file) ?? '')).toEqual([expect.objectContaining(subscriptionKey)])
    nextAccount('two')
    expect(entries()).toEqual([])
    nextAccount('one')
    expect(states()).toEqual(['present'])
  })
  it('is one for each who signs in and each account of theirs; what was not written yet stays with its own', () => {
    const whose = [
      [null, 'one'],
      ['operator-1', 'one'],
      ['operator-2', 'one'],
      ['operator-2', 'two'],
    ] as const
    for (const [operator, account] of whose) {
      nextAccount(null)
      openAccount(service, operator, account)
      expect(entries()).toEqual([])
      note(present('s'))
    }
    nextAccount(null) // before its time to be written
    expect(entries()).toEqual([])
    expect([...stored.entries.keys()]).toEqual(whose.map(([operator, account]) => fileIn(operator, account)))
    openAccount(service, 'operator-1', 'one')
    expect(entries()).toHaveLength(1)
  })
  it('keeps what was noted before the account was known under the account that it turns out to be', () => {
    nextAccount(null)
    stored.setItem(file, JSON.stringify([{ ...present('s1'), at: 5 }]))
    note(present('s2'))
    openAccount(service, null, 'one') // as the first answer tells it
    expect(entries()).toHaveLength(2)
    vi.runAllTimers()
    expect(JSON.parse(stored.getItem(file) ?? '')).toHaveLength(2)
  })
  it('counts neither what is gone nor what may never have been made as known', () => {
    beginCreation(subscriptionKey)
    note(present('s1'))
    note({ subscriptionId: 's1', state: 'removed' })
    expect(entriesOf(ledgerNow(), 'userId', 'u')).toEqual([])
  })
  it.each(['{', '{}', '[1,null,{"state":"flying"}]', 'null'])(
    'a storage that holds %s is no reason to fail',
    (text) => {
      stored.setItem(file, text)
      reload()
      expect(entries()).toEqual([])
    },
  )
})

describe('a creation', () => {
  it('is kept as unknown before anything else is done: a page that goes in the middle loses nothing', () => {
    beginCreation(subscriptionKey)
    expect(states()).toEqual(['unknown'])
    const before = memoryStorage(stored.entries) // as a crash would leave it, before anything was written later
    vi.runAllTimers()
    stored = before
    vi.stubGlobal('localStorage', stored)
    reload()
    expect(entries()).toEqual([expect.objectContaining({ ...subscriptionKey, state: 'unknown' })])
  })
  it('is one entry, whatever comes of it, in the one file once that is written', () => {
    const end = beginCreation(subscriptionKey)
    end('accepted')
    expect(states()).toEqual(['accepted'])
    vi.runAllTimers()
    expect([...stored.entries.keys()]).toEqual([file])
    reload()
    expect(states()).toEqual(['accepted'])
  })
  it('that was refused is not brought back by a tab that knew it as unknown', () => {
    const end = beginCreation(subscriptionKey)
    vi.runAllTimers()
    const [mark] = JSON.parse(stored.getItem(file) ?? '')
    end('refused')
    expect(states()).toEqual([])
    write(file, [mark])
    vi.runAllTimers()
    expect(states()).toEqual([])
    reload()
    expect(states()).toEqual([])
  })
  it('is heard of by another tab as soon as it begins', () => {
    const name = `forecourt.ledger.begun ${placeIn(null, 'one')} theirs`
    write(name, { ...subscriptionKey, creation: 'theirs', state: 'unknown', at: 5, since: 5 })
    expect(states()).toEqual(['unknown'])
    write(name, null) // once it is in the file of all
    expect(states()).toEqual(['unknown'])
  })
  it('that cannot be stored is kept in memory', () => {
    vi.spyOn(stored, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    beginCreation(subscriptionKey)('accepted')
    vi.runAllTimers()
    expect(states()).toEqual(['accepted'])
  })
})

describe('another tab', () => {
  it('adds its entries to those of this one, and what it clears is gone', () => {
    note(present('s1'))
    write(file, [{ ...present('s2'), at: 5 }])
    expect(entries()).toHaveLength(2)
    vi.runAllTimers()
    expect(JSON.parse(stored.getItem(file) ?? '')).toHaveLength(2)
    write(file, null)
    expect(entries()).toEqual([])
  })
  it('that wrote over what this one knows has it written again', () => {
    note(present('s1'))
    vi.runAllTimers()
    write(file, [{ ...present('s2'), at: 5 }]) // both wrote at the same moment
    vi.runAllTimers()
    reload()
    expect(entries()).toHaveLength(2)
  })
  it('that says what this one knows makes it write nothing', () => {
    note(present('s1'))
    vi.runAllTimers()
    const setItem = vi.spyOn(stored, 'setItem')
    write(file, JSON.parse(stored.getItem(file) ?? ''))
    vi.runAllTimers()
    expect(setItem).toHaveBeenCalledTimes(1) // the other's own
  })
  it('that clears is heard of even where only a creation was kept', () => {
    beginCreation(subscriptionKey)
    const removed = vi.spyOn(stored, 'removeItem')
    clearLedger()
    expect(removed).toHaveBeenCalledWith(file)
    expect([...stored.entries.keys()]).toEqual([])
  })
})

describe('a late answer', () => {
  it('changes the ledger of the account that it is of, and never the one of now', () => {
    const write = ledgerWriter()
    const end = beginCreation(subscriptionKey)
    nextAccount('two')
    write((old) => noted(old, { subscriptionId: 's', state: 'not found' }))
    end('accepted')
    vi.runAllTimers()
    expect(entries()).toEqual([])
    expect(stored.getItem(fileIn(null, 'two'))).toBeNull()
    expect(load(placeIn(null, 'one')).size).toBe(2)
    nextAccount('one') // and back again
    expect(states()).toEqual(['accepted', 'not found'])
    write((old) => noted(old, { subscriptionId: 's', state: 'removed' }))
    expect(states()).toEqual(['accepted', 'removed'])
  })
  it('of an account that was never known is kept nowhere', () => {
    nextAccount(null)
    const write = ledgerWriter()
    nextAccount('two')
    write((old) => noted(old, { subscriptionId: 's', state: 'not found' }))
    expect(entries()).toEqual([])
    expect([...stored.entries.keys()]).toEqual([])
  })
  it('after its operator has left is kept nowhere: the creation stays unknown', async () => {
    vi.resetModules() // who has left has left for good
    const account = await import('../../core/account')
    const own = await import('./ledger')
    account.openAccount(service, 'operator-1', 'one')
    const end = own.beginCreation(subscriptionKey)
    account.leaveAccount()
    end('accepted')
    const kept = own.load(placeIn('operator-1', 'one'))
    expect(own.inOrder(kept).map(({ state }) => state)).toEqual(['unknown'])
  })
})
