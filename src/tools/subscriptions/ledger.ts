/**
 * The ledger of subscriptions: what this browser asked for, saw and removed. The answer to a creation has no id and the
 * interface has no list (4.3), so nothing else can tell. Ids only, per service and sign-in, shared by a browser's tabs.
 */
import * as z from 'zod/mini'
import { accountPlace, accountStore, onAccountEnd, onAccountPlace } from '../account'
import { useStore } from '../store'

const Entry = z.object({
  webhookId: z.optional(z.string()),
  userId: z.optional(z.string()),
  vehicleId: z.optional(z.string()),
  /** Known once it was read; the acknowledgement of a creation has none. */
  subscriptionId: z.optional(z.string()),
  state: z.enum(['accepted', 'present', 'not found', 'removed']),
  /** Milliseconds since the epoch, when this was learnt. */
  at: z.number(),
  /** When it was first noted, or asked for anew; ledgers written before this was kept have none. */
  since: z.optional(z.number()),
})
export type Entry = z.output<typeof Entry>
/** `id unknown`: accepted a while ago, and never seen since. */
export type LedgerState = Entry['state'] | 'id unknown'
export const ledgerStates: readonly LedgerState[] = ['accepted', 'id unknown', 'present', 'not found', 'removed']

export interface Trio {
  webhookId: string
  userId: string
  vehicleId: string
}
export type Ledger = ReadonlyMap<string, Entry>

/** How long a creation counts as in progress, in ms; how long it takes is not shown (3). */
export const IN_PROGRESS_MS = 60_000
/** The oldest make room for new ones. */
const MOST_ENTRIES = 5000
/** Writing is put off a little: a job notes many. */
const SAVE_AFTER_MS = 250

// Before it is forgotten: what is known of an account is filed under it, whatever ends it.
onAccountEnd((endedPlace) => save(endedPlace))
const ledger = accountStore<Ledger>(new Map())
export const useLedger = (): Ledger => useStore(ledger)
export const ledgerNow = (): Ledger => ledger.get()

export const stateOf = ({ state, at }: Entry, now: number): LedgerState =>
  state === 'accepted' && now - at > IN_PROGRESS_MS ? 'id unknown' : state

/** One entry for each webhook, user and vehicle; by its id where those are not known. */
export const trioKey = ({ webhookId, userId, vehicleId }: Trio): string =>
  JSON.stringify([webhookId, userId, vehicleId])
const keyOf = ({ webhookId, userId, vehicleId, subscriptionId }: Entry): string =>
  webhookId !== undefined && userId !== undefined && vehicleId !== undefined
    ? trioKey({ webhookId, userId, vehicleId })
    : `id ${subscriptionId}`

/** The newest first, each in its place whatever is learnt of it: a row that is removed stays where it was clicked. */
export const inOrder = (entries: Ledger): Entry[] =>
  [...entries]
    .sort(([keyA, a], [keyB, b]) => sinceOf(b) - sinceOf(a) || (keyA < keyB ? -1 : 1))
    .map(([, entry]) => entry)
const sinceOf = ({ since, at }: Entry): number => since ?? at

/** Writes down what is known now. What is known by its id only joins the entry that has that id. */
export function note(given: Omit<Entry, 'at' | 'since'>, at = Date.now()): void {
  const old = ledger.get()
  const known =
    given.subscriptionId === undefined
      ? undefined
      : [...old].find(([, entry]) => entry.subscriptionId === given.subscriptionId)
  const entry: Entry = { ...known?.[1], ...given, at }
  const before = given.state === 'accepted' ? undefined : (known?.[1] ?? old.get(keyOf(entry)))
  entry.since = before ? sinceOf(before) : at
  const next = new Map(old)
  if (known) next.delete(known[0])
  next.set(keyOf(entry), entry)
  ledger.set(next)
  saveSoon()
}

/** What the ledger knows of a user, a webhook or a vehicle, what is gone left out. */
export const entriesOf = (entries: Ledger, name: keyof Trio, id: string): Entry[] =>
  [...entries.values()].filter((entry) => entry[name] === id && isThought(entry))

/** True where it is there as far as this browser knows. */
export const isThought = ({ state }: Entry): boolean => state === 'accepted' || state === 'present'

/** The known subscription of the same three, if there is one. */
export function duplicateOf(entries: Ledger, trio: Trio): Entry | undefined {
  const entry = entries.get(trioKey(trio))
  return entry && isThought(entry) ? entry : undefined
}

/** The newest of each, the oldest left out where there are too many. */
export function merged(...given: readonly Ledger[]): Ledger {
  const all = new Map<string, Entry>()
  for (const entries of given) {
    for (const [key, entry] of entries)
      if ((all.get(key)?.at ?? Number.NEGATIVE_INFINITY) < entry.at) all.set(key, entry)
  }
  // What has an id by now stands under its three: the entry by id alone says no more.
  const named = new Set(
    [...all].flatMap(([key, { subscriptionId }]) => (key.startsWith('id ') ? [] : (subscriptionId ?? []))),
  )
  const whole = [...all].filter(
    ([key, { subscriptionId }]) => !(key.startsWith('id ') && named.has(subscriptionId ?? '')),
  )
  return new Map(whole.sort(([, a], [, b]) => a.at - b.at).slice(-MOST_ENTRIES))
}

let saving: ReturnType<typeof setTimeout> | undefined

const fileAt = (place: string) => `forecourt.ledger ${place}`

/** Called once at start: the ledger follows the account, and listens to what the other tabs of this browser write in it. */
export function keepLedger(): void {
  onAccountPlace((place) => ledger.set(load(place)))
  window.addEventListener('storage', ({ key, newValue }) => {
    const place = accountPlace()
    if (place === undefined || key !== fileAt(place)) return
    ledger.set(newValue === null ? new Map() : merged(ledger.get(), load(place)))
  })
  window.addEventListener('pagehide', () => save(accountPlace()))
}

function load(place: string | undefined): Ledger {
  try {
    const text = place === undefined ? null : localStorage.getItem(fileAt(place))
    const entries: unknown = text === null ? [] : JSON.parse(text)
    const known = Array.isArray(entries) ? entries.flatMap((one) => Entry.safeParse(one).data ?? []) : []
    return new Map(known.map((entry) => [keyOf(entry), entry]))
  } catch {
    return new Map()
  }
}

function saveSoon(): void {
  saving ??= setTimeout(() => save(accountPlace()), SAVE_AFTER_MS)
}

function save(place: string | undefined): void {
  if (saving === undefined || place === undefined) return
  clearTimeout(saving)
  saving = undefined
  const all = merged(load(place), ledger.get())
  try {
    localStorage.setItem(fileAt(place), JSON.stringify([...all.values()]))
  } catch {
    // A storage that is full or forbidden is no reason to fail: the ledger then lives in memory.
  }
}

/** Forgets all of it, in every tab of this browser. */
export function clearLedger(): void {
  clearTimeout(saving)
  saving = undefined
  ledger.set(new Map())
  try {
    const place = accountPlace()
    if (place !== undefined) localStorage.removeItem(fileAt(place))
  } catch {
    // as above
  }
}
