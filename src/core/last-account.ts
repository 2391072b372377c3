/**
 * The account that this console last worked with, by name. Another one may respond after an update, a restart or a change of
 * hosts, or once a token has ended or was forgotten: then the page says so, and the first removal asks.
 *
 * It is in web storage, not in a cookie: storage belongs to one origin, port included, and stays if the cookies that hold
 * tokens are evicted or cleared. The tab has its own entry, because another tab may have accepted an account that this one
 * never showed. The names of the entries don't depend on the hosts: at the same origin, other hosts are another account, too.
 */

import * as z from 'zod/mini'
import { ownName } from '../api/base-path'
import type { PageConfig } from '../api/config'
import { acceptAccount, accountName, accountPlace, lastAccount, onAccountBegin, onAccountPlace } from './account'

const Entry = z.object({
  account: z.string(),
  /** The account that the notice was dismissed for. */
  dismissed: z.optional(z.string()),
})
type Entry = z.output<typeof Entry>

type Opened = Pick<PageConfig, 'consoleHash' | 'account' | 'hasEarlierToken' | 'operator'>
let page: Opened | undefined
/** The account that was accepted on this page, for browsers without storage. */
let accepted: string | undefined

const inTab = { storage: () => sessionStorage, name: () => ownName('forecourt.account') }
/** For each operator: the next one to sign in has chosen to. */
const inBrowser = {
  storage: () => localStorage,
  name: () => ownName(`forecourt.account ${JSON.stringify(page?.operator?.id ?? null)}`),
}

/** Called once at start. */
export function watchLastAccount(config: Opened): void {
  page = config
  onAccountPlace(check)
  lastAccount.subscribe(remember)
  onAccountBegin((isHeard) => {
    if (!isHeard) acceptAccount() // this tab itself has changed the tokens
  })
}

/** The account with the console that it belongs to; undefined until the server has named it. */
const currentAccount = (): string | undefined =>
  page && accountPlace() !== undefined ? `${page.consoleHash} ${accountName()}` : undefined

const readLast = (): Entry | undefined => read(inTab) ?? read(inBrowser)

function check(): void {
  const current = currentAccount()
  if (!page || current === undefined) return
  const last = readLast()
  if (accepted === current || last?.account === current) lastAccount.set('same')
  else if (last) lastAccount.set(last.dismissed === current ? 'dismissed' : 'other')
  else if (page.hasEarlierToken) lastAccount.set('other')
  // If another site opened the page, the server didn't see the browser's cookies, and knows of no earlier token.
  else lastAccount.set(page.account !== null && save(current) ? 'same' : 'unknown')
}

function remember(): void {
  const current = currentAccount()
  if (current === undefined) return
  if (lastAccount.get() === 'same') {
    accepted = current
    save(current)
  } else if (lastAccount.get() === 'dismissed') {
    const account = readLast()?.account ?? ''
    write(read(inTab) ? inTab : inBrowser, { account, dismissed: current })
  }
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
