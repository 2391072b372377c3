/**
 * The team's history of subscriptions and what this browser knows beyond it, as one list: pure. What the team has counts;
 * what this browser has found out since the team was asked is shown at once.
 */
import { isSameId } from '../../api/same-id'
import type { TeamSubscription, TeamSubscriptionFilter } from '../../api/team-subscriptions'
import { inOrder, type ShownEntry, stateOf } from './ledger'
import { isOf, isThought, keyOf, type Ledger, subscriptionKeyOf } from './subscription-key'

/** What of the history is asked for. */
export interface HistoryQuestion {
  webhook?: string | undefined
  user?: string | undefined
  vehicle?: string | undefined
  state?: TeamSubscriptionFilter | undefined
  /** What one of the IDs begins with. */
  q?: string | undefined
}

/** Through whom something became known. */
export interface Source {
  /** Null where nobody signs in. */
  name: string | null
  /** True where a browser told it of its own history. */
  isTold: boolean
}

export interface HistoryRow {
  key: string
  entry: ShownEntry
  /** Undefined: only this browser knows it so far. */
  by: Source | undefined
  sinceBy: Source | undefined
}

/** How far the clocks of this browser and of the server may be apart, in ms. */
const CLOCKS_MS = 300_000

export function entryOf({
  webhookId,
  userId,
  vehicleId,
  subscriptionId,
  state,
  at,
  since,
}: TeamSubscription): ShownEntry {
  return {
    ...(webhookId !== null && { webhookId }),
    ...(userId !== null && { userId }),
    ...(vehicleId !== null && { vehicleId }),
    ...(subscriptionId !== null && { subscriptionId }),
    ...{ state, at: Date.parse(at), since: Date.parse(since) },
  }
}

function rowOf(row: TeamSubscription): HistoryRow {
  const { n, by: name, sinceBy, isTold } = row
  return { key: String(n), entry: entryOf(row), by: { name, isTold }, sinceBy: { name: sinceBy, isTold } }
}

/** True where the two are of one subscription, or of one creation whose ID is known by one of them alone. */
function isOne(team: ShownEntry, own: ShownEntry): boolean {
  if (team.subscriptionId !== undefined && own.subscriptionId !== undefined)
    return team.subscriptionId === own.subscriptionId
  const three = subscriptionKeyOf(own)
  return three !== undefined && isOf(team, three) && Math.abs(team.since - own.since) < CLOCKS_MS
}

/** True for what the server would have listed. */
export function matches(
  entry: ShownEntry,
  { webhook, user, vehicle, state, q }: HistoryQuestion,
  now: number,
): boolean {
  const isOfState = state === undefined || (state === 'there' ? isThought(entry) : stateOf(entry, now) === state)
  const ids = [entry.subscriptionId, entry.webhookId, entry.userId, entry.vehicleId]
  const word = q?.trim().toLowerCase() ?? ''
  return (
    isOfState &&
    (webhook === undefined || isSameId(entry.webhookId, webhook)) &&
    (user === undefined || isSameId(entry.userId, user)) &&
    (vehicle === undefined || isSameId(entry.vehicleId, vehicle)) &&
    (word === '' || ids.some((id) => id?.toLowerCase().startsWith(word)))
  )
}

interface Given {
  /** As far as they were loaded, newest first. */
  team: readonly TeamSubscription[]
  /** True where there are no more. */
  isEnd: boolean
  /** When they came, by this browser's clock: milliseconds since the epoch. */
  asOf: number
  own: Ledger
  /** Up to when the team was told of what this browser knows. */
  toldUpTo: number
  question: HistoryQuestion
  now: number
}

/** @returns the newest first; `extra`: how many of them the team does not have yet */
export function historyRows({ team, isEnd, asOf, own, toldUpTo, question, now }: Given): {
  rows: readonly HistoryRow[]
  extra: number
} {
  // What was told is the team's to know, and to have removed since.
  const fresh = inOrder(own).filter(({ at }) => at > Math.min(toldUpTo, asOf))
  const rows = team.map(rowOf)
  const extra: HistoryRow[] = []
  const last = isEnd ? undefined : rows.at(-1)?.entry.since
  for (const entry of fresh) {
    const nth = rows.findIndex((row) => isOne(row.entry, entry))
    const known = rows[nth]
    if (!known) {
      const isShown =
        entry.at > toldUpTo && matches(entry, question, now) && (last === undefined || entry.since >= last)
      if (isShown) extra.push({ key: keyOf(entry), entry, by: undefined, sinceBy: undefined })
    } else if (entry.at > asOf && entry.state !== known.entry.state) {
      const { since } = known.entry
      rows[nth] = { ...known, entry: { ...known.entry, ...entry, since }, by: undefined }
    }
  }
  const all = [...rows, ...extra].toSorted((a, b) => b.entry.since - a.entry.since)
  return { rows: all, extra: extra.length }
}
