/** Finds what an operator was given: a link of the API, any ID, or a customer's external ID. Free requests only. */

import { cleanId } from '../../api/clean-id'
import { call } from '../../api/client'
import { connections } from '../../api/connections'
import { ApiError } from '../../api/errors'
import { isUuid, uuidWithin } from '../../api/same-id'
import { stringifySearch } from '../../api/search'
import { type FilterName, matchesFilters } from '../../domain/connections/filter-check'
import { cleanerId, describeCleaned } from '../../ui/id-hint'
import { consoleAddressOf } from '../palette/api-link'

const opensLink = 'Opens the page of this API link.'
const looksForId = 'Looks for a connection, vehicle or user with this ID (up to 3 free requests).'
const looksForExternalId = 'Looks for connections with this external ID (1 free request).'

/** What {@link lookUp} would do, with its price. */
export const priceOf = (text: string): string => {
  if (consoleAddressOf(text) !== undefined) return opensLink
  if (isUuid(text)) return looksForId
  return uuidWithin(text) ? `${describeCleaned(cleanId(text))} ${looksForId}` : looksForExternalId
}

/** The external ID that may be meant instead, which {@link lookUp} does not request. */
export const offeredFor = (text: string): string | undefined =>
  consoleAddressOf(text) === undefined && uuidWithin(text) === undefined ? cleanerId(text) : undefined

/** Two rows tell one match from several. */
const ENOUGH_ROWS = '2'

const listOf = (name: FilterName, value: string) => `/connections${stringifySearch({ [name]: value })}`
export const connectionsWith = (externalId: string) => listOf('filter[user.externalId]', externalId)
export const usersNamed = (text: string) => `/users${stringifySearch({ q: text })}`

/**
 * At most one request for an external ID, three for a UUID: as a connection, as a vehicle, as a user (4.2).
 * @returns the console's address of what was found; undefined where an ID is none of the three
 * @throws ApiError where a request fails for another reason than that there is nothing of this ID
 */
export async function lookUp(text: string, signal: AbortSignal): Promise<string | undefined> {
  const link = consoleAddressOf(text)
  if (link !== undefined) return link
  const id = isUuid(text) ? text : uuidWithin(text)
  if (id !== undefined) return lookUpId(id, signal)
  const { rows, isFiltered } = await find('filter[user.externalId]', text, signal)
  // An API that ignores the filter lists others: the list says so.
  if (!isFiltered || rows.length > 1) return connectionsWith(text)
  const [only] = rows
  return only ? `/connections/${encodeURIComponent(only.id)}` : usersNamed(text)
}

async function lookUpId(id: string, signal: AbortSignal): Promise<string | undefined> {
  const segment = encodeURIComponent(id)
  if (await isConnection(id, signal)) return `/connections/${segment}`
  for (const [name, page] of [
    ['filter[vehicleId]', '/vehicles/'],
    ['filter[userId]', '/users/'],
  ] as const) {
    const { rows, isFiltered } = await find(name, id, signal)
    if (rows.length > 0) return page + segment
    if (!isFiltered) return listOf(name, id) // nothing was found out: the list says why
  }
  return undefined
}

/** A service may refuse an ID that is no connection's (400) as well as not find it. */
const isConnection = (connectionId: string, signal: AbortSignal): Promise<boolean> =>
  call(connections.read, { path: { connectionId } }, { signal }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return false
      throw error
    },
  )

/** The first connections of a filter, as far as they are what it asked for. */
async function find(name: FilterName, value: string, signal: AbortSignal) {
  const { value: page } = await call(
    connections.list,
    { query: { [name]: value, 'page[size]': ENOUGH_ROWS } },
    { signal },
  )
  const sent = page.data ?? []
  const rows = sent.filter((row) => matchesFilters(row, { [name]: value }))
  return { rows, isFiltered: rows.length === sent.length }
}
