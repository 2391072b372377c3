/** How what is learnt changes the ledger of subscriptions: pure functions, for whichever account's ledger it is. */
import { isSameId } from '../../api/same-id'
import {
  byId,
  type Entry,
  isOf,
  isSighting,
  isThought,
  keyOf,
  type Ledger,
  type SubscriptionKey,
  subscriptionKeyOf,
} from './subscription-key'

/** The oldest make room for new ones, what is gone first. */
export const MOST_ENTRIES = 5000
/** How long it is kept that nothing was made of a creation, in ms: until every tab has heard so. */
const VOID_MS = 3_600_000
/** How far the clocks of this browser and of the service may be apart, in ms. */
const CLOCKS_MS = 300_000

/** What is learnt later has a later time, whatever the clock says. */
const after = ({ at: before }: Entry, at: number) => Math.max(at, before + 1)

function withEntries(old: Ledger, ...entries: readonly Entry[]): Ledger {
  const next = new Map(old)
  for (const entry of entries) next.set(keyOf(entry), entry)
  return next
}

/** A creation that is being sent, by a name of its own. */
export interface Sent extends SubscriptionKey {
  creation: string
}

/** Until it is answered nobody knows what becomes of it, nor if the page goes meanwhile. */
export const begun = (sent: Sent, at: number): Entry => ({ ...sent, state: 'unknown', at, since: at })
export const withBegun = (old: Ledger, entry: Entry): Ledger => withEntries(old, entry)

/** `already`: refused, as the three are subscribed. `refused`: for any other reason, or never sent. */
export type Answered = 'accepted' | 'already' | 'refused'

/** What is known once a creation was answered. */
export function answered(old: Ledger, sent: Sent, how: Answered, at = Date.now()): Ledger {
  const known = old.get(sent.creation)
  const before = known ?? begun(sent, at)
  if (isSighting(before.state)) return old // a read has told more meanwhile
  const ends = (state: Entry['state']): Entry => ({ ...before, state, at: after(before, at) })
  if (how === 'accepted') return withEntries(old, ends('accepted'))
  if (how === 'refused') return known ? withEntries(old, ends('void')) : old
  // They are subscribed, by what is known of them already, else by one whose answer was lost, else by nothing known here.
  const others = [...old.values()].filter((entry) => keyOf(entry) !== sent.creation && isOf(entry, sent))
  if (others.some(isThought)) return withEntries(old, ends('void'))
  const lost = others.find(({ state }) => state === 'unknown')
  if (!lost) return withEntries(old, ends('id unknown'))
  return withEntries(old, ends('void'), { ...lost, state: 'id unknown', at: after(lost, at) })
}

/** What a read, or a removal, has shown of one subscription. */
export interface Sighting extends Partial<SubscriptionKey> {
  subscriptionId: string
  state: 'present' | 'not found' | 'removed'
  /** The creation that made it, where somebody has said so. */
  creation?: string | undefined
  /** Milliseconds since the epoch, as the service tells it. */
  createdAt?: number | undefined
}

/** Writes down what was seen: of the entries with its id, else of the creation that made it, else as one of its own. */
export function noted(old: Ledger, seen: Sighting, at = Date.now()): Ledger {
  const { creation, createdAt: _, ...shown } = seen
  const learnt = (entry: Entry): Entry => ({
    ...entry,
    ...shown,
    // What was removed from here is not found because of that.
    state: shown.state === 'not found' && entry.state === 'removed' ? 'removed' : shown.state,
    at: after(entry, at),
  })
  const owners = [...old.values()].filter((entry) => entry.creation && entry.subscriptionId === seen.subscriptionId)
  const given = creation === undefined ? undefined : old.get(creation)
  const named = given?.subscriptionId === undefined ? given : undefined // another tab may have been first
  if (owners.length > 0) {
    // Two creations, one subscription.
    const doubled = named && !owners.includes(named) ? [{ ...named, state: 'void', at: after(named, at) } as const] : []
    return withEntries(old, ...owners.map(learnt), ...doubled)
  }
  const alone = old.get(byId(seen.subscriptionId))
  const made = named ?? (alone && subscriptionKeyOf(alone) ? undefined : creationOf(old, seen))
  if (!made)
    return withEntries(old, learnt(alone ?? { subscriptionId: seen.subscriptionId, state: 'void', at: 0, since: at }))
  const next = new Map(withEntries(old, learnt(made)))
  next.delete(byId(seen.subscriptionId))
  return next
}

/** The creation that has made it, as far as can be told: the oldest that was accepted, else one whose answer was lost. */
function creationOf(ledger: Ledger, seen: Sighting): Entry | undefined {
  if (!subscriptionKeyOf(seen)) return undefined
  const { createdAt = Number.POSITIVE_INFINITY } = seen
  const open = unmetOf(ledger, seen).filter(({ since }) => createdAt > since - CLOCKS_MS)
  return open.find(isThought) ?? open[0]
}

/** The creations of the three whose subscription nobody has seen, the oldest first. */
export const unmetOf = (ledger: Ledger, subscriptionKey: Partial<SubscriptionKey>): Entry[] =>
  [...ledger.values()]
    .filter((entry) => isOf(entry, subscriptionKey) && !isSighting(entry.state) && entry.state !== 'void')
    .sort((a, b) => a.since - b.since)

/** Their subscriptions are purged with the user (4.2). */
export const purged = (old: Ledger, userId: string, at = Date.now()): Ledger =>
  withEntries(
    old,
    ...[...old.values()]
      .filter((entry) => isSameId(entry.userId, userId) && (isThought(entry) || entry.state === 'unknown'))
      .map((entry): Entry => ({ ...entry, state: 'removed', at: after(entry, at) })),
  )

/** What is written: what was void for long is left out, and past the most there may be what is gone, then the oldest. */
export function kept(ledger: Ledger, now = Date.now()): Entry[] {
  const entries = [...ledger.values()].filter(({ state, at }) => state !== 'void' || at > now - VOID_MS)
  if (entries.length <= MOST_ENTRIES) return entries
  const worth = (entry: Entry) => (entry.state === 'void' ? 0 : isThought(entry) || entry.state === 'unknown' ? 2 : 1)
  const byName = (a: Entry, b: Entry) => (keyOf(a) < keyOf(b) ? -1 : 1) // each tab leaves out the same
  return entries.sort((a, b) => worth(b) - worth(a) || b.at - a.at || byName(a, b)).slice(0, MOST_ENTRIES)
}
