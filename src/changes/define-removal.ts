/**
 * What the removal of one kind of thing means, written once: how it is sent, how it is confirmed, what is forgotten and
 * refetched, and what the question says if many are selected.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { call } from '../api/client'
import type { Endpoint, Input } from '../api/endpoint'
import { isNotFound } from '../api/errors'
import { forgetLooked } from '../core/recent'
import type { Remove } from './removal'
import { type RemovalJob, remove } from './send-removal'

/** Called when a removal was accepted: the way to another page, where this one has nothing left to show. */
export type Leave = () => (() => void) | undefined
/** The same for many at once, by their ids. */
export type LeaveMany = (ids: readonly string[]) => ReturnType<Leave>

/** What there is to know of a removal that somebody else sends. */
export interface Removable {
  /** What one of them is called, e.g. `connection`. */
  noun: string
  /** Takes them out of what is selected in their list. */
  deselect: (ids: readonly string[]) => void
  /** What is loaded anew, once for all that were removed together. */
  stale: readonly QueryKey[]
}

/** What is said and done where many are selected. */
interface OfMany<T> {
  /** What goes, in words; it may read what the page has read. */
  useConsequences: (selected: ReadonlyMap<string, T>) => string
  /** The question, where the count of them says too little. */
  title?: (count: number) => string
}

interface RemovalSpec<E extends Endpoint, T> extends Removable {
  endpoint: E
  inputOf: (id: string) => Input<E>
  /** Resolves to whether it can still be read; rejects where that cannot be told. */
  isThere: (id: string) => Promise<boolean>
  many: OfMany<T>
}

export interface RemovalDefinition<E extends Endpoint, T> extends RemovalSpec<E, T> {
  remove: Remove
}

/** What it is called in notices. @param what what is known of it beside its id */
export const subjectOf = ({ noun }: Pick<Removable, 'noun'>, id: string, what?: string): string =>
  what ? `${noun} ${id} (${what})` : `${noun} ${id}`

export function defineRemoval<E extends Endpoint, T>(given: RemovalSpec<E, T>): RemovalDefinition<E, T> {
  const { deselect, stale } = given
  return {
    ...given,
    remove: ({ id, what, client, leave }, begun) => {
      const onAccepted = () => {
        deselect([id])
        loadAnew(client, stale, leave?.())
      }
      return remove(removalOf(given, id, subjectOf(given, id, what), onAccepted), begun)
    },
  }
}

/** Whether a read still shows something. @throws what the read throws, but for a 404 */
export const canRead = <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<boolean> =>
  call(endpoint, input).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false
      throw error
    },
  )

/** Loads anew what a removal has changed, once: not on a page that is about to be left. */
export function loadAnew(client: QueryClient, stale: readonly QueryKey[], go?: () => void): void {
  for (const queryKey of stale) void client.invalidateQueries({ queryKey, refetchType: go ? 'none' : 'active' })
  go?.()
}

/** A removal to be sent, and what it changes at once. */
export function removalOf<E extends Endpoint>(
  of: RemovalSpec<E, never>,
  id: string,
  subject: string,
  onAccepted: () => void = () => undefined,
): RemovalJob<E> {
  return {
    id,
    endpoint: of.endpoint,
    input: of.inputOf(id),
    subject,
    isThere: () => of.isThere(id),
    onAccepted: () => {
      forgetLooked([id])
      onAccepted()
    },
  }
}
