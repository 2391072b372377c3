/**
 * The account that this console last worked with, by name. Another one may respond after an update, a restart or a change of
 * hosts, or once a token has ended or was forgotten: then the page says so, and the first removal asks.
 *
 * It is in web storage, not in a cookie: storage belongs to one origin, port included, and stays if the cookies that hold
 * tokens are evicted or cleared. The tab has its own entry, because another tab may have accepted an account that this one
 * never showed. The names of the entries don't depend on the hosts: at the same origin, other hosts are another account, too.
 */
import * as z from 'zod/mini'
import type { PageConfig } from '../api/config'
import { accountName, accountPlace, onAccountBegin, onAccountPlace } from './account'
import { createStore, useStore } from './store'

/** `unknown`: nothing says which account it was, because the browser keeps nothing or the page was opened by another site. */
type LastAccount = 'same' | 'other' | 'dismissed' | 'unknown'

const Entry = z.object({
  account: z.string(),
  /** The account that the notice was dismissed for. */
  dismissed: z.optional(z.string()),
})
type Entry = z.output<typeof Entry>

const state = createStore<LastAccount>('same')
export const useLastAccount = (): LastAccount => useStore(state)

type Opened = Pick<PageConfig, 'consoleHash' | 'account' | 'hasEarlierToken' | 'operator'>
let page: Opened | undefined
/** The account that was accepted on this page, for browsers without storage. */
let accepted: string | undefined

const inTab = { storage: () => sessionStorage, name: () => 'forecourt.account' }
/** For each operator: who signs in next has chosen to. */
const inBrowser = {
  storage: () => localStorage,
  name: () => `forecourt.account ${JSON.stringify(page?.operator?.id ?? null)}`,
}

/** Called once at start. */
export function watchLastAccount(config: Opened): void {
  page = config
  onAccountPlace(check)
  onAccountBegin((isHeard) => {
    if (!isHeard) acceptAccount() // this tab itself has changed the tokens
  })
}

/** The account with the console that it belongs to; undefined until the server has named it. */
const currentAccount = (): string | undefined =>
  page && accountPlace() !== undefined ? `${page.consoleHash} ${accountName()}` : undefined

function check(): void {
  const current = currentAccount()
  if (page && current !== undefined) state.set(compare(page, current))
}

function compare({ account, hasEarlierToken }: Opened, current: string): LastAccount {
  if (accepted === current) return 'same'
  const last = read(inTab) ?? read(inBrowser)
  if (last && last.account !== current) return last.dismissed === current ? 'dismissed' : 'other'
  if (!last && hasEarlierToken) return 'other'
  const isKnown = last !== undefined || account !== null
  return isKnown && save(current) ? 'same' : 'unknown'
}

/** True if a removal has to ask first, whatever it removes. */
export const isOtherAccount = (): boolean => state.get() !== 'same' || currentAccount() === undefined

/** The account that responds is the one to work with from now on. */
export function acceptAccount(): void {
  accepted = currentAccount()
  if (accepted === undefined) return
  save(accepted)
  state.set('same')
}

/** Hides the notice. The first removal still asks. */
export function dismissOtherAccount(): void {
  const current = currentAccount()
  if (current === undefined || state.get() !== 'other') return
  const inOwn = read(inTab)
  const { account } = inOwn ?? read(inBrowser) ?? { account: '' }
  write(inOwn ? inTab : inBrowser, { account, dismissed: current })
  state.set('dismissed')
}

/** @returns false if the browser keeps nothing beyond this page */
function save(account: string): boolean {
  write(inTab, { account })
  return write(inBrowser, { account })
}

function read({ storage, name }: typeof inTab): Entry | undefined {
  try {
    return Entry.safeParse(JSON.parse(storage().getItem(name()) ?? '')).data
  } catch {
    return undefined
  }
}

function write({ storage, name }: typeof inTab, entry: Entry): boolean {
  try {
    storage().setItem(name(), JSON.stringify(entry))
    return true
  } catch {
    return false
  }
}
