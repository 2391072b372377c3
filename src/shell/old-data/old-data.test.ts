/** Data that earlier versions kept in a browser: whose is read, in which formats, and what is left out of hostile data. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TellSubscriptions } from '../../api/told-subscriptions'
import { leaveAccount, openAccount } from '../../core/account'
import { type MemoryStorage, memoryStorage } from '../../core/storage-harness'
import { eraseSubscriptions, eraseViews, readOldData, replaceSubscriptions } from './old-data'
import { hasOldData } from './stored-names'

const hosts = ['https://data.example', 'https://vehicle.example']
const placeOf = (account: string, operator: string | null = null) => JSON.stringify([hosts, operator, account])
const userOf = (operator: string | null = null) => JSON.stringify([hosts, operator])
const three = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
const [early, late] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]
const iso = (at: number) => new Date(at).toISOString()

let storage: MemoryStorage
const store = (name: string, value: unknown) =>
  storage.setItem(name, typeof value === 'string' ? value : JSON.stringify(value))
const ledger = (...entries: unknown[]) => store(`forecourt.ledger ${placeOf('one')}`, entries)
beforeEach(() => {
  storage = memoryStorage()
  vi.stubGlobal('localStorage', storage)
  openAccount(hosts, null, 'one')
})
afterEach(() => {
  leaveAccount()
  vi.unstubAllGlobals()
})

describe('subscriptions', () => {
  it('are read from the ledger of version 0.3, and from creations that had no response yet', () => {
    ledger(
      { creation: 'a', ...three, state: 'id unknown', at: late, since: early },
      { subscriptionId: 's-1', state: 'present', at: early, since: early },
      { creation: 'b', ...three, state: 'void', at: late, since: late },
    )
    const started = (creation: string, at: number) =>
      store(`forecourt.ledger.begun ${placeOf('one')} ${creation}`, {
        creation,
        ...three,
        state: 'unknown',
        at,
        since: at,
      })
    started('a', early) // the ledger knows more
    started('b', early) // nothing came of it
    started('c', early)
    expect(hasOldData()).toBe(true)
    expect(readOldData().subscriptions).toEqual([
      { ...three, state: 'accepted', at: iso(late), since: iso(early) },
      { subscriptionId: 's-1', state: 'present', at: iso(early), since: iso(early) },
      { ...three, state: 'unknown', at: iso(early), since: iso(early) },
    ])
  })
  it('are read from a ledger without creations and first times, as version 0.1 wrote it', () => {
    ledger({ ...three, state: 'accepted', at: late }, { subscriptionId: 's-1', state: 'removed', at: early })
    expect(readOldData().subscriptions).toMatchObject([
      { ...three, state: 'accepted', since: iso(late) },
      { subscriptionId: 's-1', state: 'removed' },
    ])
  })
  it('are those of the account and the operator of now alone', () => {
    for (const place of [placeOf('two'), placeOf('one', 'ann'), 'https://vehicle.example', ''])
      store(`forecourt.ledger ${place}`, [{ subscriptionId: 's-1', state: 'present', at: early }])
    store(`forecourt.ledger.begun ${placeOf('two')} a`, { creation: 'a', ...three, state: 'unknown', at: early })
    expect([hasOldData(), readOldData().subscriptions]).toEqual([false, []])
  })
  it('are erased with their marker, and nothing else is', () => {
    const others = [
      'forecourt.preferences',
      `forecourt.ledger ${placeOf('two')}`,
      `forecourt.ledger.told ${placeOf('two')}`,
    ]
    for (const name of others) store(name, [])
    ledger({ subscriptionId: 's-1', state: 'present', at: early })
    store(`forecourt.ledger.begun ${placeOf('one')} a`, {})
    store(`forecourt.ledger.told ${placeOf('one')}`, {})
    eraseSubscriptions()
    expect([...storage.entries.keys()]).toEqual(others)
  })
  it('that remain after a part was moved are read again as they were', () => {
    ledger(
      { creation: 'a', ...three, state: 'accepted', at: late, since: early },
      { subscriptionId: 's', state: 'removed', at: early },
    )
    store(`forecourt.ledger.begun ${placeOf('one')} b`, {
      creation: 'b',
      ...three,
      userId: 'u-2',
      state: 'unknown',
      at: early,
    })
    const [first, ...remaining] = readOldData().subscriptions
    expect(first).toMatchObject(three)
    replaceSubscriptions(remaining)
    expect(readOldData().subscriptions).toEqual(remaining)
    replaceSubscriptions([])
    expect(storage.entries.size).toBe(0)
  })
})

describe('views', () => {
  const view = { name: 'Chargers', address: '/webhooks?filter[name]=CHARG' }
  it('are those of the operator, under whichever account', () => {
    store(`forecourt.views ${userOf()}`, { version: 1, views: [view, { name: 'Users', address: '/users' }, view] })
    store(`forecourt.views ${userOf('ann')}`, { version: 1, views: [{ name: 'Ann’s', address: '/users' }] })
    expect(readOldData().views).toEqual([view, { name: 'Users', address: '/users' }])
    eraseViews()
    expect([hasOldData(), [...storage.entries.keys()]]).toEqual([false, [`forecourt.views ${userOf('ann')}`]])
  })
  it('of the first versions had no operator in their name; with sign-in they are nobody’s', () => {
    store('forecourt.views', { version: 1, views: [view] })
    expect(readOldData().views).toEqual([view])
    openAccount(hosts, 'ann', 'one')
    expect([hasOldData(), readOldData().views]).toEqual([false, []])
  })
  it('that lead elsewhere, or that no server takes, are left out, and the others stay', () => {
    const bad = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/a#b',
      '/a\u0000',
      7,
    ]
    const views = [...bad.map((address, n) => ({ name: `bad ${n}`, address })), { name: '', address: '/users' }]
    const names = ['a\nb', 'x'.repeat(81), '\ud800', null].map((name) => ({ name, address: '/users' }))
    store(`forecourt.views ${userOf()}`, { version: 1, views: [...views, ...names, null, [], 'view', view] })
    expect(readOldData().views).toEqual([view])
  })
})

describe('hostile data', () => {
  it.each([
    ['no JSON', '{'],
    ['another type', '{"length":1000000000}'],
    ['null', 'null'],
    ['a deep list', '['.repeat(20_000) + ']'.repeat(20_000)],
  ])('that is %s is none', (_, text) => {
    store(`forecourt.ledger ${placeOf('one')}`, text)
    store(`forecourt.ledger.begun ${placeOf('one')} a`, text)
    store(`forecourt.views ${userOf()}`, text)
    expect(readOldData()).toEqual({ subscriptions: [], views: [] })
  })
  it.each([
    ['an ID with a NUL', { subscriptionId: 'a\0b' }],
    ['half a character', { subscriptionId: '\ud800' }],
    ['a long ID', { subscriptionId: 'x'.repeat(501) }],
    ['an ID that is a number', { subscriptionId: 7 }],
    ['no ID', {}],
    ['two of the three', { webhookId: 'w', userId: 'u' }],
    ['another state', { subscriptionId: 's', state: 'gone' }],
    ['a time that is none', { subscriptionId: 's', at: 1e300 }],
    ['a time before the calendar', { subscriptionId: 's', at: -8e15 }],
    ['a time as text', { subscriptionId: 's', at: 'yesterday' }],
  ])('with %s is left out, and the entry beside it stays', (_, entry) => {
    ledger({ state: 'present', at: early, ...entry }, { subscriptionId: 'good', state: 'present', at: early })
    expect(readOldData().subscriptions.map(({ subscriptionId }) => subscriptionId)).toEqual(['good'])
  })
  it('of any kind is read without an error, and as something that the server takes', () => {
    const entry = fc.record(
      {
        ...{ creation: fc.string(), webhookId: fc.string(), userId: fc.string(), vehicleId: fc.string() },
        ...{ subscriptionId: fc.string(), state: fc.constantFrom('present', 'accepted', 'void', 'x') },
        ...{ at: fc.double(), since: fc.oneof(fc.double(), fc.string()) },
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(entry, fc.jsonValue())), fc.jsonValue(), (entries, views) => {
        ledger(...entries)
        store(`forecourt.views ${userOf()}`, { version: 1, views })
        const { subscriptions } = readOldData()
        if (subscriptions.length > 0)
          expect(TellSubscriptions.safeParse({ subscriptions })).toMatchObject({ success: true })
      }),
      { numRuns: 100 },
    )
  })
  it('cannot be read at all: there is none', () => {
    vi.stubGlobal('localStorage', undefined)
    expect([hasOldData(), readOldData()]).toEqual([false, { subscriptions: [], views: [] }])
  })
})
