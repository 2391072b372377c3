/**
 * Whose data is on screen. Another token may be another account, and another operator another person: nothing of the one
 * before stays as if it were current. What belongs to an account lives in an `accountStore`, which registers itself, so
 * that `nextAccount()` forgets all of it and no list has to be kept by hand.
 */
import type * as z from 'zod/mini'
import { onAccountNamed, setAccount } from '../api/client'
import { createStore, type Store, useStore } from './store'

interface Account {
  /** Grows whenever the account changes: what was begun in an earlier epoch is not for this one. */
  epoch: number
  /** Grows where something else than this tab changed the tokens: the page on screen then begins anew. */
  heard: number
  /** True until it is dismissed that something else changed them. */
  isSaid: boolean
}

const account = createStore<Account>({ epoch: 0, heard: 0, isSaid: false })
export const useAccount = (): Account => useStore(account)
export const accountEpoch = (): number => account.get().epoch
export const dismissAccount = (): void => {
  account.set((old) => ({ ...old, isSaid: false }))
  if (lastAccount.get() === 'other') lastAccount.set('dismissed')
}

/**
 * How the account compares with the one that this console last worked with (`last-account.ts`). `dismissed`: another one,
 * and the notice is closed. `unknown`: nothing says which one it was.
 */
type LastAccount = 'same' | 'other' | 'dismissed' | 'unknown'
export const lastAccount = createStore<LastAccount>('same')
export const useLastAccount = (): LastAccount => useStore(lastAccount)
/** True if a removal has to ask first, whatever it removes. */
export const isOtherAccount = (): boolean => lastAccount.get() !== 'same' || accountPlace() === undefined
/** The account that responds is the one to work with from now on. */
export function acceptAccount(): void {
  if (accountPlace() !== undefined) lastAccount.set('same')
}

/** @returns whether the account is still the one that it is now: asked before a late answer is taken in */
export function whileAccount(): () => boolean {
  const begun = accountEpoch()
  return () => begun === accountEpoch()
}

/** What a call, a wait or a task ends with when the account ends under it. */
const ENDED = new DOMException('The access tokens changed.', 'AbortError')
let owner = new AbortController()
/** Aborted when this account ends: long work that was begun for it ends with it. */
export const accountSignal = (): AbortSignal => owner.signal

type Forget = (endedPlace: string | undefined) => void
/** What is forgotten, in the order in which it was registered. */
const resets = new Set<Forget>()

/** Calls `forget` with the place of what was kept whenever an account ends, for state that no store holds. */
export function onAccountEnd(forget: Forget): () => void {
  resets.add(forget)
  return () => resets.delete(forget)
}

const beginnings = new Set<(isHeard: boolean) => void>()

/** Calls `begin` once another account has taken the place of the one before: what is on screen is loaded anew. */
export function onAccountBegin(begin: (isHeard: boolean) => void): () => void {
  beginnings.add(begin)
  return () => beginnings.delete(begin)
}

/** Who uses which service: what is kept in the browser is filed under both, and what is of an account under that too. */
interface User {
  /** The addresses of the service's hosts. */
  service: readonly string[]
  /** The operator's own id at their provider; null where nobody signs in. */
  operator: string | null
}
/** Undefined before the start, and for good once the operator has left: nothing is kept any more then. */
let user: User | undefined
/** Where something is filed; undefined while that is not known, and once the operator has left. */
class Place {
  now: string | undefined
  readonly #openings = new Set<(place: string) => void>()

