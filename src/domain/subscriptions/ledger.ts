/**
 * The ledger of subscriptions: what this browser asked for, saw and removed. The answer to a creation has no id and the
 * interface has no list (4.3), so nothing else can tell. Ids only, for each account, shared by a browser's tabs.
 */
import { IN_PROGRESS_MS } from '../../api/subscriptions'
import { accountPlace, accountStore, isLeft, onAccountEnd, onAccountPlace, whileAccount } from '../../core/account'
import { useStore } from '../../core/store'
import { type Answered, answered, begun, kept, type Sent, withBegun } from './ledger-changes'
import {
  type Entry,
  isOf,
  isSame,
  isThought,
  keyOf,
  type Ledger,
  merged,
  readEntry,
  type SubscriptionKey,
  subscriptionKeyOf,
  subscriptionKeyText,
} from './subscription-key'

/** `id unknown`: accepted a while ago, and never seen since. */
export type LedgerState = Exclude<Entry['state'], 'void'>
export const ledgerStates: readonly LedgerState[] = [
  'unknown',
  'accepted',
  'id unknown',
  'present',
  'not found',
  'removed',
]

/** What is shown: all that was made, or may have been. */
export type ShownEntry = Entry & { state: LedgerState }
const isShown = (entry: Entry): entry is ShownEntry => entry.state !== 'void'

/** Writing is put off a little: a job notes many. */
const SAVE_AFTER_MS = 250

// Before it is forgotten: what is known of an account is filed under it, whatever ends it.
onAccountEnd((endedPlace) => save(endedPlace))
const ledger = accountStore<Ledger>(new Map())
export const useLedger = (): Ledger => useStore(ledger)
export const ledgerNow = (): Ledger => ledger.get()

export const stateOf = ({ state, at }: Pick<ShownEntry, 'state' | 'at'>, now: number): LedgerState =>
  state === 'accepted' && now - at > IN_PROGRESS_MS ? 'id unknown' : state

/** The newest first, each in its place whatever is learnt of it: a row that is removed stays where it was clicked. */
export const inOrder = (entries: Ledger): ShownEntry[] =>
  [...entries.values()].filter(isShown).sort((a, b) => b.since - a.since || (keyOf(a) < keyOf(b) ? -1 : 1))

/** What the ledger knows of a user, a webhook or a vehicle, what is gone or may not be left out. */
export const entriesOf = (entries: Ledger, name: keyof SubscriptionKey, id: string): Entry[] =>
  [...entries.values()].filter((entry) => entry[name] === id && isThought(entry))

/** What there is, or may be, of each webhook, user and vehicle: rather what is known than what got no answer. */
export function subscribedIn(entries: Ledger): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>()
  for (const entry of entries.values()) {
    const subscriptionKey = subscriptionKeyOf(entry)
    if (
      subscriptionKey &&
      (isThought(entry) || (entry.state === 'unknown' && !found.has(subscriptionKeyText(subscriptionKey))))
    )
      found.set(subscriptionKeyText(subscriptionKey), entry)
  }
  return found
}

/** What says most of the three, first to last. */
const telling: readonly Entry['state'][] = ['present', 'accepted', 'id unknown', 'unknown', 'not found', 'removed']
/** The entry that says most of the three. */
export function entryOf(entries: Ledger, subscriptionKey: SubscriptionKey): Entry | undefined {
  const own = [...entries.values()].filter((entry) => isOf(entry, subscriptionKey))
  return telling.map((state) => own.find((entry) => entry.state === state)).find((entry) => entry !== undefined)
}

/** The account under which something began. */
interface AccountThen {
  isCurrent: () => boolean
  place: string | undefined
}

/**
 * Taken when a call begins: what its answer tells is of the account under which it was sent, however late it comes.
 * @returns what changes the ledger of that account
 */
export function ledgerWriter({ isCurrent, place }: AccountThen = { isCurrent: whileAccount(), place: accountPlace() }) {
  // The account may have come back meanwhile; one that was not known at first is known since.
  const isOnScreen = () => (place === undefined ? isCurrent() : place === accountPlace())
  return (change: (old: Ledger) => Ledger): void => {
    if (isOnScreen()) {
      ledger.set(change)
      saveSoon()
    } else if (place !== undefined && !isLeft(place)) rewrite(place, change)
  }
}

/**
 * To be called before a creation is sent: it is written down as unknown at once, and stays so where no answer comes,
 * nor anybody who would hear it.
 * @returns what writes down how it was answered
 */
