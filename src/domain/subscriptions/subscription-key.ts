/**
 * The entries of the ledger of subscriptions: one for each creation that this browser sent, and one for each id that it
 * met otherwise. The same three may be subscribed more than once, so the three name no entry, and no id gives way.
 */
import * as z from 'zod/mini'
import { idKey, isSameId } from '../../api/same-id'

export interface SubscriptionKey {
  webhookId: string
  userId: string
  vehicleId: string
}

/**
 * `unknown`: a creation was sent, and nothing has come back. `accepted`: it is in progress; the acknowledgement has no
 * id. `void`: nothing was made of it; kept for a while, not shown, so that no other tab brings it back.
 */
const State = z.enum(['unknown', 'accepted', 'id unknown', 'present', 'not found', 'removed', 'void'])
type State = z.output<typeof State>

const id = z.optional(z.string())
/** As it is written; ledgers written before creations were told apart have neither `creation` nor, at first, `since`. */
const Stored = z.object({
  creation: id,
  webhookId: id,
  userId: id,
  vehicleId: id,
  subscriptionId: id,
  state: State,
  at: z.number(),
  since: z.optional(z.number()),
})

export interface Entry extends Partial<SubscriptionKey> {
  /** Names the creation, where this browser sent it. */
  creation?: string | undefined
  /** Known once it was read; the acknowledgement of a creation has none. */
  subscriptionId?: string | undefined
  state: State
  /** Milliseconds since the epoch, when this was learnt. */
  at: number
  /** When it was first noted. */
  since: number
}
export type Ledger = ReadonlyMap<string, Entry>

/** The three as one text. */
export const subscriptionKeyText = ({ webhookId, userId, vehicleId }: SubscriptionKey): string =>
  JSON.stringify([webhookId, userId, vehicleId].map(idKey))
/** The three, where all of them are known. */
export const subscriptionKeyOf = ({
  webhookId,
  userId,
  vehicleId,
}: Partial<SubscriptionKey>): SubscriptionKey | undefined =>
  webhookId !== undefined && userId !== undefined && vehicleId !== undefined
    ? { webhookId, userId, vehicleId }
    : undefined
export const isOf = (entry: Entry, { webhookId, userId, vehicleId }: Partial<SubscriptionKey>): boolean =>
  isSameId(entry.webhookId, webhookId) && isSameId(entry.userId, userId) && isSameId(entry.vehicleId, vehicleId)

export const keyOf = ({ creation, subscriptionId }: Entry): string => creation ?? byId(subscriptionId)
export const byId = (subscriptionId: string | undefined) => `id ${subscriptionId}`

/** @returns the entry that was written; undefined where it is none */
export function readEntry(written: unknown): Entry | undefined {
  const { data } = Stored.safeParse(written)
  if (!data) return undefined
  const subscriptionKey = subscriptionKeyOf(data)
  const creation =
    data.creation ??
    (data.subscriptionId === undefined && subscriptionKey ? subscriptionKeyText(subscriptionKey) : undefined)
  if (creation === undefined && data.subscriptionId === undefined) return undefined
  return { ...data, creation, since: data.since ?? data.at }
}

/** True for what a read, or a removal, has shown. */
export const isSighting = (state: State): boolean => state === 'present' || state === 'not found' || state === 'removed'
/** True where it is there as far as this browser knows. */
export const isThought = ({ state }: Pick<Entry, 'state'>): boolean =>
  state === 'accepted' || state === 'id unknown' || state === 'present'

const put = (entries: Map<string, Entry>, entry: Entry) => entries.set(keyOf(entry), entry)

/** What a read has shown counts for more than the word of a creation; else what was learnt later. The same in any order. */
function ranked(a: Entry, b: Entry): [less: Entry, more: Entry] {
  const [seenA, seenB] = [isSighting(a.state), isSighting(b.state)]
  if (seenA !== seenB) return seenA ? [b, a] : [a, b]
  const nameOf = ({ state, subscriptionId, webhookId, userId, vehicleId }: Entry) =>
    JSON.stringify([state, subscriptionId, webhookId, userId, vehicleId])
  return a.at < b.at || (a.at === b.at && nameOf(a) < nameOf(b)) ? [a, b] : [b, a]
}

/** Of two that are the same: what counts for more, and every id that either of them knew. */
function joined(a: Entry, b: Entry): Entry {
  const [less, more] = ranked(a, b)
  return {
    creation: more.creation ?? less.creation,
    webhookId: more.webhookId ?? less.webhookId,
    userId: more.userId ?? less.userId,
    vehicleId: more.vehicleId ?? less.vehicleId,
    subscriptionId: more.subscriptionId ?? less.subscriptionId,
    state: more.state,
    at: more.at,
    since: Math.min(less.since, more.since),
  }
}

function add(all: Map<string, Entry>, entry: Entry): void {
  const known = all.get(keyOf(entry))
  if (!known) put(all, entry)
  else if (
    known.subscriptionId === entry.subscriptionId ||
    known.subscriptionId === undefined ||
    entry.subscriptionId === undefined
  )
    put(all, joined(known, entry))
  else {
    // Two tabs hold different ids to be of one creation: neither is lost.
    const [less, more] = ranked(known, entry)
    put(all, more)
    add(all, { ...less, creation: undefined })
  }
}

/** What several tabs and files hold, as one; in any order the same, and twice the same as once. */
export function merged(...given: readonly Ledger[]): Ledger {
  const all = new Map<string, Entry>()
  for (const entries of given) for (const entry of entries.values()) add(all, entry)
  // An id that stands under its creation needs no entry of its own.
  for (const entry of [...all.values()]) {
    const { creation, subscriptionId } = entry
    const alone = creation === undefined ? undefined : all.get(byId(subscriptionId))
    if (alone) put(all, joined(entry, alone))
  }
  for (const { creation, subscriptionId } of [...all.values()])
    if (creation !== undefined) all.delete(byId(subscriptionId))
  return all
}

/** What of two is to be told apart. */
const fields = ['creation', 'webhookId', 'userId', 'vehicleId', 'subscriptionId', 'state', 'at', 'since'] as const
/** True where the one holds nothing that the other does not. */
export const isSame = (a: Ledger, b: Ledger): boolean =>
  a.size === b.size && [...a].every(([key, entry]) => fields.every((name) => entry[name] === b.get(key)?.[name]))
