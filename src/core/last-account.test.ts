/** Another account than before is named, and a removal asks first, in every way in which the account can change. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MemoryStorage, memoryStorage } from './storage-harness'

const HOSTS = ['https://vehicle.example']
let browser: MemoryStorage
let tab: MemoryStorage

beforeEach(() => {
  browser = memoryStorage()
  openTab()
})
afterEach(() => void vi.unstubAllGlobals())

/** A storage of its own for what follows, as in a new tab. */
function openTab(): void {
  tab = memoryStorage()
  vi.stubGlobal('localStorage', browser)
  vi.stubGlobal('sessionStorage', tab)
}

interface Opened {
  account: string | null
  consoleHash?: string
  hasEarlierToken?: boolean
  operator?: string | null
}

/** Loads the page: everything in memory is new. */
async function load({ account, consoleHash = 'console', hasEarlierToken = false, operator = null }: Opened) {
  vi.resetModules()
  const core = await import('./account')
  const last = await import('./last-account')
  const who = operator === null ? null : { id: operator, name: operator, role: 'operator' as const }
  core.openAccount(HOSTS, operator, account)
  last.watchLastAccount({ account, consoleHash, hasEarlierToken, operator: who })
  return core
}

it('says nothing on a first visit, and nothing as long as the account is the same', async () => {
  expect((await load({ account: 'a' })).isOtherAccount()).toBe(false)
  expect((await load({ account: 'a' })).isOtherAccount()).toBe(false)
  openTab()
  expect((await load({ account: 'a' })).isOtherAccount()).toBe(false)
})

it.each([
  ['another account, as after a restart with another token', { account: 'b' }],
  ['other hosts with an account of the same name', { account: 'a', consoleHash: 'other hosts' }],
  ['a first page that names no account', { account: null }],
])('asks if the next page finds %s, in the same tab and in a new one', async (_, next) => {
  await load({ account: 'a' })
  for (const open of [() => undefined, openTab]) {
    open()
    const page = await load(next)
    if (next.account === null) await page.nextAccount('b', true)
    expect(page.isOtherAccount()).toBe(true)
  }
})

it('asks on each page until the account is accepted, also once the notice is dismissed', async () => {
  await load({ account: 'a' })
  openTab()
  const page = await load({ account: 'b' })
  page.dismissAccount()
  expect(page.isOtherAccount()).toBe(true)
  const again = await load({ account: 'b' })
  expect(again.isOtherAccount()).toBe(true)
  again.acceptAccount()
  expect(again.isOtherAccount()).toBe(false)
  expect((await load({ account: 'b' })).isOtherAccount()).toBe(false)
  expect((await load({ account: 'a' })).isOtherAccount()).toBe(true)
})

it('takes an account for accepted if this tab itself has changed the tokens, and no other way', async () => {
  const page = await load({ account: 'a' })
  await page.changeAccount(async () => ({ account: 'b' }))
  expect(page.isOtherAccount()).toBe(false)
  await page.nextAccount('c', true) // by another tab, or by a response that names it
  expect(page.isOtherAccount()).toBe(true)
  expect((await load({ account: 'c' })).isOtherAccount()).toBe(true) // a reload doesn't change it in silence
})

it('keeps a tab’s own entry: an account that another tab accepted is new here', async () => {
  await load({ account: 'a' })
  const first = tab
  openTab()
  const other = await load({ account: 'b' })
  other.acceptAccount()
  vi.stubGlobal('sessionStorage', first)
  expect((await load({ account: 'b' })).isOtherAccount()).toBe(true)
})

it('asks after an update that leaves a token unused, until it is accepted', async () => {
  const page = await load({ account: 'server', hasEarlierToken: true })
  expect(page.isOtherAccount()).toBe(true)
  page.dismissAccount()
  expect((await load({ account: 'server', hasEarlierToken: true })).isOtherAccount()).toBe(true)
  page.acceptAccount()
  expect((await load({ account: 'server', hasEarlierToken: true })).isOtherAccount()).toBe(false)
})

it('is of each operator: who signs in next has chosen to', async () => {
  await load({ account: 'of-ann', operator: 'ann' })
  openTab()
  expect((await load({ account: 'of-bob', operator: 'bob' })).isOtherAccount()).toBe(false)
  openTab()
  expect((await load({ account: 'of-ann-2', operator: 'ann' })).isOtherAccount()).toBe(true)
})

it('asks on each page of a browser that keeps nothing, until it is accepted there', async () => {
  for (const broken of [
    () => vi.stubGlobal('localStorage', undefined),
    () => vi.stubGlobal('localStorage', { ...memoryStorage(), setItem: () => expect.fail('full') }),
  ]) {
    broken()
    vi.stubGlobal('sessionStorage', undefined)
    const page = await load({ account: 'a' })
    expect(page.isOtherAccount()).toBe(true)
    page.acceptAccount()
    expect(page.isOtherAccount()).toBe(false)
    await page.nextAccount('b', true)
    expect(page.isOtherAccount()).toBe(true)
    expect((await load({ account: 'b' })).isOtherAccount()).toBe(true)
  }
})

it('asks as long as no account is known, and keeps names alone', async () => {
  const page = await load({ account: null })
  expect(page.isOtherAccount()).toBe(true)
  page.acceptAccount()
  expect(page.isOtherAccount()).toBe(true)
  await load({ account: 'a' })
  expect([...browser.entries, ...tab.entries]).toEqual([
    ['forecourt.account null', '{"account":"console a"}'],
    ['forecourt.account', '{"account":"console a"}'],
  ])
})
