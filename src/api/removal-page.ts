/** Removal pages: a page with the question and one with its outcome, below the page of what is removed. */
import { connections } from './connections'
import { countField, searchOf } from './search'
import { subscriptions } from './subscriptions'
import { users } from './users'

/** Endpoints that remove each kind of resource, by the first segment of its page's path. */
export const removals = {
  connections: connections.remove,
  users: users.remove,
  subscriptions: subscriptions.remove,
} as const
export type RemovalKind = keyof typeof removals

/** The address of an outcome counts the checks that were requested, so that each is another address. */
export const RemovalSearch = searchOf({ check: countField(99) })

/** Names of the fields of a removal page's form. */
export const removalFields = { click: 'click', account: 'account' } as const

/** How many connections a user has, by mode; null if it couldn't be counted. */
export interface RemovalCounts {
  live: number | null
  simulated: number | null
  /** ISO 8601; null if the directory doesn't know since when it is complete. */
  at: string | null
  /** True if the provider was requested for them, false if they are the directory's. */
  isCounted: boolean
}

export interface RemovalOutcome {
  state: 'removed' | 'already gone' | 'failed' | 'unknown'
  /** The provider's. */
  status?: number | undefined
  code?: string | undefined
  title?: string | undefined
  detail?: string | undefined
}

/** Code of the outcome of a click that the server doesn't know. */
export const UNKNOWN_CLICK = 'UNKNOWN_CLICK'

/** Values that the server adds to the configuration of a removal page. */
export interface RemovalPage {
  /** Path of the question, to which its form posts. */
  path: string
  /** ID of the click that the form sends. */
  click: string
  /** The account that the page was rendered for. */
  account: string
  /** Of a user, if the directory has them or they were just counted. */
  counts?: RemovalCounts | undefined
  /** Absent on the page of the question. */
  outcome?: RemovalOutcome | undefined
}
