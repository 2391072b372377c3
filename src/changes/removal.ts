/** Removals as pages show them: what is on its way, and how it ended. What sends them comes with the first one. */
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { idKey } from '../api/same-id'
import { accountEpoch, accountStore, whileAccount } from '../core/account'
import { type ById, byId, useStore, withId } from '../core/store'
import type { RemovalOutcome } from './receipts'
import * as texts from './removal-texts'

export type Removal = RemovalState & {
  /** In the interface's spelling: which kind of thing is removed. */
  operation: string
}
export type RemovalState = {
  subject: string
  /** True where it is one of many: its row is marked, and the job tells of it. */
  isSilent?: boolean
  /** True where another tab has sent it: its row and its page are marked. */
  isElsewhere?: boolean
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

/** True where a look found it still there, or could not tell. One of many was not looked at: its row is marked as removed. */
export const isNotYetGone = (removal: Removal | undefined): boolean =>
  removal?.phase === 'ended' && removal.outcome === 'accepted' && !removal.isSilent

let show: () => Promise<unknown> = async () => {}
/** What shows an outcome is loaded before anything is sent: by the time that there is one, the server may be gone. */
export function showBy(load: () => Promise<unknown>): void {
  show = load
}
export const untilShown = (): Promise<unknown> => show()

/** One removal, as it is asked for. */
export interface RemovalRequest {
  id: string
  /** What is known of it, said beside its id in notices and receipts. */
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
    withId(old, removalKey({ operation }, id), { operation, subject: id, at: Date.now(), ...failed }),
  )
}
