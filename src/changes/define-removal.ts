/**
 * What the removal of one kind of thing means, written once: how it is sent, how it is confirmed, what is forgotten and
 * refetched, and what the question says if many are selected.
 */
import type { QueryKey } from '@tanstack/react-query'
import { call } from '../api/client'
import type { Endpoint, Input } from '../api/endpoint'
import { isNotFound } from '../api/errors'
import { forgetLooked } from '../core/recent'
import type { Remove } from './removal'
import { remove } from './send-removal'

/** Called when a removal was accepted: the way to another page, where this one has nothing left to show. */
export type Leave = () => (() => void) | undefined
/** The same for many at once, by their ids. */
export type LeaveMany = (ids: readonly string[]) => ReturnType<Leave>

/** What is said and done where many are selected. */
interface OfMany<T> {
  /** What goes, in words; it may read what the page has read. */
  useConsequences: (selected: ReadonlyMap<string, T>) => string
  /** The question, where the count of them says too little. */
  title?: (count: number) => string
}

interface RemovalSpec<E extends Endpoint, T> {
  endpoint: E
  inputOf: (id: string) => Input<E>
  /** One of them, e.g. `connection`. */
  noun: string
  /** Takes them out of the selection in their list. */
  deselect: (ids: readonly string[]) => void
  /** Queries that are refetched, once for all that were removed together. */
  stale: readonly QueryKey[]
  /** Resolves to true if it can still be read; rejects if that can't be told. */
  isThere: (id: string) => Promise<boolean>
  many: OfMany<T>
}

export interface RemovalDefinition<E extends Endpoint, T> extends RemovalSpec<E, T> {
  remove: Remove
}

export function defineRemoval<E extends Endpoint, T>(spec: RemovalSpec<E, T>): RemovalDefinition<E, T> {
  const { endpoint, inputOf, noun, deselect, stale, isThere } = spec
  return {
    ...spec,
    remove: ({ id, what, client, leave }, begun) =>
      remove(
        {
          id,
          endpoint,
          input: inputOf(id),
          subject: what ? `${noun} ${id} (${what})` : `${noun} ${id}`,
          isThere: () => isThere(id),
          onAccepted() {
            forgetLooked([id])
            deselect([id])
            const navigateAway = leave?.()
            // A page that is left soon requests nothing.
            const refetchType = navigateAway ? 'none' : 'active'
            for (const queryKey of stale) void client.invalidateQueries({ queryKey, refetchType })
            navigateAway?.()
          },
        },
        begun,
      ),
  }
}

/** True if a read still shows something. @throws what the read throws, except a 404 */
export const canRead = <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<boolean> =>
  call(endpoint, input).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false
      throw error
    },
  )
