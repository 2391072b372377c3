/** What each operation does, in a few words: one that is new does not compile before it has its line. */
import type { api } from './api'

type Table = typeof api

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
