/** Entries of the history of subscriptions as pages show them. */

import type { TeamSubscriptionFilter, TeamSubscriptionState } from '../../api/subscriptions'
import { IN_PROGRESS_MS } from '../../api/subscriptions'
import type { TeamSubscription } from '../../api/team-subscriptions'
import { isSameKey, type SubscriptionKey } from './subscription-key'

/** Filters of the history. */
export interface HistoryQuestion {
  webhook?: string | undefined
  user?: string | undefined
  vehicle?: string | undefined
  state?: TeamSubscriptionFilter | undefined
  /** Beginning of one of the IDs. */
  q?: string | undefined
}

/** `id unknown`: accepted a while ago, and never seen since. */
export type HistoryState = TeamSubscriptionState | 'id unknown'
export const historyStates: readonly HistoryState[] = [
  'unknown',
  'accepted',
  'id unknown',
  'present',
  'not found',
  'removed',
]

/** The source of a fact. */
export interface Source {
  /** The operator; null without sign-in. */
  name: string | null
  /** True if it comes from what a browser kept: the server has not seen it. */
  isTold: boolean
}

export interface HistoryEntry extends Partial<SubscriptionKey> {
  /** Identifies the entry, whatever becomes of it. */
  key: string
  subscriptionId?: string
  state: TeamSubscriptionState
  /** When its state was found out, in milliseconds since the epoch. */
  at: number
  by: Source
  /** When it was first noted. */
  since: number
  sinceBy: Source
}

export function toEntry(row: TeamSubscription): HistoryEntry {
  const { n, webhookId, userId, vehicleId, subscriptionId, state, at, by, since, sinceBy, isTold } = row
  return {
    key: String(n),
    ...(webhookId !== null && { webhookId }),
    ...(userId !== null && { userId }),
    ...(vehicleId !== null && { vehicleId }),
    ...(subscriptionId !== null && { subscriptionId }),
    state,
    at: Date.parse(at),
    by: { name: by, isTold },
    since: Date.parse(since),
    sinceBy: { name: sinceBy, isTold },
  }
}

export const stateOf = ({ state, at }: Pick<HistoryEntry, 'state' | 'at'>, now: number): HistoryState =>
  state === 'accepted' && now - at > IN_PROGRESS_MS ? 'id unknown' : state

/** True if the subscription exists as far as the history knows. */
export const isThere = ({ state }: { state: HistoryState }): boolean =>
  state === 'accepted' || state === 'id unknown' || state === 'present'

/** True if another creation of the same webhook, user and vehicle may make a second subscription. */
export const mayBeThere = (entry: { state: HistoryState }): boolean => isThere(entry) || entry.state === 'unknown'

const mostTellingFirst: readonly TeamSubscriptionState[] = ['present', 'accepted', 'unknown', 'not found', 'removed']
/** The entry that says most about a webhook, user and vehicle. */
export function mostTelling(entries: readonly HistoryEntry[], key: SubscriptionKey): HistoryEntry | undefined {
  const own = entries.filter((entry) => isSameKey(entry, key))
  return mostTellingFirst.map((state) => own.find((entry) => entry.state === state)).find(Boolean)
}
