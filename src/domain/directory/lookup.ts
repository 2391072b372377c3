/** Requests the API's own filters for what looks like a complete ID or external ID, before the directory is complete. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ConnectionRow, userIdOf, vehicleIdOf } from '../../api/connections'
import { isSameId } from '../../api/same-id'
import type { Contradicted } from '../connections/filter-check'
import { type Owner, type Related, relatedConnections } from '../connections/related'

/** Long and without spaces: an identifier of the provider rather than something people say. */
const looksLikeId = (text: string) => /^[\w-]{16,}$/.test(text)

/** The list that is searched: any text may be an external ID, but among vehicles a plain word is rather a make. */
export type Among = 'users' | 'vehicles'

/** The filters that may find what was typed. */
export function ownersOf(typed: string, among: Among): Owner[] {
  const text = typed.trim()
  const owners: Owner[] = []
  if (looksLikeId(text)) owners.push({ 'filter[userId]': text }, { 'filter[vehicleId]': text })
  const isWord = /^[a-z]*$/i.test(text) || /\s/.test(text)
  if (text !== '' && (among === 'users' || !isWord)) owners.push({ 'filter[user.externalId]': text })
  return owners
}

export interface Lookup {
  /** The connections that were found. */
  rows: readonly ConnectionRow[]
  /** IDs of users, or of vehicles, whose every connection is among them. */
  wholeIds: ReadonlySet<string>
  isLoading: boolean
  /** True if any filter was requested. */
  isSent: boolean
  /** The filters that the API seems not to know. */
  contradicted: Contradicted
  error: unknown
  retry: () => void
}

/** @param text nothing is requested for an empty one */
export function useLookup(text: string, among: Among): Lookup {
  const owners = ownersOf(text, among)
  const responses = [useOwner(owners[0]), useOwner(owners[1]), useOwner(owners[2])] // no text has more filters
  const state = responses.map(({ data }) => data?.receivedAt).join() // the array itself is new every time
  const found = useMemo(() => {
    const related = responses.map(({ data }) => data)
    const wholeIds = new Set(
      related.flatMap((one, index) => (one?.isComplete ? wholeIn(one, owners[index] ?? {}, among) : [])),
    )
    const rows = new Map(related.flatMap((one) => one?.rows ?? []).map((row) => [row.id, row])) // two filters may find one
    return { rows: [...rows.values()], wholeIds }
  }, [text, among, state])
  return {
    ...found,
    isLoading: responses.some(({ isFetching }) => isFetching),
    isSent: owners.length > 0,
    contradicted: Object.assign({}, ...responses.map(({ data }) => data?.contradicted)),
    error: responses.find(({ error }) => error)?.error ?? undefined,
    retry: () => {
      for (const response of responses) if (response.error) void response.refetch()
    },
  }
}

/** Each filter has a query of its own: `useQueries` would be one more file in the first load of the lists. */
const useOwner = (owner: Owner | undefined) =>
  useQuery({
    ...relatedConnections(owner ?? { 'filter[user.externalId]': '' }),
    enabled: owner !== undefined,
  })

/** A filter tells everything about what it names, and nothing about what is connected to that. */
function wholeIn({ rows }: Related, owner: Partial<Owner>, among: Among): string[] {
  const vehicleId = 'filter[vehicleId]' in owner ? owner['filter[vehicleId]'] : undefined
  if (among === 'users') return vehicleId === undefined ? rows.flatMap((row) => userIdOf(row) ?? []) : []
  if (vehicleId === undefined) return []
  return rows.flatMap((row) => vehicleIdOf(row) ?? []).filter((id) => isSameId(id, vehicleId))
}