export function beginCreation({ webhookId, userId, vehicleId }: SubscriptionKey): (how: Answered) => void {
  const write = ledgerWriter()
  const at = Date.now()
  const creation = `${at.toString(36)}-${Math.random().toString(36).slice(2)}`
  const sent: Sent = { creation, webhookId, userId, vehicleId }
  const entry = begun(sent, at)
  write((old) => withBegun(old, entry))
  const place = accountPlace()
  // In a file of its own until the ledger is written: that takes too long to be done for each of many.
  if (place !== undefined) store(`${beganAt(place)}${creation}`, entry)
  return (how) => write((old) => answered(old, sent, how))
}

let saving: ReturnType<typeof setTimeout> | undefined

const LEDGER = 'forecourt.ledger '
const BEGUN = 'forecourt.ledger.begun '
const fileAt = (place: string) => `${LEDGER}${place}`
/** What the names of the creations that were begun there begin with. */
const beganAt = (place: string) => `${BEGUN}${place} `

/** @returns what is stored under a name; undefined where it is nothing that can be read */
function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return undefined
  }
}

/** A storage that is full or forbidden is no reason to fail: the ledger then lives in memory. */
function store(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function remove(these: readonly string[]): void {
  try {
    for (const name of these) localStorage.removeItem(name)
  } catch {
    // as above
  }
}

function names(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, nth) => localStorage.key(nth) ?? '')
  } catch {
    return []
  }
}

/** The names of what was stored since the ledger there was written. */
const begunAt = (place: string): string[] => names().filter((name) => name.startsWith(beganAt(place)))

/** Wherever this browser keeps a ledger. */
export function ledgerPlaces(): string[] {
  const places = names().flatMap((name) =>
    name.startsWith(LEDGER)
      ? name.slice(LEDGER.length)
      : name.startsWith(BEGUN)
        ? name.slice(BEGUN.length, name.lastIndexOf(' '))
        : [],
  )
  return [...new Set(places)]
}

const ledgerOf = (entries: readonly unknown[]): Ledger =>
  new Map(entries.flatMap((one) => readEntry(one) ?? []).map((entry) => [keyOf(entry), entry]))

/** All that is kept at a place. */
export function load(place: string): Ledger {
  const entries = stored(fileAt(place))
  return merged(ledgerOf(Array.isArray(entries) ? entries : []), ledgerOf(begunAt(place).map(stored)))
}

/** Reads, changes and writes what is kept at a place. @returns false where it could not be written */
export function rewrite(place: string, change: (old: Ledger) => Ledger): boolean {
  const taken = begunAt(place)
  const isWritten = store(fileAt(place), kept(change(load(place))))
  if (isWritten) remove(taken)
  return isWritten
}

/** Takes away what is kept at a place, for every tab of this browser. */
export function erase(place: string): void {
  store(fileAt(place), []) // so that there is something to hear of when it goes
  remove([fileAt(place), ...begunAt(place)])
}

function saveSoon(): void {
  saving ??= setTimeout(() => save(accountPlace()), SAVE_AFTER_MS)
}

function save(place: string | undefined): void {
  if (saving === undefined || place === undefined) return
  clearTimeout(saving)
  saving = undefined
  rewrite(place, (old) => merged(old, ledger.get()))
}

/** Forgets all of it, in every tab of this browser. */
export function clearLedger(): void {
  clearTimeout(saving)
  saving = undefined
  ledger.set(new Map())
  const place = accountPlace()
  if (place !== undefined) erase(place)
}

/** Takes in what is stored; what only this tab knows is stored then, too. */
function take(heard: Ledger): void {
  const all = merged(ledger.get(), heard)
  ledger.set(all)
  if (!isSame(new Map(kept(all).map((entry) => [keyOf(entry), entry])), heard)) saveSoon()
}

// What was noted before the account was known is of the account that the first answer names.
onAccountPlace((place) => take(load(place)))
// What the other tabs of this browser write.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  const place = accountPlace()
  if (place === undefined || key === null) return
  if (key.startsWith(beganAt(place))) {
    if (newValue !== null) ledger.set(merged(ledger.get(), ledgerOf([stored(key)])))
  } else if (key === fileAt(place)) {
    if (newValue === null) ledger.set(new Map())
    else take(load(place))
  }
})
globalThis.addEventListener?.('pagehide', () => save(accountPlace()))
