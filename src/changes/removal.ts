/** Removals as pages show them: what is on its way, and how it ended. What sends them comes with the first one. */
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { idKey } from '../api/same-id'
import { accountEpoch, accountStore, whileAccount } from '../core/account'
import { type ById, byId, useStore, withId } from '../core/store'
import * as texts from './removal-texts'

export type Removal = RemovalState & {
  /** In the API's spelling: which kind of thing is removed. */
  operation: string
  id: string
}
/** `accepted`: the API said yes, and it is not confirmed; `unknown`: no response came, and no read has told. */
export type RemovalOutcome = 'removed' | 'already gone' | 'accepted' | 'failed' | 'unknown'
export type RemovalState = {
  subject: string
  /** Milliseconds since the epoch. */
  at: number
} & (
  | { phase: 'sending' }
  /** The service said yes; a read is finding out what is true. */
  | { phase: 'confirming' }
  | { phase: 'ended'; outcome: RemovalOutcome; detail: string; error?: unknown }
)

interface Operation {
  operation: string
}

/** What a removal is filed under: a connection and a user may have the same id. */
export const removalKey = ({ operation }: Operation, id: string): string => `${operation} ${idKey(id)}`

/** Written by `send-removal.ts`; by `removalKey`. */
export const removals = accountStore<ById<Removal>>(byId())
export const useRemovals = (): ById<Removal> => useStore(removals)
/** One of them: what becomes of others draws nothing anew. */
export const useRemoval = (endpoint: Operation, id: string): Removal | undefined =>
  useSyncExternalStore(
    removals.subscribe,
    () => removals.get()[removalKey(endpoint, id)],
    () => undefined,
  )

/** True once the service has said that it is gone, or will be. */
export const isAccepted = (removal: RemovalState | undefined): boolean =>
  removal?.phase === 'confirming' ||
  (removal?.phase === 'ended' && ['removed', 'already gone', 'accepted'].includes(removal.outcome))

/** True if a check found it still there, or could not tell. */
export const isNotYetGone = (removal: Removal | undefined): boolean =>
  removal?.phase === 'ended' && removal.outcome === 'accepted'

let load: () => Promise<unknown> = async () => {}
/** Sets how the code of the notices is loaded. Without it outcomes are shown as plain text. */
export function loadNoticesBy(loadCode: () => Promise<unknown>): void {
  load = loadCode
}
/** What sends the removals of this page, by its import. */
const senders = new Set<() => Promise<unknown>>()
/** Registers the code of a removal, to be loaded before the first click. */
export function loadSenderAhead(loadCode: () => Promise<unknown>): void {
  senders.add(loadCode)
}
/** Called well after the page has loaded. */
export function loadAhead(): void {
  loadNotices()
  for (const loadCode of senders) loadCode().catch(() => undefined) // a click loads it again
}
/** Loads the notices while a removal is sent. Nothing waits for it. */
export function loadNotices(): void {
  load().catch(() => undefined) // the outcome is shown in words alone
}

/** One removal, as it is asked for. */
export interface RemovalRequest {
  id: string
  /** Its description beside the ID, in notices. */
  what?: string | undefined
  client: QueryClient
  /** The way to another page, where this one has nothing left to show. */
  leave?: (() => (() => void) | undefined) | undefined
}

/** Sends one removal. @param begun the account's epoch when it was asked for: with other tokens nothing is sent */
export type Remove = (asked: RemovalRequest, begun: number) => Promise<void>

/**
 * Sends one removal by code that comes when it is asked for. Where that cannot be fetched nothing is sent, and it is said.
 * @param load fetches what the removal of such a thing means
 */
export async function removeOne(
  endpoint: Operation,
  load: () => Promise<{ remove: Remove }>,
  asked: RemovalRequest,
): Promise<void> {
  const begun = accountEpoch()
  const isCurrent = whileAccount()
  let definition: { remove: Remove }
  try {
    definition = await load()
  } catch (error) {
    if (isCurrent()) fail(endpoint, asked, error)
    return
  }
  return definition.remove(asked, begun)
}

function fail({ operation }: Operation, { id }: RemovalRequest, error: unknown): void {
  const failed = { phase: 'ended', outcome: 'failed', detail: texts.notLoaded, error } as const
  removals.set((old) =>
    withId(old, removalKey({ operation }, id), { operation, id, subject: id, at: Date.now(), ...failed }),
  )
}