  set(place: string | undefined): void {
    this.now = place
    if (place !== undefined) for (const open of this.#openings) open(place)
  }

  /** Calls `open` now, where the place is known, and whenever it is another one. */
  onOpen(open: (place: string) => void): () => void {
    this.#openings.add(open)
    if (this.now !== undefined) open(this.now)
    return () => this.#openings.delete(open)
  }
}
const accountsPlace = new Place()
const usersPlace = new Place()

export const accountPlace = (): string | undefined => accountsPlace.now

/** Calls `open` now, where the account's place is known, and whenever it is another one. */
export const onAccountPlace = (open: (place: string) => void): (() => void) => accountsPlace.onOpen(open)

const placeOf = ({ service, operator }: User, account: string | null) =>
  JSON.stringify(account === null ? [service, operator] : [service, operator, account])
export const userPlace = (): string | undefined => usersPlace.now

/**
 * Called once at start, before anything is read.
 * @param given the account's key, as the page was told it; null where the page could not know
 */
export function openAccount(service: readonly string[], operator: string | null, given: string | null): void {
  user = { service, operator }
  usersPlace.set(placeOf(user, null))
  know(given)
}

/** Null until the server has said which account the tokens are of. */
let key: string | null = null
/** The name of the account, as the server gives it. */
export const accountName = (): string | null => key

function know(given: string | null): void {
  key = given
  setAccount(key)
  accountsPlace.set(user && key !== null ? placeOf(user, key) : undefined)
}

/** Forgets everything of the account, and ends what was begun for it. */
function endAccount(change: (old: Account) => Account): void {
  const ended = accountsPlace.now
  know(null) // nothing that ends below is kept under the next one
  account.set(change) // first, so that what ends takes nothing in any more
  lastAccount.set('unknown') // until the next one is compared
  const ending = owner
  owner = new AbortController()
  ending.abort(ENDED)
  for (const forget of resets) {
    try {
      forget(ended)
    } catch (error) {
      queueMicrotask(() => {
        throw error // said, and what comes after it is forgotten all the same
      })
    }
  }
}

/** A name that no account has: calls are refused while it is not known whose the next one is, and nothing is sent. */
const NOBODY = '?'
/** Resolves to whether the operator of this page is still the one who is signed in. */
let isSameOperator: (() => Promise<boolean>) | undefined

/** True while that is asked. */
let isAsking = false

/** Called once where operators sign in: other tokens may be another operator's, and nothing is begun for them here. */
export function confirmOperatorBy(confirm: typeof isSameOperator): void {
  isSameOperator = confirm
}

/**
 * Begins with other tokens, or as another account.
 * @param given its key; null where it is not known yet: the next answer tells
 * @param isHeard true where something else than this tab changed them
 * @returns once it has begun
 */
export async function nextAccount(given: string | null, isHeard = false): Promise<void> {
  endAccount(({ epoch, heard, isSaid }) => ({
    epoch: epoch + 1,
    heard: heard + (isHeard ? 1 : 0),
    isSaid: isHeard || isSaid,
  }))
  const isCurrent = whileAccount()
  let known = given
  if (isSameOperator && given !== null) {
    key = NOBODY
    setAccount(key)
    isAsking = true
    const isSame = await isSameOperator().finally(() => {
      isAsking = false
    })
    if (!isSame) known = NOBODY
    if (!isCurrent()) return
  }
  if (known !== NOBODY) know(known)
  for (const begin of beginnings) begin(isHeard)
}

/** The operator has left, or another one has come: nothing of theirs is kept by this page from now on. */
export function leaveAccount(): void {
  user = undefined
  usersPlace.set(undefined)
  endAccount((old) => ({ ...old, epoch: old.epoch + 1 }))
}

/** The change of tokens that this tab is at itself, and what it was told of the account meanwhile. */
let ownChange: { told?: string } | undefined

/**
 * Runs a change of tokens of this tab's own, and begins with the account that it leads to.
 * @throws what `change` throws; the account is another one also then where an answer has told so meanwhile
 */
export async function changeAccount<T extends { account: string }>(change: () => Promise<T>): Promise<T> {
  const own: typeof ownChange = {}
  ownChange = own
  try {
    const changed = await change()
    await nextAccount(changed.account)
    return changed
  } catch (error) {
    if (own.told !== undefined) await nextAccount(own.told, true)
    throw error
  } finally {
    if (ownChange === own) ownChange = undefined
  }
}

// An answer names the account that it is of. A page that did not know learns it; where it is another one than a call
// was meant for, the tokens were changed without a word to this tab, and nothing was sent.
function hear(told: string, meant: string | null): void {
  if (told === meant) return
  if (ownChange) ownChange.told = told
  else if (meant === null) know(told)
  else if (meant !== NOBODY || !isAsking) void nextAccount(told, true)
}
onAccountNamed(hear)

/** Takes in what the server's own answer said of the account, asked for while the one of `isCurrent` was on screen. */
export function adoptAccount(told: string, isCurrent: () => boolean): void {
  if (isCurrent()) hear(told, key)
}

/**
 * A store of what belongs to an account: back at `initial` when the account ends.
 * @param initial a function where the value changes in place
 */
export function accountStore<T>(initial: T | (() => T)): Store<T> {
  const begin = () => (initial instanceof Function ? initial() : initial)
  const store = createStore(begin())
  onAccountEnd(() => store.set(begin()))
  return store
}

interface Keeping<T> {
  /** What it is filed under, with its place behind it. */
  name: string
  /** What is stored is parsed by it on reading; what does not fit is dropped. */
  schema: z.ZodMiniType<T>
  initial: T
  storage: () => Storage
  /** True where an account finds it again when it comes back; else it is taken out of the storage with the account. */
  outlivesAccount?: boolean
}

/**
 * A store of an account that outlives the page, filed under service, operator and account. A storage that is full or
 * forbidden is no reason to fail: the value then lives in memory.
 */
export const persistedAccountStore = <T>(keeping: Keeping<T>): Store<T> => keptStore(keeping, accountsPlace)

/** The same for what an operator keeps for any account, as their preferences: filed under service and operator. */
export const persistedUserStore = <T>(keeping: Keeping<T>): Store<T> =>
  keptStore({ ...keeping, outlivesAccount: true }, usersPlace)

function keptStore<T>({ name, schema, initial, storage, outlivesAccount = false }: Keeping<T>, at: Place): Store<T> {
  const store = createStore(initial)
  const fileAt = (place: string) => `${name} ${place}`
  const load = (place: string): T => {
    try {
      // Before there were places it was filed under its name alone; where nobody signs in, that was the same person.
      const isOfBefore = at === usersPlace && user?.operator === null
      const text = storage().getItem(fileAt(place)) ?? (isOfBefore ? storage().getItem(name) : null)
      const parsed = text === null ? undefined : schema.safeParse(JSON.parse(text))
      return parsed?.success ? parsed.data : initial
    } catch {
      return initial
    }
  }
  const save = (place: string, value: T) => {
    try {
      storage().setItem(fileAt(place), JSON.stringify(value))
    } catch {
      // kept in memory only
    }
  }
  const set: Store<T>['set'] = (next) => {
    store.set(next)
    if (at.now !== undefined) save(at.now, store.get())
  }
  const open = () => store.set(at.now === undefined ? initial : load(at.now))
  onAccountEnd((ended) => {
    open()
    if (ended === undefined || outlivesAccount) return
    try {
      storage().removeItem(fileAt(ended))
    } catch {
      // without storage nothing is kept
    }
  })
  at.onOpen(open)
  // Another tab has changed it: what it kept is not written over from here.
  globalThis.addEventListener?.('storage', (event) => {
    if (at.now !== undefined && event.key === fileAt(at.now) && event.storageArea === storage()) open()
  })
  return { ...store, set }
}
