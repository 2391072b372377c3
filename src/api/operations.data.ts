/** What catalogs say of operations beyond the table: in words, what a query is made of, what is publicly known of errors. */
import type { api } from './api'
import { CONNECTIONS_DEFAULT_PAGE_SIZE, connectionFilters } from './connections'
import type { FilterTable } from './filters'
import { plain } from './links'
import { SUBSCRIPTIONS_DEFAULT_PAGE_SIZE, SUBSCRIPTIONS_MAX_PAGE_SIZE, subscriptionFilters } from './subscriptions'
import { WEBHOOKS_MAX_PAGE_SIZE, webhookFilters } from './webhooks'

type Table = typeof api

/**
 * Errors that services are known to return where the interface shows none (7), by the operation or its host: 430 is of a
 * plan’s limits, a 404 of the list of a service that does not offer it.
 */
export const knownErrors: Readonly<Record<string, readonly number[]>> = {
  vehicleData: [400, 401, 403, 404, 409, 429, 430, 500, 501, 502],
  'signals.values': [400, 401, 403, 404, 429, 430, 500],
  'subscriptions.list': [404],
}

/** A list’s query as the table that it is made from. No name of it is shown by the interface (4.2, 4.3). */
export interface ListQuery extends Pick<FilterTable, 'fields' | 'page'> {
  /** Section 8: the page size where the request names none, and the largest; absent where they are not shown. */
  defaultRows?: number
  mostRows?: number
}

/** By operation. */
export const listQueries: Readonly<Record<string, ListQuery>> = {
  'connections.list': { ...connectionFilters, defaultRows: CONNECTIONS_DEFAULT_PAGE_SIZE },
  'signals.values': { page: plain, fields: {} },
  'subscriptions.list': {
    ...subscriptionFilters,
    defaultRows: SUBSCRIPTIONS_DEFAULT_PAGE_SIZE,
    mostRows: SUBSCRIPTIONS_MAX_PAGE_SIZE,
  },
  'webhooks.list': { ...webhookFilters, mostRows: WEBHOOKS_MAX_PAGE_SIZE },
}

/** In a few words: an operation that is new does not compile before it has its line. */
export const operationNames: { readonly [R in keyof Table]: { readonly [O in keyof Table[R]]: string } } = {
  batch: { send: 'Read several things of a vehicle at once' },
  vehicleData: {
    batteryCapacity: 'Read the battery capacity',
    serviceHistory: 'Read the service history',
    troubleCodes: 'Read the trouble codes',
    systemStatus: 'Read the system status',
    vin: 'Read the VIN',
  },
  connections: { list: 'List connections', read: 'Get a connection', remove: 'Remove a connection' },
  users: { remove: 'Remove a user and all their data' },
  signals: { values: 'Read the values of a signal' },
  subscriptions: {
    create: 'Create a subscription',
    read: 'Get a subscription',
    remove: 'Remove a subscription',
    list: 'List subscriptions',
  },
  webhooks: { list: 'List webhooks', read: 'Get a webhook' },
}
