/** Asking the service's own filters for what looks like a whole id or external id: at once, whatever was crawled. */

import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { userIdOf } from '../../api/connections'
import { directoryRow } from '../../api/directory-row'
import { isSameId } from '../../api/same-id'
import type { Contradicted } from '../connections/filter-check'
import { type Owner, type Related, relatedConnections } from '../connections/related'
import { Entries } from './entries'

/** Long and without spaces: an identifier of the service rather than something people say. */
const looksLikeId = (text: string) => /^[\w-]{16,}$/.test(text)

/** What is asked about: any text may be an external id, but among vehicles a plain word is rather a make. */
export type Among = 'users' | 'vehicles'

/** The filters that may find `text`. */
export function ownersOf(text: string, among: Among): Owner[] {
  const owners: Owner[] = []
  if (looksLikeId(text)) owners.push({ 'filter[userId]': text }, { 'filter[vehicleId]': text })
  const isWord = /^[a-z]*$/i.test(text) || /\s/.test(text)
  if (text !== '' && (among === 'users' || !isWord)) owners.push({ 'filter[user.externalId]': text })
  return owners
}

const isOwned = ({ rows }: Related, userId: string) => rows.some((row) => isSameId(userIdOf(row), userId))

export interface Lookup {
  entries: Entries
  /** Users whose every connection was read. */
  wholeUsers: ReadonlySet<string>
  /** Vehicles whose every connection was read. */
  wholeVehicles: ReadonlySet<string>
  isAsking: boolean
  /** True where something was asked at all. */
  isAsked: boolean
  /** The filters that the service seems not to know. */
  contradicted: Contradicted
  error: unknown
  retry: () => void
}

/** What the service's own filters find for `text`. */
export function useLookup(text: string, among: Among): Lookup {
  const owners = ownersOf(text, among)
  const answers = useQueries({ queries: owners.map(relatedConnections) })
  const state = answers.map(({ data }) => data?.receivedAt).join() // the array itself is new every time
  const found = useMemo(() => {
    const entries = new Entries()
    const wholeUsers = new Set<string>()
    const wholeVehicles = new Set<string>()
    answers.forEach(({ data: related }, index) => {
      for (const row of related?.rows ?? []) entries.add(directoryRow(row))
      const owner = owners[index]
      if (!related?.isComplete || !owner) return
      if ('filter[vehicleId]' in owner) {
        for (const { id } of entries.vehicleList) if (isSameId(id, owner['filter[vehicleId]'])) wholeVehicles.add(id)
      } else for (const { id } of entries.userList) if (isOwned(related, id)) wholeUsers.add(id)
    })
    return { entries, wholeUsers, wholeVehicles }
  }, [text, among, state])
  return {
    ...found,
    isAsking: answers.some(({ isFetching }) => isFetching),
    isAsked: owners.length > 0,
    contradicted: Object.assign({}, ...answers.map(({ data }) => data?.contradicted)),
    error: answers.find(({ error }) => error)?.error,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch()
    },
  }
}
