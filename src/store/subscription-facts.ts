/**
 * How what is found out changes what is known of subscriptions: pure, whatever holds the rows. The same three may be
 * subscribed more than once, so no ID gives way; what is known goes forward in time only.
 */
import { isSameId } from '../api/same-id'
import type { TeamSubscriptionState } from '../api/subscriptions'

/** The three that a subscription ties together, as far as they are known. */
interface Three {
  webhookId: string | null
  userId: string | null
  vehicleId: string | null
}

export interface SubscriptionRow extends Three {
  /** Undefined until the store has numbered it. */
  n: number | undefined
  subscriptionId: string | null
  state: TeamSubscriptionState
  at: Date
  by: string | null
  since: Date
  sinceBy: string | null
  isTold: boolean
}

/** What was found out of one: by its ID, or by all three. */
export interface SubscriptionFact {
  webhookId?: string | undefined
  userId?: string | undefined
  vehicleId?: string | undefined
  subscriptionId?: string | undefined
  state: TeamSubscriptionState
  at: Date
  /** When it was first heard of, where that was before. */
  since?: Date | undefined
  /** When the provider created it, as far as it says so. */
  createdAt?: Date | undefined
  by: string | null
  /** True where a browser told it: what the server has seen itself counts for more. */
  isTold: boolean
  /** True if a creation was refused because the subscription exists: it is new only if the history has none. */
  isExisting?: boolean | undefined
}

/** How far the clocks of this server, a browser and the provider may be apart, in ms. */
const CLOCKS_MS = 300_000

const isWhole = ({ webhookId, userId, vehicleId }: Partial<Three> | SubscriptionFact): boolean =>
  webhookId != null && userId != null && vehicleId != null

const isSame = (row: Three, fact: SubscriptionFact): boolean =>
  isSameId(row.webhookId, fact.webhookId) &&
  isSameId(row.userId, fact.userId) &&
  isSameId(row.vehicleId, fact.vehicleId)

const sinceOf = ({ since, at }: SubscriptionFact): Date => (since && since < at ? since : at)

/** True where the creation may have made what the fact is about: that is no older. */
function mayHaveMade(creation: SubscriptionRow, fact: SubscriptionFact): boolean {
  const made = fact.createdAt ?? sinceOf(fact)
  return made.getTime() > creation.since.getTime() - CLOCKS_MS
}

/** True where the row's state is the fact's from now on. */
function counts(row: SubscriptionRow, { state, at, isTold, subscriptionId }: SubscriptionFact): boolean {
  if (at <= row.at) return false
  if (isTold && !row.isTold && row.state !== 'unknown') return false
  const isGone = row.state === 'removed' || row.state === 'not found'
  // What was removed from here is not found because of that.
  if (state === 'not found') return row.state !== 'removed'
  // A creation without an answer takes nothing back of one that was accepted.
  if (state === 'unknown') return subscriptionId === undefined ? row.state !== 'accepted' : !isGone
  return state !== 'accepted' || row.subscriptionId === null
}

function learn(row: SubscriptionRow, fact: SubscriptionFact): void {
  const { webhookId, userId, vehicleId, subscriptionId, state, at, by, isTold } = fact
  // What shows the subscription that a creation has made tells more than the creation, whatever the clocks say.
  const isFound = row.subscriptionId === null && subscriptionId !== undefined && state !== 'unknown'
  row.webhookId ??= webhookId ?? null
  row.userId ??= userId ?? null
  row.vehicleId ??= vehicleId ?? null
  row.subscriptionId ??= subscriptionId ?? null
  if (isFound && at <= row.at) Object.assign(row, { state, by, isTold })
  else if (isFound || counts(row, fact)) Object.assign(row, { state, at, by, isTold })
  if (sinceOf(fact) < row.since) Object.assign(row, { since: sinceOf(fact), sinceBy: by })
}

function rowOf(fact: SubscriptionFact): SubscriptionRow {
  const { webhookId = null, userId = null, vehicleId = null, subscriptionId = null, state, at, by, isTold } = fact
  const three = { webhookId, userId, vehicleId }
  return { n: undefined, ...three, subscriptionId, state, at, by, since: sinceOf(fact), sinceBy: by, isTold }
}

/** What one row is made of two. */
function absorb(row: SubscriptionRow, creation: SubscriptionRow): void {
  const { webhookId, userId, vehicleId, since, sinceBy } = creation
  Object.assign(row, { webhookId, userId, vehicleId }, since < row.since && { since, sinceBy })
}

/** The row that a fact is about, made where there is none; undefined where it says nothing new. */
function rowFor(rows: Set<SubscriptionRow>, fact: SubscriptionFact): SubscriptionRow | undefined {
  const { subscriptionId } = fact
  const all = [...rows]
  const creation = isWhole(fact) ? all.find((row) => row.subscriptionId === null && isSame(row, fact)) : undefined
  if (subscriptionId === undefined) {
    const isThere = ({ state }: SubscriptionRow) => state === 'present' || state === 'accepted'
    if (fact.isExisting && all.some((row) => isSame(row, fact) && isThere(row))) return undefined
    if (creation) return creation
    // A browser that never heard of the ID tells of the creation alone.
    const isKnown = (row: SubscriptionRow) =>
      isSame(row, fact) && Math.abs(row.since.getTime() - sinceOf(fact).getTime()) < CLOCKS_MS
    return fact.isTold && all.some(isKnown) ? undefined : rowOf(fact)
  }
  const known = all.find((row) => isSameId(row.subscriptionId, subscriptionId))
  if (creation && mayHaveMade(creation, fact)) {
    if (!known) return creation
    if (!isWhole(known)) {
      absorb(known, creation)
      rows.delete(creation)
    }
  }
  return known ?? rowOf(fact)
}

/**
 * Takes facts in, in their order.
 * @param rows all that the facts may be about; they are changed in place, as is the set
 * @returns the rows that are another than before, the new ones among them
 */
export function takeIn(rows: Set<SubscriptionRow>, facts: readonly SubscriptionFact[]): SubscriptionRow[] {
  const before = new Map([...rows].map((row) => [row, JSON.stringify(row)]))
  for (const fact of facts) {
    if (fact.subscriptionId === undefined && !isWhole(fact)) continue
    const row = rowFor(rows, fact)
    if (!row) continue
    rows.add(row)
    learn(row, fact)
  }
  return [...rows].filter((row) => before.get(row) !== JSON.stringify(row))
}
